//! Patch policies: their calls, what is merged, and the agent's own.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::super::effective_patch::{Source, merge};
use super::super::patch_policy::PatchRules;
use super::{add_agent, add_policy, id_of, put};
use crate::auth::Right;
use crate::testing::TestServer;

const PATCHES: &str = "/automation/patchpolicy/";

fn inherited() -> Value {
    json!({
        "critical": "inherit", "important": "inherit", "moderate": "inherit", "low": "inherit",
        "other": "inherit", "run_time_frequency": "inherit", "run_time_hour": 3,
        "run_time_days": [0, 1, 2, 3, 4, 5, 6], "run_time_day": 1,
        "reboot_after_install": "inherit", "reprocess_failed_inherit": true,
        "reprocess_failed": false, "reprocess_failed_times": 5, "email_if_fail": false,
    })
}

fn with(mut object: Value, more: Value) -> Value {
    object.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    object
}

#[tokio::test]
async fn a_patch_policy_is_made_changed_and_deleted() {
    let server = TestServer::start().await;
    let policy = add_policy(&server, "P").await;
    let made = server.admin.post(PATCHES, json!({ "policy": policy })).await.ok();
    let frame = json!({
        "id": made["id"], "agent": null, "policy": policy, "created_by": "admin",
        "created_time": made["created_time"], "modified_by": "admin",
        "modified_time": made["modified_time"],
    });
    assert_eq!(made, with(inherited(), frame.clone()));
    let path = format!("{PATCHES}{}/", id_of(&made));
    let change = json!({
        "critical": "approve", "important": "ignore", "moderate": "manual",
        "run_time_frequency": "daily", "run_time_hour": 0, "run_time_days": [6, 0],
        "run_time_day": 31, "reboot_after_install": "required", "reprocess_failed_inherit": false,
        "reprocess_failed": true, "reprocess_failed_times": 0, "email_if_fail": true,
    });
    let changed = put(&server.admin, &path, change.clone()).await;
    let stamp = json!({ "modified_time": changed["modified_time"] });
    assert_eq!(changed, with(with(with(inherited(), frame), change), stamp));
    let shown = server.admin.get(&format!("/automation/policies/{policy}/")).await.ok();
    assert_eq!(shown["winupdatepolicy"], json!([changed]));

    let second = server.admin.post(PATCHES, json!({ "policy": policy })).await;
    assert_eq!(second.refused(409, "conflict")["detail"], "The policy has a patch policy already.");
    let sentence = "The patch policy of policy P was deleted.";
    assert_eq!(server.admin.delete(&path).await.ok(), sentence);
    server.admin.put(&path, json!({})).await.refused(404, "not_found");
    server.admin.delete(&path).await.refused(404, "not_found");
    assert_eq!(
        server.audit_lines().await[1..],
        [
            "admin add winupdatepolicy added a patch policy to policy P",
            "admin modify winupdatepolicy changed the patch policy of policy P",
            "admin delete winupdatepolicy deleted the patch policy of policy P",
        ]
    );
}

