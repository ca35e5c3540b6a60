//! What a caller with a scope may silence and see.

use serde_json::{Value, json};

use super::{WINDOWS, add, body, path};
use crate::auth::Right;
use crate::testing::owners::server_with_caller;

const RIGHTS: &[Right] = &[Right::ListAgents, Right::EditAgent, Right::ManageAutomationPolicies];

#[tokio::test]
async fn windows_of_others_do_not_exist_and_cannot_be_made() {
    let (server, mine, theirs, caller) = server_with_caller(RIGHTS).await;
    let agent = server.enrol(theirs, "theirs").await.agent_id;
    server.enrol(mine, "mine").await;
    for (kind, target) in
        [("agent", json!(agent)), ("site", json!(theirs.site)), ("client", json!(theirs.client))]
    {
        let problems = caller.post(WINDOWS, body(kind, &target, -10)).await.problems();
        assert_eq!(problems, json!({ "target": [format!("There is no such {kind}.")] }));
    }
    let other = add(&server, body("agent", &json!(agent), -10)).await;
    caller.get(&path(&other)).await.refused(404, "not_found");
    caller.put(&path(&other), json!({ "reason": "x" })).await.refused(404, "not_found");
    caller.delete(&path(&other)).await.refused(404, "not_found");
    caller.get(&format!("/agents/{agent}/maintenance/")).await.refused(404, "not_found");

    let own = caller.post(WINDOWS, body("client", &json!(mine.client), -10)).await.ok();
    assert_eq!(caller.get(WINDOWS).await.ok(), json!([own]));
    let times = caller.get("/maintenance/calendar/").await.ok();
    assert_eq!((&times[0]["window"], &times[1]), (&own["id"], &Value::Null));
    caller.delete(&path(&own)).await.ok();
}

#[tokio::test]
async fn a_window_of_a_site_of_a_client_is_seen_and_that_of_the_whole_client_not_changed() {
    let (server, mine, _, _) = server_with_caller(RIGHTS).await;
    let technician = server.scoped_caller(RIGHTS, &[], &[mine.site]).await;
    server.enrol(mine, "mine").await;
    let whole = add(&server, body("client", &json!(mine.client), -10)).await;
    assert_eq!(technician.get(&path(&whole)).await.ok(), whole);
    let sentence = "The window silences agents outside your role's scope.";
    let refusal = technician.delete(&path(&whole)).await.refused(403, "forbidden");
    assert_eq!(refusal["detail"], sentence);
    technician.post(WINDOWS, body("site", &json!(mine.site), -10)).await.ok();
}

#[tokio::test]
async fn a_policy_takes_what_changing_it_takes() {
    let (server, mine, _, caller) = server_with_caller(RIGHTS).await;
    let policy = json!(server.add_policy("Common").await);
    let refusal = caller.post(WINDOWS, body("policy", &policy, -10)).await;
    let refusal = refusal.refused(403, "forbidden");
    assert_eq!(refusal["detail"], "The policy is in use outside your role's scope.");
    let own = json!({ "name": "Own", "owner_clients": [mine.client] });
    let own = server.admin.post("/automation/policies/", own).await.ok();
    caller.post(WINDOWS, body("policy", &own["id"], -10)).await.ok();
    let without = server.caller_without(Right::ManageAutomationPolicies).await;
    without.post(WINDOWS, body("policy", &policy, -10)).await.refused(403, "forbidden");
    let problems = server.admin.post(WINDOWS, body("policy", &json!(99), -10)).await.problems();
    assert_eq!(problems, json!({ "target": ["There is no such policy."] }));
}
