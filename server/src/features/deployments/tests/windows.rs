//! Installers for Windows: the script, the archive for clicking, the line for the package.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use serde_json::{Value, json};
use zip::ZipArchive;

use super::{add_file, ask, enrol, fetch, token_in};
use crate::testing::TestServer;

/// The values that a script begins with, and everything after them.
fn split(script: &str) -> (&str, &str) {
    let body = include_str!("../../../../assets/install/install.ps1");
    let values = script.strip_suffix(&format!("\n{body}}}\n")).expect("the script of the assets");
    (values, body)
}

fn values_without_comments(script: &str) -> Vec<&str> {
    split(script).0.lines().filter(|line| !line.starts_with('#')).collect()
}

#[tokio::test]
async fn powershell_answers_with_a_script_that_fetches_checks_and_installs_the_package() {
    let key = "ab".repeat(32);
    let publisher = key.clone();
    let server = TestServer::start_with(|settings| settings.publisher_key = Some(publisher)).await;
    let location = server.add_site("Acme", "Main").await;
    add_file(&server, "windows-amd64/muster-agent.exe", "an agent\n");
    let package = add_file(&server, "windows-amd64/muster-agent.msi", "a package\n");

    let more = json!({ "plat": "windows", "rdp": 1, "power": 0, "ping": true });
    let reply = ask(&server, location, "powershell", more).await;

    assert_eq!(reply.status, 200, "{}", reply.text);
    assert_eq!(reply.header("content-type"), "text/plain; charset=utf-8");
    assert_eq!(reply.header("cache-control"), "no-store");
    assert_eq!(reply.header("content-disposition"), "attachment; filename=\"muster-install.ps1\"");
    let token = token_in(&reply.text);
    assert_eq!(
        values_without_comments(&reply.text),
        [
            "& {",
            "$clicked = $false",
            &format!("$server = '{}'", server.url),
            &format!("$token = '{token}'"),
            "$arch = 'amd64'",
            "$kind = 'msi'",
            &format!("$sha256 = '{package}'"),
            "$place = 'Acme, Main'",
            &format!("$publisher = '{key}'"),
            "$power = '0'",
            "$ping = '1'",
            "$rdp = '1'",
        ]
    );
    // Windows PowerShell reads files in the code page of the system.
    assert!(reply.text.is_ascii());
    enrol(&server, &token).await.ok();
}

#[test]
fn the_script_checks_before_it_runs_anything_and_names_no_token_on_a_command_line() {
    let body = include_str!("../../../../assets/install/install.ps1");
    let at = |words: &str| body.find(words).unwrap_or_else(|| panic!("no {words}"));
    assert!(body.is_ascii());
    // What is called first, and in which order.
    let main = &body[at("function Install-MusterAgent")..at("# --- before anything")];
    let steps =
        ["Confirm-Computer", "Get-MusterFile", "Install-MusterPackage", "Register-MusterAgent"];
    let found: Vec<usize> = steps.iter().map(|step| main.find(step).unwrap()).collect();
    assert!(found.is_sorted(), "{main}");
    let fetching = &body[at("function Get-MusterFile")..at("function Install-MusterPackage")];
    assert!(
        fetching.contains("(Get-FileHash -Algorithm SHA256 -LiteralPath $to).Hash -ne $sha256")
    );
    assert!(at("[Net.SecurityProtocolType]::Tls12") < at("Invoke-WebRequest"));
    let uses: Vec<&str> = body.lines().filter(|line| line.contains("$token")).collect();
    assert_eq!(uses, ["    $env:MUSTER_ENROLL_TOKEN = $token"]);
    assert_eq!(body.matches("Tls12").count(), 1);
}

#[tokio::test]
async fn without_a_package_the_script_installs_the_program() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let sha256 = add_file(&server, "windows-386/muster-agent.exe", "an agent\n");
    let more = json!({ "plat": "windows", "goarch": "386" });

    let script = ask(&server, location, "powershell", more.clone()).await.text;

    let values = values_without_comments(&script);
    for line in ["$arch = '386'", "$kind = 'exe'", &format!("$sha256 = '{sha256}'")] {
        assert!(values.contains(&line), "{line}: {values:?}");
    }
    let answer = ask(&server, location, "manual", more).await.ok();
    let url = answer["url"].as_str().unwrap();
    assert_eq!(answer, json!({ "cmd": line_for(url), "url": url }));
}

/// The line that runs the script behind a link.
fn line_for(url: &str) -> String {
    format!(
        "powershell -NoProfile -ExecutionPolicy Bypass -Command \
         \"[Net.ServicePointManager]::SecurityProtocol='Tls12';irm '{url}'|iex\""
    )
}

