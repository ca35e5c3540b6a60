//! From the line that the API prints to an agent that is online, and back.

use serde_json::{Value, json};

use crate::computer::Computer;
use crate::process::program_path;
use crate::server::Server;
use crate::turn;

fn goarch() -> &'static str {
    match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "x86" => "386",
        "aarch64" => "arm64",
        other => other,
    }
}

fn installer(server_site: &Value, method: &str) -> Value {
    json!({
        "installMethod": method, "plat": "linux", "goarch": goarch(), "agenttype": "workstation",
        "site": server_site, "max_uses": null,
    })
}

async fn site(server: &Server) -> Value {
    server.api.get("/clients/").await.json[0]["sites"][0]["id"].clone()
}

async fn statuses(server: &Server) -> Vec<Value> {
    let agents = server.api.get("/agents/").await.json;
    agents.as_array().expect("a list").iter().map(|agent| agent["status"].clone()).collect()
}

#[tokio::test]
async fn the_line_that_the_api_prints_installs_an_agent_and_uninstall_removes_it() {
    let _turn = turn::shared().await;
    let Some(mut computer) = Computer::start().await else {
        println!("skipped: this user may not have namespaces");
        return;
    };
    let server = Server::start().await;
    let body = installer(&site(&server).await, "manual");
    let line = server.api.post("/agents/installer/", body).await.json["cmd"].clone();
    let line = line.as_str().expect("a line to type");

    let (code, said) = computer.run(line).await;

    assert_eq!(code, 0, "{said}\n{}", computer.read("run/agent.log"));
    let last = format!("muster: done: this computer is an agent of {}", server.url);
    assert_eq!(said.lines().last(), Some(last.as_str()), "{said}");
    assert_eq!(statuses(&server).await, ["online"]);
    let log = computer.read("run/systemctl.log");
    // The agent reads timers for its inventory as soon as it runs.
    let asked: Vec<&str> = log.lines().filter(|line| !line.starts_with("show ")).collect();
    let install = ["daemon-reload", "enable muster-agent.service", "restart muster-agent.service"];
    assert_eq!(asked, install);
    let agent = server.api.get("/agents/").await.json[0].clone();
    assert_eq!(agent["monitoring_type"], "workstation");
    let ran = server.api.run(agent["agent_id"].as_str().unwrap(), "sh", "echo here", 10).await;
    assert_eq!(ran.json["stdout"], "here\n");

    let (code, said) = computer.run(line).await;
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("already enrolled as"), "{said}");
    assert_eq!(statuses(&server).await, ["online"]);

    let (code, said) = computer.run("muster-agent uninstall --yes").await;
    assert_eq!((code, said.lines().count()), (0, 1), "{said}");
    for gone in ["bin/muster-agent", "lib/muster-agent", "units/muster-agent.service"] {
        assert!(!computer.has(gone), "{gone}");
    }
    let rows = server.api.get("/logs/audit/?search=uninstalled").await.json;
    assert_eq!(rows[0]["object_id"], agent["agent_id"], "{rows}");
}

#[tokio::test]
async fn an_installer_that_cannot_do_its_work_says_why_and_leaves_nothing() {
    let _turn = turn::shared().await;
    let Some(mut computer) = Computer::start().await else {
        println!("skipped: this user may not have namespaces");
        return;
    };
    let server = Server::start().await;
    let script =
        server.api.post("/agents/installer/", installer(&site(&server).await, "bash")).await;
    let changed = |name: &str, value: &str| {
        let mut lines: Vec<String> = script.text.lines().map(str::to_owned).collect();
        let line = lines.iter_mut().find(|line| line.starts_with(&format!("{name}="))).unwrap();
        *line = format!("{name}='{value}'");
        lines.join("\n")
    };
    let half: String = script.text.lines().take(60).collect::<Vec<_>>().join("\n");
    let own = goarch();
    let only_z80 =
        format!("this computer is {own}, and the server has only these agents for linux: z80");
    let cases = [
        (
            changed("programs", &format!("{own} 0")),
            1,
            "(its SHA-256 differs): nothing was installed",
        ),
        (changed("programs", "z80 0"), 1, only_z80.as_str()),
        (changed("plat", "darwin"), 1, "this installer is for darwin, and this computer is linux"),
        (changed("server", "http://127.0.0.1:9"), 1, "the agent could not be fetched from "),
        (changed("token", "worn"), 1, "muster: this computer was not enrolled"),
        (half, 2, ""),
    ];
    for (text, expected, sentence) in cases {
        let (code, said) = computer.run(&format!("{}; sh /run/script", put(&text))).await;
        assert_eq!(code, expected, "{said}");
        assert!(said.contains(sentence), "{said}");
        let (_, left) = computer.run("ls /etc/systemd/system /usr/local/bin").await;
        let nothing = "/etc/systemd/system:\n\n/usr/local/bin:\nsudo\nsystemctl";
        assert_eq!(left, nothing, "{said}");
    }
    assert!(statuses(&server).await.is_empty());

    // With nothing changed it works, also by force over an enrolled one.
    let (code, said) = computer.run(&format!("{}; sh /run/script", put(&script.text))).await;
    assert_eq!(code, 0, "{said}");
    let (code, said) = computer.run("sh /run/script --nonsense").await;
    let sentence = "muster: unknown option --nonsense: there is only --force";
    assert_eq!((code, said.as_str()), (1, sentence));
    let (code, said) = computer.run("sh /run/script --force").await;
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("\nenrolled as "), "{said}");
    assert!(statuses(&server).await.contains(&json!("online")));

    // One that was made for an address without TLS warns, and enrols.
    let plain = changed("server", &server.url.replace("127.0.0.1", "0.0.0.0"));
    let (code, said) = computer.run(&format!("{}; sh /run/script --force", put(&plain))).await;
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("warning: http://0.0.0.0:"), "{said}");

    let (code, said) = computer.run("rm -r /run/systemd; sh /run/script").await;
    let sentence =
        "muster: neither systemd nor OpenRC runs here, so the agent cannot be made a service";
    assert_eq!((code, said.as_str()), (1, sentence));
}

