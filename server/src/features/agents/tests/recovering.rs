//! Repairing one agent.

use muster_protocol::{End, FromAgent, RecoverAgent, order_name};
use serde_json::json;

use crate::auth::Right;
use crate::testing::{TestServer, outcome};

#[tokio::test]
async fn an_agent_is_asked_to_restart_and_confirms_it() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let path = format!("/agents/{}/recover/", agent.identity.agent_id);

    let obey = async {
        let order = agent.next_order().await;
        assert_eq!(order.name, order_name::RECOVER_AGENT);
        let part = "agent".to_owned();
        assert_eq!(order.read::<RecoverAgent>().unwrap(), RecoverAgent { part });
        agent.finish(&order.run_id, "", "", 0).await;
    };
    let (reply, ()) = tokio::join!(server.admin.post(&path, json!({})), obey);

    let run = server.admin.get("/runs/").await.ok()[0].clone();
    assert_eq!(reply.header("x-run-id"), run["id"].to_string());
    assert_eq!(reply.ok(), "The agent on pc-1 is restarting.");
    assert_eq!((&run["type"], &run["status"]), (&json!("recover"), &json!("passed")));
    let line = server.audit_lines().await.pop().unwrap();
    assert_eq!(line, "admin modify agent admin repaired pc-1");
}

#[tokio::test]
async fn the_remote_control_part_is_repaired_by_callers_who_may_use_it() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let path = format!("/agents/{}/remote/recover/", agent.identity.agent_id);
    let obey = async {
        let order = agent.next_order().await;
        let part = "remote".to_owned();
        assert_eq!(order.read::<RecoverAgent>().unwrap(), RecoverAgent { part });
        agent.finish(&order.run_id, "", "", 0).await;
    };
    let technician = server.caller_with(&[Right::UseRemote]).await;
    let (reply, ()) = tokio::join!(technician.post(&path, json!({})), obey);
    assert_eq!(reply.ok(), "The remote sessions on pc-1 have ended; new ones can be opened.");

    let other = server.caller_without(Right::UseRemote).await;
    other.post(&path, json!({})).await.refused(403, "forbidden");
    let elsewhere = server.add_site("Other", "Main").await;
    let stranger = server.scoped_caller(Right::ALL, &[elsewhere.client], &[]).await;
    stranger.post(&path, json!({})).await.refused(404, "not_found");
}

#[tokio::test]
async fn a_failed_repair_is_refused_with_the_agents_message() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let path = format!("/agents/{}/recover/", agent.identity.agent_id);
    let refuse = async {
        let run_id = agent.next_order().await.run_id;
        agent.send(FromAgent::Accepted { run_id: run_id.clone() }).await;
        let end = End::CouldNotStart { reason: "no such part".to_owned() };
        agent.send(FromAgent::Finished { run_id, outcome: outcome(end, 0, 0) }).await;
    };
    let (reply, ()) = tokio::join!(server.admin.post(&path, json!({ "mode": "remote" })), refuse);
    assert_eq!(reply.refused(400, "agent_error")["detail"], "no such part");

    let reply = server.admin.post(&path, json!({ "mode": "everything" })).await;
    let sentence = "Must be one of agent, remote, tacagent, mesh.";
    assert_eq!(reply.problems(), json!({ "mode": [sentence] }));
    let away = server.enrol(location, "pc-2").await;
    let path = format!("/agents/{}/recover/", away.agent_id);
    server.admin.post(&path, json!({})).await.refused(409, "agent_offline");
}
