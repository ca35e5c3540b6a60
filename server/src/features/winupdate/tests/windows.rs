//! Which updates agents install on their own, and the results.

use muster_protocol::{FromAgent, StartReason, TaskDefinition, TaskStart, UpdateWindow};
use muster_schedule::{InstancePolicy, Kind, Rule, Zone};

use super::*;
use crate::testing::Location;
use crate::time::Timestamp;

/// An agent whose only update is approved, and its window as the next document
/// shows it.
async fn agent_with_window(rules: Value) -> (TestServer, Location, FakeAgent, TaskDefinition) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    scan(&server, &mut agent, &[update("vim", "2")]).await;
    let path = format!("/agents/{}/", agent.identity.agent_id);
    server.admin.put(&path, json!({ "winupdatepolicy": [rules] })).await.ok();
    let window = next_window(&mut agent).await;
    (server, location, agent, window)
}

/// The window of the next document that has one.
async fn next_window(agent: &mut FakeAgent) -> TaskDefinition {
    loop {
        let mut document = agent.keep_definitions().await;
        assert_eq!(document.tasks, []);
        if let Some(window) = document.windows.pop() {
            assert_eq!(document.windows, []);
            return window;
        }
    }
}

fn nightly() -> Value {
    json!({
        "other": "approve", "run_time_frequency": "daily", "run_time_hour": 3,
        "run_time_days": [0, 6], "reboot_after_install": "required",
    })
}

async fn start_window(agent: &mut FakeAgent, run_id: &str, window: &TaskDefinition) {
    let start = TaskStart {
        task: window.id,
        name: window.name.clone(),
        version: window.version.clone(),
        due: Timestamp::now().micros(),
        started: Timestamp::now().micros(),
        reason: StartReason::Schedule,
        dropped: 0,
    };
    agent.send(FromAgent::TaskStarted { run_id: run_id.to_owned(), start }).await;
}

#[tokio::test]
async fn an_agent_gets_its_window_and_the_approved_updates() {
    let (server, _, mut agent, window) = agent_with_window(nightly()).await;
    let rule = Rule {
        kind: Kind::Weekly { interval: 1, weekdays: 0b11 },
        start: Some("2026-01-01T03:00:00Z".parse().unwrap()),
        zone: Zone::Agent,
        instance_policy: InstancePolicy::IgnoreNew,
        ..Rule::default()
    };
    let updates = UpdateWindow {
        guids: vec!["vim=2".to_owned()],
        reboot: "required".to_owned(),
        catch_up_seconds: 0,
        timeout_seconds: 4 * 3600,
    };
    let expected = TaskDefinition {
        id: -1,
        version: window.version.clone(),
        name: "install approved updates".to_owned(),
        rule,
        output_limit: server.app.settings.output_limit,
        updates: Some(updates),
        ..TaskDefinition::default()
    };
    assert_eq!(window, expected);

    server.admin.put("/core/settings/", json!({ "patch_catch_up_hours": 2 })).await.ok();
    let window = next_window(&mut agent).await;
    assert!(window.rule.run_asap_after_missed);
    assert_eq!(window.updates.unwrap().catch_up_seconds, 7200);

    // Nothing is approved any more: there is no window.
    server.admin.put("/winupdate/1/", json!({ "action": "ignore" })).await.ok();
    let document = agent.keep_definitions().await;
    assert_eq!((document.windows, document.digest), (Vec::new(), String::new()));
}

#[tokio::test]
async fn an_installation_that_the_agent_started_is_a_run_and_is_confirmed_by_a_scan() {
    let (server, _, mut agent, window) = agent_with_window(nightly()).await;
    let run_id = "windowrun1windowrun1";
    start_window(&mut agent, run_id, &window).await;
    agent.finish(run_id, "done\n", "", 0).await;

    let order = agent.next_order().await;
    print_scan(&server, &mut agent, order, &[], false).await;

    assert_eq!(states(&server, &agent).await, ["vim=2 installed approve"]);
    let runs = server.admin.get("/runs/?type=patch_install").await.ok();
    assert_eq!(runs.as_array().unwrap().len(), 1);
    let facts = ["type", "status", "username"].map(|name| runs[0][name].clone());
    assert_eq!(json!(facts), json!(["patch_install", "passed", "system"]));
    let document = agent.keep_definitions().await;
    assert_eq!(document.windows, []);
}

#[tokio::test]
async fn failed_updates_are_retried_as_often_as_the_policy_allows() {
    let mut rules = nightly();
    rules["reprocess_failed_inherit"] = json!(false);
    rules["reprocess_failed"] = json!(true);
    rules["reprocess_failed_times"] = json!(1);
    let (server, _, mut agent, window) = agent_with_window(rules).await;
    for run_id in ["windowrun1windowrun1", "windowrun2windowrun2"] {
        start_window(&mut agent, run_id, &window).await;
        agent.finish(run_id, "", "no\n", 100).await;
        let order = agent.next_order().await;
        print_scan(&server, &mut agent, order, &[update("vim", "2")], false).await;
        let path = format!("/winupdate/{}/", agent.identity.agent_id);
        let shown = server.admin.get(&path).await.ok()[0].clone();
        assert_eq!(shown["error"], "the installation ended with code 100");
    }
    let path = format!("/winupdate/{}/", agent.identity.agent_id);
    let shown = server.admin.get(&path).await.ok()[0].clone();
    assert_eq!((&shown["state"], &shown["attempts"]), (&json!("failed"), &json!(2)));
    // Two attempts were one retry, and that is all.
    let document = agent.keep_definitions().await;
    assert_eq!(document.windows, []);
}