#[tokio::test]
async fn the_static_program_is_installed_on_request_and_where_the_usual_one_does_not_run() {
    let _turn = turn::shared().await;
    let Some(mut computer) = Computer::start().await else {
        println!("skipped: this user may not have namespaces");
        return;
    };
    let server = Server::start().await;
    let program = std::fs::read(program_path("muster-agent")).expect("it is built");
    hand_out(&server, "", &[&program, "usual ".as_bytes()].concat());
    hand_out(&server, "-static", &[&program, "static".as_bytes()].concat());
    let mut body = installer(&site(&server).await, "bash");
    let script = server.api.post("/agents/installer/", body.clone()).await.text;
    body["static"] = json!(1);
    let on_request = server.api.post("/agents/installer/", body).await.text;
    let glibc = |answer: &str| {
        let text = format!("#!/bin/sh\n{answer}\n");
        format!("printf '{text}' >/usr/local/bin/getconf; chmod +x /usr/local/bin/getconf")
    };

    assert_eq!(which(&mut computer, "true", &script).await.0, "usual ");
    assert_eq!(which(&mut computer, "true", &on_request).await.0, "static");
    // As on Alpine, which has none, and with one that is too old.
    for answer in ["exit 1", "echo glibc 2.12"] {
        assert_eq!(which(&mut computer, &glibc(answer), &script).await.0, "static", "{answer}");
    }
    assert_eq!(which(&mut computer, &glibc("echo glibc 2.17"), &script).await.0, "usual ");
    hand_out(&server, "", b"#!/bin/sh\nexit 1\n");
    let body = installer(&site(&server).await, "bash");
    let script = server.api.post("/agents/installer/", body).await.text;
    let (installed, said) = which(&mut computer, "true", &script).await;
    assert_eq!(installed, "static");
    let sentence = format!("muster: the program for {} does not run on this computer\n", goarch());
    assert!(said.contains(&sentence), "{said}");
}

/// Puts an agent where the server looks for agents for this kind of computer.
fn hand_out(server: &Server, build: &str, program: &[u8]) {
    let usual = server.handed_out();
    let folder = usual.parent().expect("a folder");
    let folder = folder.with_file_name(format!("linux-{}{build}", goarch()));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("muster-agent"), program).expect("it is written");
}

/// Runs a script after some preparation, and removes the agent again: how the program
/// ended that it installed, and what it said.
async fn which(computer: &mut Computer, before: &str, script: &str) -> (String, String) {
    let (code, said) = computer.run(&format!("{}; {before}; sh /run/script", put(script))).await;
    assert_eq!(code, 0, "{said}");
    let (_, end) = computer.run("tail -c 6 /usr/local/bin/muster-agent; echo .").await;
    let (code, removed) = computer.run("muster-agent uninstall --yes").await;
    assert_eq!(code, 0, "{removed}");
    (end.trim_end_matches('.').to_owned(), said)
}

/// The command that puts a text into a file.
fn put(text: &str) -> String {
    format!("printf %s '{}' >/run/script", text.replace('\'', r"'\''"))
}
