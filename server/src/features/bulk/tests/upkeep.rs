//! Updating and repairing many agents at once.

use muster_protocol::{RecoverAgent, UpdateAgent, downgrade_to_sign, order_name, package_to_sign};
use ring::signature::{ED25519, UnparsedPublicKey};

use super::*;
use crate::auth::Right;

const UPDATE: &str = "/agents/update/";

fn bytes(hex: &str) -> Vec<u8> {
    let pair = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
    (0..hex.len()).step_by(2).map(pair).collect()
}

#[tokio::test]
async fn outdated_agents_are_sent_a_signed_program_and_others_are_skipped_with_a_reason() {
    let (server, _, mut agents) = server_with_agents(3).await;
    server.add_release("0.2.0");
    change(&server, "update agents set version = '0.2.0' where hostname = 'pc-2'").await;
    change(&server, "update agents set goarch = 'arm' where hostname = 'pc-3'").await;

    let bulk = start(&server, json!({ "mode": "update", "target": "all" })).await;

    let order = agents[0].next_order().await;
    assert_eq!(order.name, order_name::UPDATE_AGENT);
    let update: UpdateAgent = order.read().unwrap();
    let program = server.anonymous().get(&update.path).await;
    assert_eq!(program.text, "muster-agent release 0.2.0;\n");
    assert_eq!(program.header("etag"), format!("\"{}\"", update.sha256));
    let key = bytes(&agents[0].welcome.package_key);
    let text = package_to_sign("linux", "amd64", "0.2.0", &update.sha256);
    UnparsedPublicKey::new(&ED25519, key).verify(&text, &bytes(&update.signature)).unwrap();
    let expected = UpdateAgent {
        version: "0.2.0".to_owned(),
        path: "/link/agent/linux/amd64/".to_owned(),
        timeout_seconds: 3600,
        trial_seconds: 120,
        ..update.clone()
    };
    assert_eq!(update, expected);
    agents[0].finish(&order.run_id, "", "", 0).await;
    let bulk = until_status(&server, &bulk, "finished").await;
    assert_eq!(
        results(&server, &bulk).await,
        [
            "pc-1 passed",
            "pc-2 skipped it runs release 0.2.0 already",
            "pc-3 skipped this server has no agent program for linux on arm",
        ]
    );
    let run = server.admin.get("/runs/").await.ok()[0].clone();
    assert_eq!(run["type"], "agent_update");
}

#[tokio::test]
async fn an_agent_whose_program_is_static_becomes_no_other_than_a_static_one() {
    let (server, _, mut agents) = server_with_agents(1).await;
    server.add_release("0.2.0");
    let is_static = "update agent_capabilities set names = names || ' static_program'";
    change(&server, is_static).await;
    let body = json!({ "mode": "update", "target": "all" });
    let bulk = start(&server, body.clone()).await;
    let bulk = until_status(&server, &bulk, "finished").await;
    let none = "pc-1 skipped this server has no agent program for linux on amd64-static";
    assert_eq!(results(&server, &bulk).await, [none]);

    server.add_release_of("linux-amd64-static", "0.3.0");
    start(&server, body).await;

    let update: UpdateAgent = agents[0].next_order().await.read().unwrap();
    assert_eq!(update.path, "/link/agent/linux/amd64/?file=static");
    let program = server.anonymous().get(&update.path).await;
    assert_eq!(program.text, "muster-agent release 0.3.0;\n");
    let key = UnparsedPublicKey::new(&ED25519, bytes(&agents[0].welcome.package_key));
    let text = package_to_sign("linux", "amd64-static", "0.3.0", &update.sha256);
    key.verify(&text, &bytes(&update.signature)).unwrap();
}

#[tokio::test]
async fn an_agent_goes_back_to_an_older_release_only_if_it_is_named() {
    let (server, _, mut agents) = server_with_agents(1).await;
    server.add_release("0.0.9");
    let id = agents[0].identity.agent_id.clone();

    let unnamed = json!({ "agent_ids": [id] });
    let bulk = server.admin.post(&format!("{UPDATE}?detail=true"), unnamed).await.ok();
    let newer = "pc-1 skipped it runs release 0.1.0, which is newer than 0.0.9";
    assert_eq!(results(&server, &bulk).await, [newer]);
    let named = json!({ "agent_ids": [id], "version": "0.0.9" });
    assert_eq!(server.admin.post(UPDATE, named).await.ok(), "update was started on 1 agents");

    let update: UpdateAgent = agents[0].next_order().await.read().unwrap();
    assert_eq!((update.version.as_str(), update.allow_downgrade), ("0.0.9", true));
    let key = UnparsedPublicKey::new(&ED25519, bytes(&agents[0].welcome.package_key));
    let signature = bytes(&update.signature);
    let text = downgrade_to_sign("linux", "amd64", "0.0.9", &update.sha256);
    key.verify(&text, &signature).unwrap();
    // It is no signature for agents that are older still.
    let text = package_to_sign("linux", "amd64", "0.0.9", &update.sha256);
    key.verify(&text, &signature).unwrap_err();
}