#[tokio::test]
async fn every_problem_of_a_patch_policy_is_named() {
    let server = TestServer::start().await;
    let policy = add_policy(&server, "P").await;
    let wrong = json!({
        "critical": "yes", "important": null, "moderate": [1], "low": "nothing", "other": "x",
        "run_time_frequency": "weekly", "run_time_hour": 24, "run_time_days": [0, 0],
        "run_time_day": 0, "reboot_after_install": "sometimes", "reprocess_failed_inherit": 2,
        "reprocess_failed": "x", "reprocess_failed_times": 101, "email_if_fail": "no",
    });
    let actions = "Must be one of manual, approve, ignore, inherit.";
    let expected = json!({
        "policy": ["Choose a policy."],
        "critical": [actions], "important": ["Must not be null."], "moderate": ["Must be text."],
        "low": [actions], "other": [actions],
        "run_time_frequency": ["Must be one of daily, monthly, inherit."],
        "run_time_hour": ["Must be 0 to 23."],
        "run_time_days": ["Must be days from 0 to 6, each once."],
        "run_time_day": ["Must be 1 to 31."],
        "reboot_after_install": ["Must be one of never, required, always, inherit."],
        "reprocess_failed_inherit": ["Must be true or false."],
        "reprocess_failed": ["Must be true or false."],
        "reprocess_failed_times": ["Must be 0 to 100."],
        "email_if_fail": ["Must be true or false."],
    });
    assert_eq!(server.admin.post(PATCHES, wrong).await.problems(), expected);
    let cases = [
        (json!({ "policy": 99 }), json!({ "policy": ["There is no such policy."] })),
        (
            json!({ "policy": policy, "run_time_days": [7] }),
            json!({ "run_time_days": ["Must be days from 0 to 6, each once."] }),
        ),
        (
            json!({ "policy": policy, "run_time_frequency": "daily", "run_time_days": [] }),
            json!({ "run_time_days": ["Must name a day: run_time_frequency is daily."] }),
        ),
    ];
    for (body, expected) in cases {
        assert_eq!(server.admin.post(PATCHES, body).await.problems(), expected);
    }
    let made = server.admin.post(PATCHES, json!({ "policy": policy, "run_time_days": [] }));
    let path = format!("{PATCHES}{}/", id_of(&made.await.ok()));
    let refused = server.admin.put(&path, json!({ "run_time_frequency": "daily" })).await;
    let expected = json!({ "run_time_days": ["Must name a day: run_time_frequency is daily."] });
    assert_eq!(refused.problems(), expected);
}

#[tokio::test]
async fn an_agents_own_policy_sets_what_it_does_not_inherit() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent_id = add_agent(&server, location, "pc-1").await;
    let path = format!("/agents/{agent_id}/");
    let client = add_policy(&server, "client").await;
    let default = add_policy(&server, "default").await;
    put(
        &server.admin,
        &format!("/clients/{}/", location.client),
        json!({ "server_policy": client }),
    )
    .await;
    put(&server.admin, "/core/settings/", json!({ "server_policy": default })).await;
    let body = json!({
        "policy": client, "critical": "approve", "low": "ignore", "run_time_frequency": "monthly",
        "run_time_day": 15,
    });
    server.admin.post(PATCHES, body).await.ok();
    let body = json!({
        "policy": default, "critical": "ignore", "important": "approve",
        "run_time_frequency": "daily", "reboot_after_install": "always",
        "reprocess_failed_inherit": false, "reprocess_failed": true, "reprocess_failed_times": 3,
    });
    server.admin.post(PATCHES, body).await.ok();
    let own = json!({ "winupdatepolicy": [{ "low": "approve", "unknown": 1 }] });
    let agent = put(&server.admin, &path, own).await;

    let row = &agent["winupdatepolicy"][0];
    let frame = json!({
        "id": row["id"], "agent": agent["id"], "policy": null, "low": "approve",
        "created_by": "admin", "created_time": row["created_time"], "modified_by": "admin",
        "modified_time": row["modified_time"],
    });
    assert_eq!(agent["winupdatepolicy"], json!([with(inherited(), frame)]));
    let in_force = json!({
        "critical": "approve", "important": "approve", "moderate": "manual", "low": "approve",
        "other": "manual", "run_time_frequency": "monthly", "run_time_hour": 3,
        "run_time_days": [0, 1, 2, 3, 4, 5, 6], "run_time_day": 15,
        "reboot_after_install": "always", "reprocess_failed": true, "reprocess_failed_times": 3,
        "email_if_fail": false,
    });
    assert_eq!(agent["effective_patch_policy"], in_force);
    let why = server.admin.get(&format!("{path}effective/")).await.ok();
    let from = |id: i64, name: &str| json!({ "type": "policy", "id": id, "name": name });
    let sources = [
        ("critical", from(client, "client")),
        ("important", from(default, "default")),
        ("moderate", Value::Null),
        ("low", json!({ "type": "agent", "id": agent["id"], "name": "pc-1" })),
        ("run_time_day", from(client, "client")),
        ("reboot_after_install", from(default, "default")),
        ("email_if_fail", from(default, "default")),
    ];
    for (field, source) in sources {
        let expected = json!({ "value": in_force[field], "source": source });
        assert_eq!(why["patch_policy"][field], expected, "{field}");
    }
    assert_eq!(why["patch_policy"].as_object().unwrap().len(), in_force.as_object().unwrap().len());

    let changed = json!({ "winupdatepolicy": [{ "important": "ignore" }] });
    let agent = put(&server.admin, &path, changed).await;
    assert_eq!(agent["winupdatepolicy"][0]["low"], "approve");
    assert_eq!(agent["effective_patch_policy"]["important"], "ignore");
    let agent = put(&server.admin, &path, json!({ "winupdatepolicy": [] })).await;
    assert_eq!(agent["winupdatepolicy"][0]["id"], Value::Null);
    assert_eq!(agent["effective_patch_policy"]["low"], "ignore");
    let rows = server.audit().await;
    let last = rows.last().unwrap();
    assert_eq!(last["before_value"]["winupdatepolicy"][0]["important"], "ignore");
    assert_eq!(last["after_value"]["winupdatepolicy"][0]["important"], "inherit");
}

