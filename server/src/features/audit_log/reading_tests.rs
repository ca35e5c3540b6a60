//! Reading what belongs to others is logged.

use std::time::Duration;

use serde_json::json;

use crate::auth::Right;
use crate::clock;
use crate::testing::{Client, TestServer};

const HOUR: Duration = Duration::from_secs(3600);

/// What the log says about reading, without the name of the reader.
async fn reads(server: &TestServer, reader: &Client) -> Vec<String> {
    let me = reader.get("/accounts/me/").await.ok()["username"].clone();
    let name = me.as_str().unwrap();
    let lines = server.audit_lines().await.into_iter().filter(|line| line.contains(" view "));
    lines.map(|line| line.replace(name, "ann")).collect()
}

#[tokio::test]
async fn reading_the_output_of_others_is_logged_once_an_hour() {
    clock::stop();
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_agent(location, "pc-1").await.obey().agent_id;
    let command = json!({ "shell": "sh", "cmd": "id", "timeout": 5 });
    server.admin.post(&format!("/agents/{agent}/cmd/"), command).await.ok();
    let ann = server.caller_with(&[Right::ListAgentHistory, Right::SendCmd]).await;
    let read = async |caller: &Client| {
        caller.get("/runs/1/").await.ok();
        caller.get("/runs/1/output/").await.ok();
        caller.get("/runs/").await.ok();
    };

    read(&server.admin).await;
    assert_eq!(reads(&server, &ann).await, [""; 0], "it is the administrator's own");
    for _ in 0..2 {
        read(&ann).await;
    }
    let line = "ann view agent ann read the output of run 1 of admin";
    assert_eq!(reads(&server, &ann).await, [line]);
    clock::advance(HOUR);
    read(&ann).await;
    assert_eq!(reads(&server, &ann).await, [line; 2]);
    // With another credential it is another reader.
    let me = ann.get("/accounts/me/").await.ok()["id"].clone();
    let key = json!({ "name": "second", "user": me });
    let key = server.admin.post("/accounts/apikeys/", key).await.ok()["key"].clone();
    read(&server.anonymous().with_key(key.as_str().unwrap())).await;
    assert_eq!(reads(&server, &ann).await, [line; 3]);
    let row = server.audit().await.into_iter().find(|row| row["action"] == "view").unwrap();
    assert_eq!((&row["agent_id"], &row["site"]["id"]), (&json!(agent), &json!(location.site)));
}

#[tokio::test]
async fn following_the_output_of_others_live_is_logged() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_agent(location, "pc-1").await.obey().agent_id;
    let command = json!({ "shell": "sh", "cmd": "id", "timeout": 60 });
    server.admin.post(&format!("/agents/{agent}/cmd/"), command).await.ok();
    let ann = server.caller_with(&[Right::ListAgentHistory]).await;

    for caller in [&server.admin, &ann] {
        assert_eq!(caller.get("/events/?topics=run:1").await.status, 200);
    }

    let line = "ann view agent ann read the output of run 1 of admin";
    assert_eq!(reads(&server, &ann).await, [line]);
}

#[tokio::test]
async fn reading_results_links_and_code_of_others_is_logged() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    server.add_agent(location, "pc-1").await.obey();
    server.add_program();
    let bulk = json!({ "mode": "command", "target": "all", "shell": "sh", "cmd": "id",
                       "timeout": 5 });
    let link = json!({ "site": location.site, "agenttype": "server", "plat": "linux" });
    let script = json!({ "name": "x", "shell": "shell", "script_body": "id" });
    server.admin.post("/agents/actions/bulk/", bulk).await.ok();
    server.admin.post("/clients/deployments/", link).await.ok();
    server.admin.post("/scripts/", script).await.ok();
    let row = server.audit().await.last().unwrap()["id"].clone();
    let rights = [
        Right::ListAgentHistory,
        Right::ListDeployments,
        Right::ManageDeployments,
        Right::ViewAuditlogs,
        Right::ListScripts,
    ];
    let ann = server.caller_with(&rights).await;

    for caller in [&server.admin, &ann] {
        for path in [
            "/agents/actions/bulk/1/",
            "/agents/actions/bulk/1/results/?format=csv",
            "/agents/actions/bulk/1/results/",
            "/agents/actions/bulk/1/groups/",
            "/clients/deployments/",
            "/clients/deployments/?page=1",
            &format!("/logs/audit/{row}/code/"),
        ] {
            let reply = caller.get(path).await;
            assert_eq!(reply.status, 200, "{path}: {}", reply.text);
        }
    }

    assert_eq!(
        reads(&server, &ann).await,
        [
            "ann view bulk ann read the results of bulk action 1 of admin".to_owned(),
            "ann view deployment ann read 1 installer link of others".to_owned(),
            format!("ann view script ann read the code of admin in audit row {row}"),
        ]
    );
}
