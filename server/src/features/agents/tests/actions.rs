//! Ping, power, waking, inventory and versions.

use std::time::{Duration, Instant};

use muster_protocol::{Answer, Inventory, Power, Question, ToAgent, WakeOnLan, question_name};
use serde_json::{Value, json};

use crate::auth::Right;
use crate::testing::{FakeAgent, Identity, Reply, TestServer, data, until};

/// How long a ping waits for its answer.
const PING_LIMIT: Duration = Duration::from_secs(2);

async fn server_and_location() -> (TestServer, crate::testing::Location) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    (server, location)
}

/// What a call shows that pings an agent, which answers. Again if that took too long, on a
/// machine that stood still.
async fn ping(
    agent: &mut FakeAgent,
    answer: Answer,
    call: impl AsyncFn() -> Reply,
) -> (Value, Question) {
    until("the agent answers in time", async || {
        let began = Instant::now();
        let (reply, question) = tokio::join!(call(), agent.answer_next(answer.clone()));
        let shown = reply.ok();
        let is_in_time = shown["status"] == "online" || began.elapsed() < PING_LIMIT;
        is_in_time.then_some((shown, question))
    })
    .await
}

#[tokio::test]
async fn a_ping_reports_whether_the_agent_answers_and_offline_is_an_answer() {
    let (server, location) = server_and_location().await;
    let offline = server.enrol(location, "off").await.agent_id;
    let mut agent = server.add_agent(location, "on").await;
    let path = format!("/agents/{}/ping/", agent.identity.agent_id);

    let get = async || server.admin.get(&path).await;
    let (shown, question) = ping(&mut agent, data(&()), get).await;
    assert_eq!(shown, json!({ "name": "on", "status": "online" }));
    assert_eq!(question.name, question_name::PING);
    let post = async || server.admin.post(&path, Value::Null).await;
    let (shown, _) = ping(&mut agent, Answer::UnknownQuestion, post).await;
    assert_eq!(shown, json!({ "name": "on", "status": "online" }));

    // It is connected and does not answer.
    let reply = server.admin.get(&path).await.ok();
    assert_eq!(reply, json!({ "name": "on", "status": "offline" }));
    let reply = server.admin.get(&format!("/agents/{offline}/ping/")).await.ok();
    assert_eq!(reply, json!({ "name": "off", "status": "offline" }));
    server.admin.get("/agents/nobody/ping/").await.refused(404, "not_found");
}

#[tokio::test]
async fn power_actions_reach_the_agent_and_are_audited() {
    let (server, location) = server_and_location().await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let agent_id = agent.identity.agent_id.clone();
    let cases = [
        ("reboot", json!({}), "reboot", 0, "pc-1 is rebooting."),
        ("reboot", json!({ "delay": 60 }), "reboot", 60, "pc-1 will reboot in 60 s."),
        ("shutdown", json!({}), "shutdown", 0, "pc-1 is shutting down."),
    ];
    for (verb, body, action, delay_seconds, sentence) in cases {
        let path = format!("/agents/{agent_id}/{verb}/");
        let (reply, question) =
            tokio::join!(server.admin.post(&path, body), agent.answer_next(data(&())));
        assert_eq!(reply.ok(), json!(sentence));
        let expected = Power { action: action.to_owned(), delay_seconds };
        assert_eq!(question.read::<Power>().unwrap(), expected);
    }
    let lines = server.audit_lines().await;
    let expected = ["rebooted", "rebooted", "shut down"]
        .map(|verb| format!("admin modify agent admin {verb} pc-1"));
    assert_eq!(lines[2..], expected);

    let path = format!("/agents/{agent_id}/reboot/");
    let problems = server.admin.post(&path, json!({ "delay": -1 })).await.problems();
    assert_eq!(problems, json!({ "delay": ["Must be 0 to 86400."] }));
    drop(agent);
    let offline = server.enrol(location, "pc-2").await.agent_id;
    let path = format!("/agents/{offline}/shutdown/");
    server.admin.post(&path, Value::Null).await.refused(409, "agent_offline");
    let last = server.audit_lines().await.pop().unwrap();
    assert_eq!(last, "admin modify agent admin shut down pc-2");
}

