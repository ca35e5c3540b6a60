//! Names and addresses that would like to be code.
#![expect(clippy::disallowed_methods, reason = "only a shell can say how a shell reads")]

use std::process::Command;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::{add_file, ask};
use crate::testing::{Location, TestServer};

const NAMES: &[&str] = &[
    "'; touch owned; '",
    "$(touch owned) `touch owned`",
    "'; New-Item owned; '",
    "\u{2019}; New-Item owned; \u{2019}",
    // Read in the code page of Western Europe, the second byte of this is a quote.
    "\u{d1}; New-Item owned; \u{d1}",
    "\"; New-Item owned; $env:TEMP",
    "@TOKEN@ @SERVER@",
    "}} & { New-Item owned",
    "50% \\ | & < > ^ !",
];

async fn sites(server: &TestServer) -> Vec<(Location, String)> {
    let mut all = Vec::new();
    for name in NAMES {
        let location = server.add_site(name, name).await;
        all.push((location, format!("{name}, {name}")));
    }
    all
}

#[tokio::test]
async fn no_name_becomes_code_in_a_shell() {
    let server = TestServer::start().await;
    server.add_program();
    let folder = tempfile::tempdir().unwrap();
    for (location, place) in sites(&server).await {
        let script = ask(&server, location, "bash", json!({})).await.text;
        // The values, and nothing that installs.
        let values = script.split("\nprogram=").next().unwrap();
        let script = format!("{values}\nprintf %s \"$place\"");
        let mut shell = Command::new("sh");
        let ran = shell.args(["-c", &script]).current_dir(folder.path()).output().unwrap();
        assert_eq!(String::from_utf8(ran.stdout).unwrap(), place);
        assert_eq!(ran.stderr, b"");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn no_name_becomes_code_in_powershell() {
    let server = TestServer::start().await;
    add_file(&server, "windows-amd64/muster-agent.exe", "an agent\n");
    for (location, place) in sites(&server).await {
        let more = json!({ "plat": "windows" });
        let script = ask(&server, location, "powershell", more).await.text;
        let line = script.lines().find(|line| line.starts_with("$place = ")).unwrap();
        let encoded = line
            .strip_prefix("$place = ([Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('")
            .and_then(|rest| rest.strip_suffix("')))"))
            .unwrap();
        assert_eq!(STANDARD.decode(encoded).unwrap(), place.as_bytes());
        assert!(script.is_ascii());
        // The name is nowhere else.
        let others = script.replace(line, "");
        assert!(!others.contains("owned") && !others.contains(encoded), "{others}");
    }
}

#[tokio::test]
async fn a_terminal_is_sent_no_control_characters() {
    let server = TestServer::start().await;
    server.add_program();
    let location = server.add_site("Acme\u{1b}[2J", "Main\nplace=owned").await;
    let script = ask(&server, location, "bash", json!({})).await.text;
    assert!(script.contains("\nplace='Acme [2J, Main place=owned'\n"), "{script}");
}

#[tokio::test]
async fn an_address_that_is_not_plain_is_refused() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    server.add_program();
    add_file(&server, "windows-amd64/muster-agent.msi", "a package\n");
    for api in [
        "https://x/'; touch owned; '",
        "https://x/$(touch owned)",
        "https://x/`touch owned`",
        "https://x\" & calc & \"",
        "https://x\u{2019}",
        "https://x/ TOKEN=other",
        "https://x/\nserver=other",
        "https://x/%TEMP%",
        "https://user@x/|iex",
    ] {
        for (method, plat) in [("manual", "linux"), ("manual", "windows"), ("exe", "windows")] {
            let more = json!({ "plat": plat, "api": api });
            let problems = ask(&server, location, method, more).await.problems();
            let sentence = "Must be an address such as https://rmm.example.com.";
            assert_eq!(problems, json!({ "api": [sentence] }), "{api}");
        }
    }
    assert_eq!(server.admin.get("/clients/deployments/").await.ok(), json!([]));
}

#[tokio::test]
async fn a_host_that_is_not_plain_gets_no_installer() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    server.add_program();
    let caller = server.admin.with_header("Host", "x';touch owned;'");
    let mut body = super::link(location, Value::Object(Default::default()));
    body["installMethod"] = json!("bash");
    assert_eq!(caller.post("/agents/installer/", body).await.status, 400);
    assert_eq!(server.admin.get("/clients/deployments/").await.ok(), json!([]));
}
