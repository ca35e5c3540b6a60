//! How agents learn of a freeze.

use std::time::Duration;

use muster_protocol::{Order, Power, RunCommand, ToAgent, order_name, question_name};
use serde_json::{Value, json};

use super::{assert_signed, command, freeze, next_flag, thaw};
use crate::agent_link::{Unanswered, Undelivered};
use crate::features::freeze::SWEEP;
use crate::ids::AgentId;
use crate::testing::{TestServer, data};

const LIMIT: Duration = Duration::from_secs(20);

#[tokio::test]
async fn an_order_that_waits_comes_after_the_thaw_without_a_reconnect() {
    let server = TestServer::start().await;
    let away = server.enrol(server.add_site("Acme", "Main").await, "pc-1").await;
    let body = json!({ "script": server.add_script("look").await, "output": "forget" });
    server.admin.post(&format!("/agents/{}/runscript/", away.agent_id), body).await.ok();
    freeze(&server, Value::Null).await;

    let mut agent = server.connect(&away).await;
    let frozen = agent.welcome.freeze.clone().unwrap();
    assert!(frozen.frozen);
    assert_signed(&server, &away.agent_id, &frozen);
    agent.catch_up().await;

    thaw(&server, None).await;
    let thawed = next_flag(&server, &mut agent).await;
    assert!(!thawed.frozen && thawed.serial > frozen.serial);
    agent.next_order().await;
    let identity = agent.identity.clone();
    drop(agent);
    let welcome = server.connect(&identity).await.welcome;
    assert_eq!(welcome.freeze.unwrap(), thawed, "an agent that missed it gets it now");
}

#[tokio::test]
async fn a_connection_passes_nothing_on_to_a_frozen_agent_but_what_reads() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    assert_eq!(agent.welcome.freeze, None, "nothing was ever frozen here");
    freeze(&server, Value::Null).await;
    assert!(next_flag(&server, &mut agent).await.frozen);

    let agent_id = AgentId::from(agent.identity.agent_id.as_str());
    let link = &server.app.agent_link;
    let run = RunCommand {
        shell: "sh".to_owned(),
        command: "id".to_owned(),
        timeout_seconds: 5,
        run_as_user: false,
        output_limit: 100,
    };
    let order = Order::new("a".repeat(32), order_name::RUN_COMMAND, &run);
    assert_eq!(link.send(&agent_id, order).await, Err(Undelivered::Frozen));
    let power = Power { action: "reboot".to_owned(), delay_seconds: 0 };
    let refused = link.ask_agent::<_, ()>(&agent_id, question_name::POWER, &power, LIMIT).await;
    assert_eq!(refused, Err(Unanswered::Frozen));
    let ping = link.ask_agent::<_, ()>(&agent_id, question_name::PING, &(), LIMIT);
    let (answered, question) = tokio::join!(ping, agent.answer_next(data(&())));
    assert_eq!((answered, question.name.as_str()), (Ok(()), question_name::PING));
}

#[tokio::test]
async fn an_agent_that_does_not_know_the_flag_gets_no_orders_either() {
    let server = TestServer::start().await;
    let mut old = server.enrol(server.add_site("Acme", "Main").await, "pc-1").await;
    old.capabilities.retain(|name| name != "freeze");
    let body = json!({ "script": server.add_script("look").await, "output": "forget" });
    server.admin.post(&format!("/agents/{}/runscript/", old.agent_id), body).await.ok();
    freeze(&server, Value::Null).await;
    let mut agent = server.connect(&old).await;
    (SWEEP.handler)(server.app.clone()).await.unwrap();
    agent.catch_up().await;

    thaw(&server, None).await;
    agent.next_order().await;
}

#[tokio::test]
async fn an_agent_that_moves_into_a_frozen_client_is_frozen() {
    let server = TestServer::start().await;
    let (cold, warm) = (server.add_site("A", "Main").await, server.add_site("B", "Main").await);
    let mut agent = server.add_agent(warm, "pc-1").await;
    let path = format!("/agents/{}/", agent.identity.agent_id);
    freeze(&server, json!(cold.client)).await;
    assert!(!next_flag(&server, &mut agent).await.frozen);

    server.admin.put(&path, json!({ "site": cold.site })).await.ok();
    server.admin.post(&format!("{path}cmd/"), command()).await.refused(409, "frozen");
    (SWEEP.handler)(server.app.clone()).await.unwrap();
    let is_freeze = |message: ToAgent| matches!(message, ToAgent::Freeze(flag) if flag.frozen);
    while !is_freeze(agent.receive().await.expect("the connection stays open")) {}
}

#[tokio::test]
async fn no_agent_leaves_a_frozen_client_for_one_that_is_not() {
    let server = TestServer::start().await;
    let (cold, warm) = (server.add_site("A", "Main").await, server.add_site("B", "Main").await);
    let client = json!({ "client": cold.client });
    let site = json!({ "client": cold.client, "name": "Second" });
    server.admin.post("/clients/sites/", json!({ "site": site })).await.ok();
    let agent = server.enrol(cold, "pc-1").await.agent_id;
    let admin = &server.admin;
    let put = async |path: String, body: Value| admin.put(&path, body).await;
    let to_site = json!({ "site": warm.site });
    let to_client = json!({ "site": { "client": warm.client } });
    let bulk = json!({ "target": "all", "mode": "edit", "fields": to_site });
    let (agents, sites) = (format!("/agents/{agent}/"), format!("/clients/sites/{}/", cold.site));
    let moved = format!("?move_to_site={}", warm.site);
    admin.post("/core/freeze/", client).await.ok();

    put(agents.clone(), to_site.clone()).await.refused(409, "frozen");
    put(sites.clone(), to_client).await.refused(409, "frozen");
    admin.post("/agents/actions/bulk/", bulk).await.refused(409, "frozen");
    for path in [sites, format!("/clients/{}/", cold.client)] {
        admin.delete(&format!("{path}{moved}")).await.refused(409, "frozen");
    }
    put(agents.clone(), json!({ "description": "x", "site": cold.site })).await.ok();

    freeze(&server, Value::Null).await;
    put(agents, to_site).await.ok();
    admin.post(&format!("/agents/{agent}/cmd/"), command()).await.refused(409, "frozen");
}
