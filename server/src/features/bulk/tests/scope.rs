//! Bulk actions of callers who see a part of the fleet.

use serde_json::{Value, json};

use super::{BULK, command, counts, results, start, until};
use crate::auth::Right;
use crate::testing::TestServer;

#[tokio::test]
async fn a_caller_reaches_and_sees_only_the_agents_in_scope() {
    let server = TestServer::start().await;
    let own = server.add_site("Own", "Main").await;
    let other = server.add_site("Other", "Main").await;
    let mine = server.enrol(own, "mine").await;
    let theirs = server.enrol(other, "theirs").await;
    let caller = server.scoped_caller(Right::ALL, &[own.client], &[]).await;

    // For this caller "all" is what is in scope; the rest does not exist.
    let reply =
        caller.post(&format!("{BULK}?detail=true"), command(json!({ "target": "all" }))).await;
    let part = reply.ok();
    assert_eq!(counts(&part), json!({ "total": 1, "queued": 1 }));
    let named = json!({ "target": "agents", "agents": [theirs.agent_id] });
    let problems = caller.post(BULK, command(named)).await.problems();
    assert_eq!(problems, json!({ "agents[0]": ["There is no such agent."] }));
    let client = json!({ "target": "client", "client": other.client });
    let problems = caller.post(BULK, command(client)).await.problems();
    assert_eq!(problems, json!({ "client": ["There is no such client."] }));

    let all = json!({ "target": "agents", "agents": [mine.agent_id, theirs.agent_id] });
    let whole = start(&server, command(all)).await;
    let outside = start(&server, command(json!({ "target": "site", "site": other.site }))).await;

    let list = caller.get(BULK).await;
    assert_eq!(list.header("x-total-count"), "2");
    let list = list.ok();
    assert_eq!(json!([list[0]["id"], list[1]["id"]]), json!([whole["id"], part["id"]]));
    assert_eq!(counts(&list[0]), json!({ "total": 1, "queued": 1 }));
    assert_eq!(list[0]["target"], json!({ "target": "agents" }), "no names of others");
    let path = format!("{BULK}{}/", outside["id"]);
    caller.get(&path).await.refused(404, "not_found");
    caller.get(&format!("{path}results/")).await.refused(404, "not_found");
    let rows = caller.get(&format!("{BULK}{}/results/", whole["id"])).await.ok();
    assert_eq!(rows.as_array().unwrap().len(), 1);
    assert_eq!(rows[0]["hostname"], "mine");
    let path = format!("{BULK}{}/cancel/", whole["id"]);
    caller.post(&path, Value::Null).await.refused(403, "forbidden");
    let path = format!("{BULK}{}/cancel/", part["id"]);
    caller.post(&path, Value::Null).await.ok();
    until(&server, &part, |bulk| bulk["status"] == "cancelled").await;
}

#[tokio::test]
async fn a_script_for_many_fills_only_fields_that_the_caller_may_change_by_hand() {
    let server = TestServer::start().await;
    let own = server.add_site("Own", "Main").await;
    server.enrol(own, "mine").await;
    let script = server.add_script("look").await;
    let field = json!({ "model": "client", "name": "Kept" });
    let field = server.admin.post("/core/customfields", field).await.ok()["id"].clone();
    let body = json!({
        "mode": "script", "target": "all", "script": script, "custom_field": field,
    });
    let rights = [Right::RunBulk, Right::RunScripts, Right::ListAgents];
    let without = server.caller_with(&rights).await;
    let rights = [Right::RunBulk, Right::RunScripts, Right::ListAgents, Right::ManageClients];
    let of_site = server.scoped_caller(&rights, &[], &[own.site]).await;
    for caller in [&without, &of_site] {
        for path in [BULK.to_owned(), format!("{BULK}preview/")] {
            caller.post(&path, body.clone()).await.refused(403, "forbidden");
        }
    }
    assert_eq!(server.admin.get(BULK).await.ok(), json!([]));
    let of_client = server.scoped_caller(&rights, &[own.client], &[]).await;
    of_client.post(BULK, body).await.ok();
    let missing =
        json!({ "mode": "script", "target": "all", "script": script, "custom_field": 99 });
    let problems = server.admin.post(BULK, missing).await.problems();
    assert_eq!(problems, json!({ "custom_field": ["Choose a custom field."] }));
}

#[tokio::test]
async fn a_script_for_many_gets_values_of_the_key_store_that_caller_and_client_allow() {
    let server = TestServer::start().await;
    let (own, other) =
        (server.add_site("Own", "Main").await, server.add_site("Other", "Main").await);
    server.enrol(own, "mine").await;
    server.enrol(other, "theirs").await;
    let key = json!({
        "name": "door", "value": "hunter2-hunter2", "secret": true, "allowed_clients": [own.client],
    });
    server.admin.post("/core/keystore/", key).await.ok();
    let script = server.add_script("look").await;
    let body = json!({
        "mode": "script", "target": "all", "script": script, "args": ["{{global.door}}"],
    });
    let is_other = |right: &Right| *right != Right::ViewGlobalKeystore;
    let others: Vec<Right> = Right::ALL.iter().copied().filter(is_other).collect();
    let technician = server.caller_with(&others).await;
    for path in [BULK.to_owned(), format!("{BULK}preview/")] {
        let problems = technician.post(&path, body.clone()).await.problems();
        let sentence = "{{global.door}} can only be used by people who may see the key store.";
        assert_eq!(problems, json!({ "args[0]": [sentence] }));
    }

    let bulk = start(&server, body).await;

    let skipped = "theirs skipped args[0]: {{global.door}} may not be used here";
    assert_eq!(results(&server, &bulk).await, ["mine queued", skipped]);
}