#[tokio::test]
async fn an_agents_own_patch_policy_follows_the_scope_of_the_agent() {
    let server = TestServer::start().await;
    let (mine, theirs) = (server.add_site("A", "Main").await, server.add_site("B", "M").await);
    let agent_id = add_agent(&server, mine, "pc-1").await;
    let own = json!({ "winupdatepolicy": [{ "low": "approve" }] });
    let agent = put(&server.admin, &format!("/agents/{agent_id}/"), own).await;
    let path = format!("{PATCHES}{}/", agent["winupdatepolicy"][0]["id"]);
    let rights = [Right::ManageAutomationPolicies];
    let stranger = server.scoped_caller(&rights, &[theirs.client], &[]).await;
    stranger.put(&path, json!({ "low": "ignore" })).await.refused(404, "not_found");
    stranger.delete(&path).await.refused(404, "not_found");
    let owner = server.scoped_caller(&rights, &[], &[mine.site]).await;
    assert_eq!(put(&owner, &path, json!({ "low": "ignore" })).await["agent"], agent["id"]);
    let sentence = "The patch policy of agent pc-1 was deleted.";
    assert_eq!(owner.delete(&path).await.ok(), sentence);
    let last = server.audit().await.pop().unwrap();
    assert_eq!((&last["agent"], &last["site"]["name"]), (&json!("pc-1"), &json!("Main")));
}

#[tokio::test]
async fn agents_are_reset_by_site_by_client_and_as_far_as_the_scope_goes() {
    let server = TestServer::start().await;
    let (one, two) = (server.add_site("A", "Main").await, server.add_site("B", "M").await);
    let mut paths = Vec::new();
    for (location, name) in [(one, "a"), (one, "b"), (two, "c"), (two, "d")] {
        paths.push(format!("/agents/{}/", add_agent(&server, location, name).await));
    }
    let set = async || {
        for path in &paths {
            let own = json!({ "winupdatepolicy": [{ "low": "approve" }] });
            put(&server.admin, path, own).await;
        }
    };
    let left = async || {
        let mut left = 0;
        for path in &paths {
            let agent = server.admin.get(path).await.ok();
            left += i32::from(agent["winupdatepolicy"][0]["low"] == "approve");
        }
        left
    };
    let reset = format!("{PATCHES}reset/");
    let scoped = server.scoped_caller(&[Right::ManageAutomationPolicies], &[], &[two.site]).await;
    let cases = [
        (&server.admin, json!({ "site": one.site }), 2),
        (&server.admin, json!({ "client": two.client, "site": null }), 2),
        (&server.admin, json!({ "client": two.client, "site": one.site }), 0),
        (&scoped, json!({}), 2),
        (&scoped, json!({ "client": two.client }), 2),
        (&server.admin, json!({}), 4),
    ];
    for (caller, body, count) in cases {
        set().await;
        let sentence = format!("set the patch policies of {count} agents back to inherit");
        let told = sentence.replacen('s', "S", 1) + ".";
        assert_eq!(caller.post(&reset, body).await.ok(), told);
        assert_eq!(left().await, 4 - count);
        let last = server.audit_lines().await.pop().unwrap();
        assert!(last.ends_with(&format!("bulk_action winupdatepolicy {sentence}")), "{last}");
    }
    let body = json!({ "client": one.client, "site": one.site });
    let expected = json!({
        "client": ["There is no such client."], "site": ["There is no such site."],
    });
    assert_eq!(scoped.post(&reset, body).await.problems(), expected);
    let expected = json!({ "client": ["Must be a whole number."] });
    assert_eq!(server.admin.post(&reset, json!({ "client": "x" })).await.problems(), expected);
}

