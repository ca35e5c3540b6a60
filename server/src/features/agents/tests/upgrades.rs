//! Agents that are updated automatically.

use muster_protocol::{UpdateAgent, order_name};
use serde_json::json;

use crate::clock;
use crate::features::agents::auto_update::update_outdated;
use crate::testing::{TestServer, until_equal};

#[tokio::test]
async fn an_outdated_agent_is_updated_in_its_round_once_a_day() {
    clock::stop(); // Rounds begin when the test says so.
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let _away = server.enrol(location, "pc-2").await;
    let id = server.admin.get("/agents/?search=pc-1").await.ok()[0]["id"].as_i64().unwrap();
    let runs = async || server.admin.get("/runs/").await.ok();

    // No program to hand out, and then none that is newer.
    update_outdated(&server.app, id % 12).await.unwrap();
    server.add_release("0.1.0");
    update_outdated(&server.app, id % 12).await.unwrap();
    server.add_release("0.0.1");
    update_outdated(&server.app, id % 12).await.unwrap();
    server.add_release("0.2.0");
    update_outdated(&server.app, (id + 1) % 12).await.unwrap();
    assert_eq!(runs().await, json!([]));

    update_outdated(&server.app, id % 12).await.unwrap();
    let order = agent.next_order().await;
    assert_eq!(order.name, order_name::UPDATE_AGENT);
    assert_eq!(order.read::<UpdateAgent>().unwrap().version, "0.2.0");
    agent.finish(&order.run_id, "", "", 1).await;
    let failed = "the update of the agent failed in run 1: it ended with code 1";
    let logged = [format!("error agent_update pc-1 {failed}")];
    until_equal(&logged, async || server.debug_lines().await).await;
    update_outdated(&server.app, id % 12).await.unwrap();

    let all = runs().await;
    assert_eq!(all.as_array().unwrap().len(), 1);
    assert_eq!((&all[0]["type"], &all[0]["username"]), (&json!("agent_update"), &json!("system")));
}

#[tokio::test]
async fn no_agent_is_updated_when_the_settings_forbid_it() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let _agent = server.add_agent(location, "pc-1").await;
    server.add_release("0.2.0");
    server.admin.put("/core/settings/", json!({ "agent_auto_update": false })).await.ok();
    for round in 0..12 {
        update_outdated(&server.app, round).await.unwrap();
    }
    assert_eq!(server.admin.get("/runs/").await.ok(), json!([]));
}
