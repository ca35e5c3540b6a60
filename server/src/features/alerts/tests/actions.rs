//! What templates run when something fails and when it recovers.

use std::time::Duration;

use muster_alerting::Severity;
use muster_protocol::{FromAgent, RunScript};
use serde_json::{Value, json};

use super::{Scene, add_template, pick, settled};
use crate::clock;
use crate::testing::{WebhookReceiver, until_equal};

const RESULT: [&str; 3] = ["action_stdout", "action_stderr", "action_retcode"];

#[tokio::test]
async fn the_script_of_a_template_runs_once_on_the_agent_and_its_output_is_on_the_alert() {
    let scene = Scene::new().await;
    let mut agent = scene.server.connect(&scene.agent).await;
    let script = scene.server.add_script("repair").await;
    let template = json!({
        "name": "t", "action_type": "script", "action": script,
        "action_args": ["{{alert.message}}"], "action_timeout": 20,
    });
    add_template(&scene.server, template).await;
    scene.fails(Severity::Error, "broken").await;
    scene.fails(Severity::Error, "broken").await;

    let order = agent.next_order().await;
    let script: RunScript = order.read().unwrap();
    assert_eq!((script.args, script.timeout_seconds), (vec!["broken".to_owned()], 20));
    agent.finish(&order.run_id, "repaired", "with care", 7).await;

    let expected =
        json!({ "action_stdout": "repaired", "action_stderr": "with care", "action_retcode": 7 });
    until_equal(&expected, async || pick(&scene.alerts().await[0], &RESULT)).await;
    assert!(scene.alerts().await[0]["action_run"].is_string());
}

#[tokio::test]
async fn an_action_whose_agent_lost_its_memory_is_on_the_alert_and_listeners_learn_of_it() {
    let scene = Scene::new().await;
    let mut agent = scene.server.connect(&scene.agent).await;
    let script = scene.server.add_script("repair").await;
    let template =
        json!({ "name": "t", "action_type": "script", "action": script, "action_timeout": 20 });
    add_template(&scene.server, template).await;
    scene.fails(Severity::Error, "broken").await;
    let order = agent.next_order().await;
    agent.send(FromAgent::Accepted { run_id: order.run_id }).await;
    agent.catch_up().await;

    drop(agent);
    let _agent = scene.server.connect(&scene.agent).await;
    let before = scene.server.app.events.log().newest();
    clock::advance(Duration::from_secs(81));
    scene.server.app.jobs.wake().await;

    let expected = json!({
        "action_stdout": "", "action_stderr": "the agent lost its memory of the run",
        "action_retcode": null,
    });
    until_equal(&expected, async || pick(&scene.alerts().await[0], &RESULT)).await;
    let alert = scene.alerts().await[0]["id"].clone();
    until_equal(&vec![alert], async || updated(&scene, before)).await;
}

/// The alerts that were published as changed since then.
fn updated(scene: &Scene, since: u64) -> Vec<Value> {
    let events = scene.server.app.events.log().after(since, 1000).unwrap();
    let found = events.iter().filter(|logged| logged.event.kind() == "alert.updated");
    found.map(|logged| serde_json::from_str::<Value>(&logged.data).unwrap()["id"].clone()).collect()
}

#[tokio::test]
async fn without_its_agent_a_neighbour_of_the_site_runs_the_script() {
    let scene = Scene::new().await;
    let elsewhere = scene.server.add_site("Other", "Main").await;
    let _stranger = scene.server.add_agent(elsewhere, "stranger").await.obey();
    let script = scene.server.add_script("repair").await;
    add_template(&scene.server, json!({ "name": "t", "action": script })).await;
    scene.fails(Severity::Error, "broken").await;
    let reason = scene.alerts().await[0]["action_stderr"].clone();
    assert_eq!(reason, "the agent is offline", "never on an agent of another client");

    let mut neighbour = scene.server.add_agent(scene.location, "pc-2").await;
    scene.fails(Severity::Error, "broken").await;

    let order = neighbour.next_order().await;
    neighbour.finish(&order.run_id, "done", "", 0).await;
    let expected = json!({ "action_stdout": "done", "action_stderr": "", "action_retcode": 0 });
    until_equal(&expected, async || pick(&scene.alerts().await[0], &RESULT)).await;
}

#[tokio::test]
async fn webhooks_of_failure_and_recovery_have_the_values_of_the_alert() {
    let scene = Scene::new().await;
    let receiver = WebhookReceiver::start().await;
    let body = json!({
        "name": "hook", "pattern": receiver.url, "action_type": "rest",
        "rest_body": r#"{"state": "{{alert.state}}", "text": "{{alert.message}}", "host": "{{agent.hostname}}"}"#,
    });
    let action = scene.server.admin.post("/core/urlaction/", body).await.ok()["id"].clone();
    let template = json!({
        "name": "t", "action_type": "rest", "action_rest": action,
        "resolved_action_type": "rest", "resolved_action_rest": action,
    });
    add_template(&scene.server, template).await;
    scene.fails(Severity::Error, "broken").await;
    until_equal(&json!(200), async || scene.alerts().await[0]["action_retcode"].clone()).await;
    scene.recovers().await;
    until_equal(&json!(200), async || scene.alerts().await[0]["resolved_action_retcode"].clone())
        .await;
    settled(&scene.server).await;

    let bodies: Vec<serde_json::Value> =
        receiver.received().iter().map(|one| serde_json::from_str(&one.body).unwrap()).collect();
    let expected = json!([
        { "state": "failing", "text": "broken", "host": "pc-1" },
        { "state": "resolved", "text": "broken", "host": "pc-1" },
    ]);
    assert_eq!(json!(bodies), expected);
}