fn any_rules() -> impl Strategy<Value = PatchRules> {
    let choice = prop::sample::select(vec!["manual", "approve", "ignore", "inherit"]);
    let choices = prop::array::uniform5(choice);
    let frequency = prop::sample::select(vec!["daily", "monthly", "inherit"]);
    let reboot = prop::sample::select(vec!["never", "required", "always", "inherit"]);
    (choices, frequency, reboot, any::<[bool; 3]>(), 0..24_i64).prop_map(
        |(choices, frequency, reboot, [inherit, reprocess, mail], number)| PatchRules {
            critical: choices[0].to_owned(),
            important: choices[1].to_owned(),
            moderate: choices[2].to_owned(),
            low: choices[3].to_owned(),
            other: choices[4].to_owned(),
            run_time_frequency: frequency.to_owned(),
            run_time_hour: number,
            run_time_day: number + 1,
            reboot_after_install: reboot.to_owned(),
            reprocess_failed_inherit: inherit,
            reprocess_failed: reprocess,
            reprocess_failed_times: number,
            email_if_fail: mail,
            ..PatchRules::default()
        },
    )
}

/// One field of the merged object, found by walking the rows as JSON.
fn oracle(rows: &[Value], group: &str, field: &str, otherwise: Value) -> (Value, Option<usize>) {
    let is_chosen = |row: &Value| row[group] != "inherit" && row[group] != true;
    match rows.iter().position(is_chosen) {
        Some(index) => (rows[index][field].clone(), Some(index)),
        None => (otherwise, None),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn the_first_row_that_sets_a_value_wins_for_each_group(
        rows in prop::collection::vec(any_rules(), 0..5),
    ) {
        let with_sources: Vec<(Source, &PatchRules)> =
            rows.iter().enumerate().map(|(index, row)| (Source::Policy(index as i64), row)).collect();
        let found = merge(&with_sources).explained(|source| match source {
            Some(Source::Policy(index)) => json!(index),
            _ => Value::Null,
        });
        let rows: Vec<Value> = rows.iter().map(|row| json!(row)).collect();
        let manual = json!("manual");
        let inherit = "reprocess_failed_inherit";
        let fields = [
            ("critical", "critical", manual.clone()),
            ("important", "important", manual.clone()),
            ("moderate", "moderate", manual.clone()),
            ("low", "low", manual.clone()),
            ("other", "other", manual),
            ("run_time_frequency", "run_time_frequency", Value::Null),
            ("run_time_frequency", "run_time_hour", Value::Null),
            ("run_time_frequency", "run_time_days", json!([])),
            ("run_time_frequency", "run_time_day", Value::Null),
            ("reboot_after_install", "reboot_after_install", json!("never")),
            (inherit, "reprocess_failed", json!(false)),
            (inherit, "reprocess_failed_times", json!(0)),
            (inherit, "email_if_fail", json!(false)),
        ];
        prop_assert_eq!(found.as_object().unwrap().len(), fields.len());
        for (group, field, otherwise) in fields {
            let (value, source) = oracle(&rows, group, field, otherwise);
            prop_assert_eq!(&found[field], &json!({ "value": value, "source": source }));
        }
    }
}
