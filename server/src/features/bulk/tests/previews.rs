//! The agents that a bulk action would reach.

use serde_json::{Value, json};

use super::{BULK, change, command, server_with_agents, with};
use crate::testing::TestServer;

async fn preview(server: &TestServer, body: Value) -> Value {
    server.admin.post(&format!("{BULK}preview/"), body).await.ok()
}

/// `hostname outcome reason` of each agent.
fn lines(preview: &Value) -> Vec<String> {
    let text = |row: &Value, name: &str| row[name].as_str().unwrap().to_owned();
    let agents = preview["agents"].as_array().unwrap().iter();
    agents
        .map(|row| ["hostname", "outcome", "reason"].map(|name| text(row, name)).join(" "))
        .map(|line| line.trim().to_owned())
        .collect()
}

#[tokio::test]
async fn a_preview_shows_what_would_happen_to_each_agent_and_starts_nothing() {
    let (server, location, agents) = server_with_agents(1).await;
    let away = server.enrol(location, "pc-2").await;
    change(
        &server,
        "update agents set plat = 'windows', description = 'Payroll', boot_time = 12.0,
                logged_in_username = 'chen' where hostname = 'pc-2'",
    )
    .await;
    let body = with(command(json!({ "target": "all" })), json!({ "shell": "cmd" }));

    let answer = preview(&server, body).await;

    let agent = |id: &str, host: &str, plat: &str, status: &str, outcome: &str, reason: &str| {
        json!({ "agent_id": id, "hostname": host, "client": "Acme", "site": "Main", "plat": plat,
                "status": status, "outcome": outcome, "reason": reason, "description": "",
                "logged_username": "", "boot_time": null })
    };
    let about = json!({ "description": "Payroll", "logged_username": "chen", "boot_time": 12.0 });
    let expected = json!({
        "count": 2, "online": 1, "offline": 1, "skipped": 1,
        "agents": [
            agent(&agents[0].identity.agent_id, "pc-1", "linux", "online", "skip",
                  "the command runs only on Windows"),
            with(agent(&away.agent_id, "pc-2", "windows", "offline", "queue", ""), about),
        ],
    });
    assert_eq!(answer, expected);
    assert_eq!(server.admin.get(BULK).await.ok(), json!([]));
    assert_eq!(server.admin.get("/runs/").await.ok(), json!([]));
}

#[tokio::test]
async fn each_kind_of_target_selects_its_agents() {
    let (server, location, agents) = server_with_agents(2).await;
    let other = server.add_site("Other", "Branch").await;
    let away = server.enrol(other, "server-1").await;
    change(&server, "update agents set monitoring_type = 'workstation' where hostname = 'pc-2'")
        .await;
    let meant = async |target: Value| lines(&preview(&server, command(target)).await);
    let one = agents[0].identity.agent_id.as_str();

    let all = ["pc-1 run", "pc-2 run", "server-1 queue"];
    assert_eq!(meant(json!({ "target": "all" })).await, all);
    assert_eq!(meant(json!({ "target": "client", "client": location.client })).await, all[..2]);
    assert_eq!(meant(json!({ "target": "site", "site": other.site })).await, all[2..]);
    let named = json!({ "target": "agents", "agents": [one, away.agent_id, 1] });
    assert_eq!(meant(named).await, ["pc-1 run", "server-1 queue"]);
    assert_eq!(meant(json!({ "target": "all", "monType": "workstations" })).await, ["pc-2 run"]);
    let servers = json!({ "target": "all", "monType": "servers", "osType": "linux" });
    assert_eq!(meant(servers).await, ["pc-1 run", "server-1 queue"]);
    assert_eq!(meant(json!({ "target": "all", "osType": "windows" })).await, [""; 0]);
    let filter = |filter: Value| json!({ "target": "filter", "filter": filter });
    let client = json!({ "client": location.client.to_string(), "monitoring_type": "server" });
    assert_eq!(meant(filter(client)).await, ["pc-1 run"]);
    assert_eq!(meant(filter(json!({ "status": "offline" }))).await, all[2..]);
    assert_eq!(meant(filter(json!({ "search": "pc-2 acme" }))).await, ["pc-2 run"]);
    assert_eq!(meant(filter(json!({}))).await, all);
    let body = command(filter(json!({ "plat": "amiga" })));
    let problems = server.admin.post(&format!("{BULK}preview/"), body).await.problems();
    assert_eq!(problems, json!({ "filter.plat": ["Must be one of windows, linux, darwin."] }));
}
