//! The checks in the definitions that agents get, and when.

use muster_protocol::{CheckDefinition, Definitions, Probe, capability};
use serde_json::json;

use super::{
    checks_path, disk, fields, path, server_with_absent_agent, server_with_agent, until_pushed,
    with,
};
use crate::auth::Right;
use crate::testing::until_equal;

fn ids(document: &Definitions) -> Vec<i64> {
    document.checks.iter().map(|check| check.id).collect()
}

#[tokio::test]
async fn a_connected_agent_gets_a_new_check_at_once_and_loses_a_deleted_one() {
    let (server, mut agent) = server_with_agent().await;
    let check = server.admin.post("/checks/", disk(&agent.identity.agent_id, "/")).await.ok();

    let document = agent.keep_definitions().await;

    let id = check["id"].as_i64().unwrap();
    let version = document.checks[0].version.clone();
    assert_eq!(version.len(), 64);
    let probe = Probe::Disk { disk: "/".to_owned() };
    assert_eq!(document.checks, [CheckDefinition { id, version, interval_seconds: 120, probe }]);

    server.admin.delete(&path(&check)).await.ok();
    assert_eq!(agent.keep_definitions().await, Definitions::default());
}

#[tokio::test]
async fn the_interval_is_that_of_the_check_or_of_its_agent() {
    let (server, mut agent) = server_with_agent().await;
    let id = agent.identity.agent_id.clone();
    let check = server.admin.post("/checks/", disk(&id, "/")).await.ok();
    assert_eq!(agent.keep_definitions().await.checks[0].interval_seconds, 120);

    let own = format!("/agents/{id}/");
    server.admin.put(&own, json!({ "check_interval": 300 })).await.ok();
    let document = agent.keep_definitions().await;
    assert_eq!(document.checks[0].interval_seconds, 300);

    server.admin.put(&path(&check), json!({ "run_interval": 15 })).await.ok();
    let changed = agent.keep_definitions().await;
    assert_eq!(changed.checks[0].interval_seconds, 15);
    assert_ne!(changed.checks[0].version, document.checks[0].version);
    assert_ne!(changed.digest, document.digest);
    // What only the server judges by changes nothing for the agent.
    server.admin.put(&path(&check), json!({ "error_threshold": 7 })).await.ok();
    until_pushed(&server).await;
    let other = json!({ "check_type": "memory", "error_threshold": 90 });
    let other = server.admin.post(&checks_path(&agent.identity), other).await.ok();
    let document = agent.keep_definitions().await;
    assert_eq!(ids(&document), [check["id"].as_i64().unwrap(), other["id"].as_i64().unwrap()]);
    assert_eq!(document.checks[0].version, changed.checks[0].version);
}

#[tokio::test]
async fn the_script_of_a_check_comes_filled_in_and_follows_changes() {
    let (server, mut agent) = server_with_agent().await;
    let id = agent.identity.agent_id.clone();
    let script = server.add_script("hello").await;
    let body = json!({ "agent": id, "check_type": "script", "script": script, "timeout": 30,
        "script_args": ["{{agent.hostname}}"] });
    server.admin.post("/checks/", body).await.ok();
    let document = agent.keep_definitions().await;
    let Probe::Script(probe) = &document.checks[0].probe else { panic!("{document:?}") };
    assert_eq!((&probe.args, probe.timeout_seconds), (&vec!["pc-1".to_owned()], 30));
    assert_eq!(probe.name, "hello");

    let code = json!({ "script_body": "echo changed" });
    server.admin.put(&format!("/scripts/{script}/"), code).await.ok();
    let document = agent.keep_definitions().await;
    let Probe::Script(probe) = &document.checks[0].probe else { panic!("{document:?}") };
    assert_eq!(probe.code, "echo changed");
}

#[tokio::test]
async fn values_of_the_key_store_reach_checks_and_follow_changes() {
    let (server, mut agent) = server_with_agent().await;
    let id = agent.identity.agent_id.clone();
    let key = json!({ "name": "door", "value": "hunter2-hunter2" });
    let key = server.admin.post("/core/keystore/", key).await.ok();
    let script = server.add_script("hello").await;
    let body = json!({ "agent": id, "check_type": "script", "script": script, "timeout": 30,
        "script_args": ["{{global.door}}"] });
    let technician = server.caller_without(Right::ViewGlobalKeystore).await;
    let sentence = "{{global.door}} can only be used by people who may see the key store.";
    let problems = technician.post("/checks/", body.clone()).await.problems();
    assert_eq!(problems, json!({ "script_args[0]": [sentence] }));
    server.admin.post("/checks/", body).await.ok();
    let args = |document: Definitions| match document.checks.into_iter().next() {
        Some(CheckDefinition { probe: Probe::Script(script), .. }) => script.args,
        other => panic!("{other:?}"),
    };
    assert_eq!(args(agent.keep_definitions().await), ["hunter2-hunter2"]);

    let value = json!({ "value": "correct horse" });
    server.admin.put(&format!("/core/keystore/{}/", key["id"]), value).await.ok();
    assert_eq!(args(agent.keep_definitions().await), ["correct horse"]);
}

#[tokio::test]
async fn an_agent_that_cannot_run_checks_gets_none_until_it_says_it_can() {
    let (server, mut identity) = server_with_absent_agent().await;
    server.admin.post("/checks/", disk(&identity.agent_id, "/")).await.ok();
    until_pushed(&server).await;
    let problem = async || fields(&server, &identity, "check_result").await[0]["problem"].clone();
    assert_eq!(problem().await, "");

    let all = identity.capabilities.clone();
    let mut old = identity.clone();
    old.capabilities.retain(|name| name != capability::CHECKS);
    let agent = server.connect(&old).await;
    let too_old = json!("the agent is too old to run checks: update it");
    until_equal(&too_old, async || {
        fields(&server, &old, "check_result").await[0]["problem"].clone()
    })
    .await;
    drop(agent);

    identity.capabilities = all;
    let mut agent = server.connect(&identity).await;
    assert_eq!(agent.keep_definitions().await.checks.len(), 1);
    until_equal(&json!(""), async || {
        fields(&server, &identity, "check_result").await[0]["problem"].clone()
    })
    .await;
}

#[tokio::test]
async fn a_check_whose_script_runs_elsewhere_has_a_problem() {
    let (server, mut agent) = server_with_agent().await;
    let id = agent.identity.agent_id.clone();
    let script = server.add_script("hello").await;
    let body = json!({ "agent": id, "check_type": "script", "script": script, "timeout": 30 });
    server.admin.post("/checks/", with(body, json!({ "name": "Hello" }))).await.ok();
    agent.keep_definitions().await;
    let windows = json!({ "supported_platforms": ["windows"] });
    server.admin.put(&format!("/scripts/{script}/"), windows).await.ok();
    assert_eq!(agent.keep_definitions().await.checks, []);
    let result = fields(&server, &agent.identity, "check_result").await[0].clone();
    assert_eq!(result["problem"], "the script hello runs only on Windows");
}
