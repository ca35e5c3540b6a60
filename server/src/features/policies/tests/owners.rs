//! Policies belong to clients: who may change them, and what they own.

use serde_json::{Value, json};

use super::{add_policy, id_of};
use crate::auth::Right;
use crate::testing::owners::{ALL, NONE, OTHERS, server_with_caller};
use crate::testing::{Client, TestServer};

const POLICIES: &str = "/automation/policies/";
const PATCHES: &str = "/automation/patchpolicy/";
const RIGHTS: &[Right] = &[
    Right::ListAutomationPolicies,
    Right::ManageAutomationPolicies,
    Right::ListAutotasks,
    Right::ManageAutotasks,
    Right::ListScripts,
    Right::RunScripts,
    Right::SendCmd,
];

fn path(policy: i64) -> String {
    format!("{POLICIES}{policy}/")
}

fn task(policy: i64) -> Value {
    let action = json!({ "type": "cmd", "shell": "sh", "command": "id", "timeout": 5 });
    json!({ "policy": policy, "name": "T", "task_type": "manual", "actions": [action] })
}

/// Every way to change a policy that is set nowhere is refused with this
/// sentence, and leaves no trace.
async fn refuses_changes(server: &TestServer, caller: &Client, policy: i64, sentence: &str) {
    let made = server.admin.post("/tasks/", task(policy)).await.ok();
    let task_path = format!("/tasks/{}/", made["id"]);
    let rows = server.audit().await.len();
    let replies = [
        caller.put(&path(policy), json!({ "desc": "x" })).await,
        caller.delete(&path(policy)).await,
        caller.post(PATCHES, json!({ "policy": policy })).await,
        caller.post("/tasks/", task(policy)).await,
        caller.put(&task_path, json!({ "name": "mine" })).await,
        caller.delete(&task_path).await,
        caller.post(POLICIES, json!({ "name": "Copy", "copyId": policy })).await,
    ];
    for reply in replies {
        assert_eq!(reply.refused(403, "forbidden")["detail"], sentence);
    }
    assert_eq!(server.audit().await.len(), rows);
}

#[tokio::test]
async fn a_caller_with_a_scope_changes_only_policies_of_their_clients() {
    let (server, mine, theirs, caller) = server_with_caller(RIGHTS).await;
    let shared = add_policy(&server, "Shared").await;
    refuses_changes(&server, &caller, shared, ALL).await;
    assert_eq!(caller.get(&path(shared)).await.ok()["name"], "Shared", "reading needs the right");

    let own = caller.post(POLICIES, json!({ "name": "Own" })).await.ok();
    assert_eq!(own["owner_clients"], json!([mine.client]));
    let own = id_of(&own);
    caller.put(&path(own), json!({ "desc": "x" })).await.ok();
    caller.post(PATCHES, json!({ "policy": own })).await.ok();
    caller.post("/tasks/", task(own)).await.ok();
    let copy = caller.post(POLICIES, json!({ "name": "Copy", "copyId": own })).await.ok();
    assert_eq!((&copy["owner_clients"], &copy["tasks_count"]), (&json!([mine.client]), &json!(1)));

    let given = json!({ "owner_clients": [mine.client, theirs.client] });
    server.admin.put(&path(own), given).await.ok();
    let row = server.audit().await.pop().unwrap();
    assert_eq!(row["after_value"]["owner_clients"], json!([mine.client, theirs.client]));
    refuses_changes(&server, &caller, own, OTHERS).await;
}

#[tokio::test]
async fn a_caller_with_a_scope_gives_no_policy_away() {
    let (server, mine, theirs, caller) = server_with_caller(RIGHTS).await;
    let own = id_of(&caller.post(POLICIES, json!({ "name": "Own" })).await.ok());
    let rows = server.audit().await.len();
    let everybodys = json!({ "name": "New", "owner_clients": [] });
    let refusal = caller.post(POLICIES, everybodys.clone()).await.refused(403, "forbidden");
    assert_eq!(refusal["detail"], NONE);
    let refusal = caller.put(&path(own), everybodys).await.refused(403, "forbidden");
    assert_eq!(refusal["detail"], NONE);
    let others = json!({ "name": "own", "owner_clients": [mine.client, theirs.client] });
    let problems = json!({
        "name": ["This name is already used."], "owner_clients[1]": ["There is no such client."],
    });
    assert_eq!(caller.post(POLICIES, others).await.problems(), problems);
    let one_site = server.scoped_caller(RIGHTS, &[], &[mine.site]).await;
    let refusal = one_site.post(POLICIES, json!({ "name": "New" })).await;
    assert_eq!(refusal.refused(403, "forbidden")["detail"], NONE);
    let refusal = one_site.put(&path(own), json!({ "desc": "x" })).await;
    assert_eq!(refusal.refused(403, "forbidden")["detail"], OTHERS);
    assert_eq!(server.audit().await.len(), rows);
}