/// An agent that has sent its inventory and is offline.
async fn sleeper(server: &TestServer, location: crate::testing::Location) -> Identity {
    let mut agent = server.add_agent(location, "asleep").await;
    let detail = json!({ "network": [{ "name": "eth0", "mac": "aa:bb:cc:dd:ee:ff" }] });
    let inventory = Inventory { detail: detail.to_string(), ..Inventory::default() };
    let identity = agent.identity.clone();
    let limit = Duration::from_secs(20);
    let agent_id = identity.agent_id.as_str().into();
    let refresh = server.app.agent_link.refresh_inventory(&agent_id, limit);
    let (refreshed, ()) = tokio::join!(refresh, async {
        while agent.receive().await != Some(ToAgent::SendInventory) {}
        agent.send_inventory(inventory).await;
    });
    assert_eq!(refreshed, Ok(()));
    identity
}

#[tokio::test]
async fn a_machine_is_woken_by_one_of_its_site_or_else_of_its_client() {
    let (server, location) = server_and_location().await;
    let path = format!("/agents/{}/wol/", sleeper(&server, location).await.agent_id);
    let detail =
        server.admin.post(&path, Value::Null).await.refused(409, "no_peer")["detail"].clone();
    assert_eq!(detail, "No other agent of the site or client of asleep is online and can wake it.");

    let body = json!({ "site": { "client": location.client, "name": "Branch" } });
    let site = server.admin.post("/clients/sites/", body).await.ok()["id"].as_i64().unwrap();
    let stranger = server.add_site("Other", "Main").await;
    let _stranger = server.add_agent(stranger, "stranger").await;
    let mut far = server.add_agent(crate::testing::Location { site, ..location }, "far").await;
    let (reply, question) =
        tokio::join!(server.admin.post(&path, Value::Null), far.answer_next(data(&())));
    assert_eq!(reply.ok(), json!("far sent the packets that wake asleep."));
    let expected = WakeOnLan { addresses: vec!["aa:bb:cc:dd:ee:ff".to_owned()] };
    assert_eq!(question.read::<WakeOnLan>().unwrap(), expected);

    let mut near = server.add_agent(location, "near").await;
    let (reply, _) =
        tokio::join!(server.admin.post(&path, Value::Null), near.answer_next(data(&())));
    assert_eq!(reply.ok(), json!("near sent the packets that wake asleep."));
    let row = server.audit().await.pop().unwrap();
    assert_eq!(row["message"], "admin woke asleep");
    assert_eq!(row["after_value"], json!({ "wake": ["aa:bb:cc:dd:ee:ff"] }));

    let path = format!("/agents/{}/wol/", near.identity.agent_id);
    let detail =
        server.admin.post(&path, Value::Null).await.refused(409, "conflict")["detail"].clone();
    assert_eq!(detail, "No hardware address of near is known.");
}

#[tokio::test]
async fn a_refresh_answers_once_the_inventory_is_stored() {
    let (server, location) = server_and_location().await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let agent_id = agent.identity.agent_id.clone();
    let inventory = Inventory { make_model: "Acme 1".to_owned(), ..Inventory::default() };

    let path = format!("/agents/{agent_id}/wmi/");
    let (reply, ()) = tokio::join!(server.admin.post(&path, Value::Null), async {
        while agent.receive().await != Some(ToAgent::SendInventory) {}
        agent.send_inventory(inventory).await;
    });

    assert_eq!(reply.ok(), json!("The inventory of pc-1 was refreshed."));
    let read = server.admin.get(&format!("/agents/{agent_id}/")).await.ok();
    assert_eq!(read["make_model"], "Acme 1");
    let last = server.audit_lines().await.pop().unwrap();
    assert_eq!(last, "admin modify agent admin refreshed the inventory of pc-1");
    let offline = server.enrol(location, "pc-2").await.agent_id;
    let path = format!("/agents/{offline}/wmi/");
    server.admin.post(&path, Value::Null).await.refused(409, "agent_offline");
}

#[tokio::test]
async fn versions_name_the_newest_release_and_every_agent_in_scope() {
    let (server, acme) = server_and_location().await;
    let other = server.add_site("Other", "Branch").await;
    let mine = server.enrol(acme, "pc-1").await;
    server.enrol(other, "pc-2").await;
    let narrow = server.scoped_caller(&[Right::ListAgents], &[], &[acme.site]).await;

    let versions = narrow.get("/agents/versions/").await.ok();

    let expected = json!({
        "versions": [crate::VERSION],
        "agents": [{
            "id": 1, "hostname": "pc-1", "agent_id": mine.agent_id, "client": "Acme",
            "site": "Main", "version": "0.1.0",
        }],
    });
    assert_eq!(versions, expected);
    let all = server.admin.get("/agents/versions/").await.ok();
    assert_eq!(all["agents"].as_array().unwrap().len(), 2);
}