#[tokio::test]
async fn manual_answers_with_the_line_for_the_package_and_one_that_does_it_all() {
    let key = "ab".repeat(32);
    let publisher = key.clone();
    let server = TestServer::start_with(|settings| settings.publisher_key = Some(publisher)).await;
    let location = server.add_site("Acme", "Main").await;
    let package = add_file(&server, "windows-amd64/muster-agent.msi", "a package\n");
    let asked = async |more: Value| {
        let answer = ask(&server, location, "manual", more).await.ok();
        let list = server.admin.get("/clients/deployments/").await.ok();
        (answer, list.as_array().unwrap().last().unwrap().clone())
    };

    let more = json!({ "plat": "windows", "api": "https://rmm.example.com/muster/" });
    let (answer, made) = asked(more).await;

    let there = server.anonymous().with_header("Host", "rmm.example.com");
    let path = format!("/clients/{}/deploy/", made["uid"].as_str().unwrap());
    let token = token_in(&there.get(&path).await.text);
    // Of another moment, but of the same length.
    let cmd = answer["cmd"].as_str().unwrap();
    let sent = cmd.split("TOKEN=").nth(1).unwrap().split(' ').next().unwrap();
    assert_eq!(sent.len(), token.len());
    let expected = format!(
        "msiexec /i muster-agent.msi /qn SERVER=https://rmm.example.com/muster TOKEN={sent} \
         PUBLISHERKEY={key}"
    );
    assert_eq!(
        answer,
        json!({
            "cmd": expected, "sha256": package,
            "url": "https://rmm.example.com/muster/link/agent/windows/amd64/?file=msi",
            "powershell": line_for(made["url"].as_str().unwrap()),
        })
    );
    enrol(&server, sent).await.ok();

    let (answer, _) = asked(json!({ "plat": "windows" })).await;
    assert!(answer["cmd"].as_str().unwrap().ends_with(" INSECURE=1"), "{answer}");
    // A package sets up nothing besides the agent.
    let (answer, made) = asked(json!({ "plat": "windows", "ping": 1 })).await;
    let url = made["url"].as_str().unwrap();
    assert_eq!(answer, json!({ "cmd": line_for(url), "url": url }));
    assert!(fetch(&server, &made, "").await.text.contains("\n$ping = '1'\n"));
}

fn unpack(archive: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut archive = ZipArchive::new(Cursor::new(archive)).expect("an archive");
    let mut files = BTreeMap::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).expect("a file");
        let mut content = Vec::new();
        // This also compares its checksum.
        file.read_to_end(&mut content).expect("it can be read");
        files.insert(file.name().expect("a name").into_owned(), content);
    }
    files
}

#[tokio::test]
async fn exe_answers_with_the_stock_package_and_its_settings_beside_it() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "It's \u{2019}here\u{2019}").await;
    add_file(&server, "windows-amd64/muster-agent.exe", "an agent\n");
    let package = add_file(&server, "windows-amd64/muster-agent.msi", "a package\n");

    let more = json!({ "plat": "windows", "power": 1, "fileName": "acme.zip" });
    let reply = ask(&server, location, "exe", more).await;

    assert_eq!(reply.status, 200, "{}", reply.text);
    assert_eq!(reply.header("content-type"), "application/zip");
    assert_eq!(reply.header("cache-control"), "no-store");
    assert_eq!(reply.header("content-disposition"), "attachment; filename=\"acme.zip\"");
    let files = unpack(&reply.bytes);
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    let expected =
        ["Install.cmd", "muster-agent.msi", "muster-install.ps1", "muster-settings.json"];
    assert_eq!(names, expected);
    assert_eq!(files["muster-agent.msi"], b"a package\n");
    let settings: Value = serde_json::from_slice(&files["muster-settings.json"]).unwrap();
    let token = settings["token"].as_str().unwrap();
    assert_eq!(
        settings,
        json!({
            "server": server.url, "token": token, "arch": "amd64", "kind": "msi",
            "sha256": package, "place": "Acme, It's \u{2019}here\u{2019}", "publisher": "",
            "power": "1", "ping": "0", "rdp": "0",
        })
    );
    // The script has nothing of this installer in it.
    let script = std::str::from_utf8(&files["muster-install.ps1"]).unwrap();
    let values = include_str!("../../../../assets/install/settings.ps1");
    assert_eq!(split(script).0, format!("& {{\n{values}"));
    assert!(script.is_ascii());
    let start = std::str::from_utf8(&files["Install.cmd"]).unwrap();
    assert!(start.is_ascii() && start.lines().count() == start.matches("\r\n").count(), "{start}");
    enrol(&server, token).await.ok();
}

#[tokio::test]
async fn without_a_package_the_archive_has_the_program_in_it() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let sha256 = add_file(&server, "windows-amd64/muster-agent.exe", "an agent\n");

    let reply = ask(&server, location, "exe", json!({ "plat": "windows" })).await;

    assert_eq!(reply.header("content-disposition"), "attachment; filename=\"muster-install.zip\"");
    let files = unpack(&reply.bytes);
    assert_eq!(files["muster-agent.exe"], b"an agent\n");
    let settings: Value = serde_json::from_slice(&files["muster-settings.json"]).unwrap();
    assert_eq!((&settings["kind"], &settings["sha256"]), (&json!("exe"), &json!(sha256)));
}
