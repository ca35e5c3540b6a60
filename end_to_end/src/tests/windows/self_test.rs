//! A Windows agent that tries everything it can do, and says what it found.

use std::collections::BTreeMap;

use crate::server::Server;
use crate::turn;
use crate::windows::WindowsAgent;

/// What Wine has, so that each of these really works there. It has neither access lists nor
/// the program `ping`, which other steps start.
const WORKS: [&str; 15] = [
    "program",
    "ledger",
    "task",
    "signatures",
    "service",
    "shell_cmd",
    "script",
    "list_processes",
    "certificates",
    "list_services",
    "read_service",
    "inventory",
    "disks",
    "metrics",
    "read_registry",
];

/// What would change the computer is never tried.
const NOT_TRIED: [&str; 5] =
    ["install_updates", "change_software", "update_agent", "recover_agent", "uninstall"];

#[tokio::test]
async fn an_agent_reports_what_works_and_does_not_try_what_would_change_something() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let agent = WindowsAgent::join(&server).await;

    let reply = server.api.get(&format!("/agents/{}/self-test/", agent.id)).await;

    println!("{:#}", reply.json);
    assert_eq!(reply.status, 200, "{}", reply.text);
    assert_eq!((&reply.json["plat"], &reply.json["goarch"]), (&"windows".into(), &"amd64".into()));
    let steps = reply.json["steps"].as_array().expect("a list");
    let text = |step: &serde_json::Value, name: &str| step[name].as_str().unwrap().to_owned();
    let statuses: BTreeMap<String, (String, String)> = steps
        .iter()
        .map(|step| (text(step, "name"), (text(step, "status"), text(step, "detail"))))
        .collect();
    for (names, expected) in [(&WORKS[..], "works"), (&NOT_TRIED[..], "not_tried")] {
        for name in names {
            let (status, detail) = &statuses[*name];
            assert_eq!(status, expected, "{name}: {detail}");
        }
    }
    // Wine has no log, and a PowerShell that answers nothing: neither may pass for working.
    for name in ["log_application", "shell_powershell"] {
        assert_eq!(statuses[name].0, "failed", "{:?}", statuses[name]);
    }
}
