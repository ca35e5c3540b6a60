//! From the line that the API prints to an agent that is online, and back.

use serde_json::{Value, json};

use crate::computer::Computer;
use crate::server::Server;
use crate::turn;

fn installer(server_site: &Value, method: &str) -> Value {
    let goarch = match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "x86" => "386",
        "aarch64" => "arm64",
        other => other,
    };
    json!({
        "installMethod": method, "plat": "linux", "goarch": goarch, "agenttype": "workstation",
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
    let asked = "daemon-reload\nenable muster-agent.service\nrestart muster-agent.service\n";
    assert_eq!(computer.read("run/systemctl.log"), asked);
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
    let cases = [
        (changed("sha256", "0"), 1, "(its SHA-256 differs): nothing was installed"),
        (changed("arch", "z80"), 1, "this installer is for z80, and this computer is "),
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
}

/// The command that puts a text into a file.
fn put(text: &str) -> String {
    format!("printf %s '{}' >/run/script", text.replace('\'', r"'\''"))
}