#[tokio::test]
async fn an_offline_agent_is_updated_when_it_is_back() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    server.add_release("0.2.0");
    let identity = server.enrol(location, "pc-1").await;
    assert_eq!(server.admin.get("/agents/versions/").await.ok()["versions"], json!(["0.2.0"]));

    let reply = server.admin.post(UPDATE, json!({ "agent_ids": [identity.agent_id] })).await;
    let sentence = "update was started on 0 agents, 1 offline agent will follow";
    assert_eq!(reply.ok(), sentence);

    let pending = server.admin.get("/logs/pendingactions/?type=agentupdate").await.ok();
    let action = &pending[0];
    assert_eq!(action["details"], json!({ "url": "/link/agent/linux/amd64/", "version": "0.2.0" }));
    assert_eq!(action["status"], "pending");
    assert_eq!(
        server.audit_lines().await.last().unwrap(),
        "admin bulk_action bulk admin started the bulk action update on 1 agents"
    );
    let mut agent = server.connect(&identity).await;
    let order = agent.next_order().await;
    agent.finish(&order.run_id, "", "", 0).await;
    let bulk = server.admin.get(BULK).await.ok()[0].clone();
    until_status(&server, &bulk, "finished").await;
    assert_eq!(server.admin.get("/logs/pendingactions/?status=pending").await.ok(), json!([]));
}

#[tokio::test]
async fn an_update_needs_agents_and_a_release_that_this_server_has() {
    let (server, _, agents) = server_with_agents(1).await;
    let reasons = async |body: Value| {
        let reply = server.admin.post(&format!("{UPDATE}?detail=true"), body).await;
        results(&server, &reply.ok()).await
    };
    let id = agents[0].identity.agent_id.clone();
    let none = "pc-1 skipped this server has no agent program for linux on amd64";
    assert_eq!(reasons(json!({ "agents": [id] })).await, [none]);
    server.add_program();
    let unknown = "pc-1 skipped the agent program for linux on amd64 does not say its release";
    assert_eq!(reasons(json!({ "agents": [1] })).await, [unknown]);
    server.add_release("0.2.0");
    let other = "pc-1 skipped this server has release 0.2.0 for it and not 0.3.0";
    assert_eq!(reasons(json!({ "agent_ids": [1], "version": "0.3.0" })).await, [other]);
    server.add_release("0.0.9");
    let newer = "pc-1 skipped it runs release 0.1.0, which is newer than 0.0.9";
    assert_eq!(reasons(json!({ "agent_ids": [1], "version": null })).await, [newer]);
    server.add_release("0.1.0");
    let same = "pc-1 skipped it runs release 0.1.0 already";
    assert_eq!(reasons(json!({ "agent_ids": [1], "version": "0.1.0" })).await, [same]);

    let problems = async |body: Value| server.admin.post(UPDATE, body).await.problems();
    let required = "Send a list of agents.";
    assert_eq!(problems(json!({})).await, json!({ "agents": [required] }));
    assert_eq!(problems(json!({ "agent_ids": 5 })).await, json!({ "agent_ids": [required] }));
    assert_eq!(
        problems(json!({ "agent_ids": [true], "version": [5], "queue_hours": 721 })).await,
        json!({
            "agent_ids[0]": ["Must be an agent_id or a key."],
            "queue_hours": ["Must be 1 to 720."],
            "version": ["Must be text."],
        })
    );
    let somebody = server.caller_with(&[Right::ListAgents, Right::RunBulk]).await;
    somebody.post(UPDATE, json!({ "agent_ids": [1] })).await.refused(403, "forbidden");
}

#[tokio::test]
async fn all_agents_in_scope_are_repaired_at_once() {
    let (server, location, mut agents) = server_with_agents(1).await;
    let elsewhere = server.add_site("Other", "Site").await;
    let _other = server.add_agent(elsewhere, "other").await;
    let rights = [Right::RecoverAgents, Right::RunBulk];
    let caller = server.scoped_caller(&rights, &[location.client], &[]).await;

    let reply = caller.post("/agents/bulkrecovery/", json!({})).await;

    assert_eq!(reply.ok(), "recover was started on 1 agents");
    let order = agents[0].next_order().await;
    assert_eq!(order.name, order_name::RECOVER_AGENT);
    let part = "agent".to_owned();
    assert_eq!(order.read::<RecoverAgent>().unwrap(), RecoverAgent { part });
    let reply = server.admin.post("/agents/bulkrecovery/", json!({ "mode": "all" })).await;
    let sentence = "Must be one of agent, remote, tacagent, mesh.";
    assert_eq!(reply.problems(), json!({ "mode": [sentence] }));
    let half = server.caller_with(&[Right::RecoverAgents]).await;
    half.post("/agents/bulkrecovery/", json!({})).await.refused(403, "forbidden");
}
