//! Scripts and snippets belong to clients: who may change them.

use serde_json::{Value, json};

use super::{add, add_snippet, path};
use crate::auth::Right;
use crate::testing::owners::{ALL, NONE, OTHERS, server_with_caller};
use crate::testing::{Client, TestServer};

const RIGHTS: &[Right] = &[Right::ListScripts, Right::ManageScripts];

fn snippet_path(snippet: &Value) -> String {
    format!("/scripts/snippets/{}/", snippet["id"])
}

fn script(name: &str, body: &str) -> Value {
    json!({ "name": name, "shell": "shell", "script_body": body })
}

fn snippet(name: &str) -> Value {
    json!({ "name": name, "shell": "shell", "code": "id" })
}

/// Every way to change a script is refused with this sentence, and leaves no
/// trace.
async fn refuses_changes(server: &TestServer, caller: &Client, script: &Value, sentence: &str) {
    let rows = server.audit().await.len();
    let restore = format!("{}versions/1/restore/", path(script));
    let replies = [
        caller.put(&path(script), json!({ "script_body": "id >owned" })).await,
        caller.put(&path(script), json!({ "favorite": true })).await,
        caller.put(&path(script), json!({ "owner_clients": null })).await,
        caller.post(&restore, Value::Null).await,
        caller.delete(&format!("{}?force=true", path(script))).await,
    ];
    for reply in replies {
        assert_eq!(reply.refused(403, "forbidden")["detail"], sentence);
    }
    assert_eq!(server.audit().await.len(), rows);
}

#[tokio::test]
async fn a_caller_with_a_scope_changes_only_scripts_of_their_clients() {
    let (server, mine, theirs, caller) = server_with_caller(RIGHTS).await;
    let shared = add(&server, "Shared", "shell", "one").await;
    let shared = server.admin.put(&path(&shared), json!({ "script_body": "two" })).await.ok();
    refuses_changes(&server, &caller, &shared, ALL).await;
    assert_eq!(caller.get(&path(&shared)).await.ok(), shared, "reading needs the right alone");

    let own = caller.post("/scripts/", script("Own", "one")).await.ok();
    assert_eq!(own["owner_clients"], json!([mine.client]));
    let own = caller.put(&path(&own), json!({ "script_body": "two" })).await.ok();
    let restore = format!("{}versions/1/restore/", path(&own));
    assert_eq!(caller.post(&restore, Value::Null).await.ok()["script_body"], "one");

    // Given to others, it is no longer theirs.
    for owners in [json!([theirs.client]), json!([theirs.client, mine.client])] {
        server.admin.put(&path(&own), json!({ "owner_clients": owners })).await.ok();
        refuses_changes(&server, &caller, &own, OTHERS).await;
    }
    let given = server.admin.put(&path(&own), json!({ "owner_clients": [mine.client] })).await.ok();
    assert_eq!(
        server.audit().await.pop().unwrap()["after_value"]["owner_clients"],
        json!([mine.client])
    );
    assert_eq!(caller.delete(&path(&given)).await.ok(), "deleted script Own");
}

#[tokio::test]
async fn a_caller_with_a_scope_gives_nothing_away() {
    let (server, mine, theirs, caller) = server_with_caller(RIGHTS).await;
    let own = caller.post("/scripts/", script("Own", "one")).await.ok();
    let rows = server.audit().await.len();
    for list in ["/scripts/", "/scripts/snippets/"] {
        let mut body = if list == "/scripts/" { script("New", "x") } else { snippet("new") };
        body["owner_clients"] = json!([]);
        let refusal = caller.post(list, body.clone()).await.refused(403, "forbidden");
        assert_eq!(refusal["detail"], NONE);
        body["owner_clients"] = json!([mine.client, theirs.client, 99]);
        let missing = json!({
            "owner_clients[1]": ["There is no such client."],
            "owner_clients[2]": ["There is no such client."],
        });
        assert_eq!(caller.post(list, body).await.problems(), missing);
    }
    let everybodys = json!({ "owner_clients": [] });
    caller.put(&path(&own), everybodys).await.refused(403, "forbidden");
    let missing = json!({ "owner_clients[0]": ["There is no such client."] });
    let others = json!({ "owner_clients": [theirs.client] });
    assert_eq!(caller.put(&path(&own), others).await.problems(), missing);
    assert_eq!(server.audit().await.len(), rows);
    assert_eq!(server.admin.get(&path(&own)).await.ok(), own);
}

#[tokio::test]
async fn owners_are_stored_each_once_and_have_to_be_clients() {
    let (server, mine, theirs, _) = server_with_caller(RIGHTS).await;
    let mut body = script("S", "x");
    body["owner_clients"] = json!([theirs.client, mine.client, theirs.client]);
    let made = server.admin.post("/scripts/", body).await.ok();
    assert_eq!(made["owner_clients"], json!([mine.client, theirs.client]));
    let problems = json!({ "owner_clients[1]": ["There is no such client."] });
    let wrong = json!({ "owner_clients": [mine.client, 99] });
    assert_eq!(server.admin.put(&path(&made), wrong.clone()).await.problems(), problems);
    let made_snippet = add_snippet(&server, "s", "x").await;
    assert_eq!(server.admin.put(&snippet_path(&made_snippet), wrong).await.problems(), problems);
    let wrong = json!({ "owner_clients": "x" });
    let problems = json!({ "owner_clients": ["Must be a list of whole numbers."] });
    assert_eq!(server.admin.put(&path(&made), wrong).await.problems(), problems);
    let many = json!({ "owner_clients": vec![1; 1001] });
    let problems = json!({ "owner_clients": ["Must have at most 1000 entries."] });
    assert_eq!(server.admin.put(&path(&made), many).await.problems(), problems);

    // A form sends back what it was shown, also when a client is gone.
    server.admin.delete(&format!("/clients/{}/", theirs.client)).await.ok();
    let shown = server.admin.get(&path(&made)).await.ok();
    assert_eq!(shown["owner_clients"], json!([mine.client, theirs.client]));
    server.admin.put(&path(&made), shown).await.ok();
    let back = server.admin.put(&path(&made), json!({ "owner_clients": null })).await.ok();
    assert_eq!(back["owner_clients"], json!([]));
}

#[tokio::test]
async fn a_caller_with_single_sites_changes_no_scripts_at_all() {
    let (server, mine, ..) = server_with_caller(RIGHTS).await;
    let mut body = script("S", "x");
    body["owner_clients"] = json!([mine.client]);
    let made = server.admin.post("/scripts/", body).await.ok();
    let one_site = server.scoped_caller(RIGHTS, &[], &[mine.site]).await;
    refuses_changes(&server, &one_site, &made, OTHERS).await;
    for (list, body) in [("/scripts/", script("N", "x")), ("/scripts/snippets/", snippet("n"))] {
        let refusal = one_site.post(list, body).await.refused(403, "forbidden");
        assert_eq!(refusal["detail"], NONE);
    }
}

#[tokio::test]
async fn a_caller_with_a_scope_changes_only_snippets_of_their_clients() {
    let (server, mine, _, caller) = server_with_caller(RIGHTS).await;
    let shared = add_snippet(&server, "shared", "id").await;
    let changed = caller.put(&snippet_path(&shared), json!({ "code": "x" })).await;
    assert_eq!(changed.refused(403, "forbidden")["detail"], ALL);
    caller.delete(&snippet_path(&shared)).await.refused(403, "forbidden");

    let own = caller.post("/scripts/snippets/", snippet("own")).await.ok();
    assert_eq!(own["owner_clients"], json!([mine.client]));
    caller.put(&snippet_path(&own), json!({ "code": "x" })).await.ok();
    caller.post("/scripts/", script("Mine", "{{own}}")).await.ok();
    caller.put(&snippet_path(&own), json!({ "code": "y" })).await.ok();

    // Once a script of others inserts it, it acts there too.
    let theirs = add(&server, "Theirs", "shell", "{{own}}").await;
    let sentence = "The script Theirs inserts it, which does not belong to your role's scope.";
    let changed = caller.put(&snippet_path(&own), json!({ "code": "z" })).await;
    assert_eq!(changed.refused(403, "forbidden")["detail"], sentence);
    let deleted = caller.delete(&format!("{}?force=true", snippet_path(&own))).await;
    assert_eq!(deleted.refused(403, "forbidden")["detail"], sentence);
    server.admin.delete(&path(&theirs)).await.ok();
    caller.put(&snippet_path(&own), json!({ "code": "z" })).await.ok();
}

#[tokio::test]
async fn no_snippet_of_a_caller_with_a_scope_gets_into_scripts_of_others() {
    let (server, _, _, caller) = server_with_caller(RIGHTS).await;
    add(&server, "Theirs", "shell", "docker ps --format {{.Names}}").await;
    let sentence = "The script Theirs inserts it, which does not belong to your role's scope.";
    let made = caller.post("/scripts/snippets/", snippet(".Names")).await;
    assert_eq!(made.refused(403, "forbidden")["detail"], sentence);

    let own = caller.post("/scripts/snippets/", snippet("own")).await.ok();
    let renamed = caller.put(&snippet_path(&own), json!({ "name": ".Names" })).await;
    assert_eq!(renamed.refused(403, "forbidden")["detail"], sentence);
    assert_eq!(server.admin.get(&snippet_path(&own)).await.ok(), own);
}

#[tokio::test]
async fn a_narrowed_key_owns_and_changes_only_what_both_scopes_have() {
    let (server, mine, theirs, _) = server_with_caller(RIGHTS).await;
    let both = server.scoped_caller(Right::ALL, &[mine.client, theirs.client], &[]).await;
    let of_both = both.post("/scripts/", script("Both", "x")).await.ok();
    assert_eq!(of_both["owner_clients"], json!([mine.client, theirs.client]));
    let narrow = json!({ "name": "narrow", "clients": [theirs.client], "sites": [mine.site] });
    let narrow = both.post("/accounts/apikeys/", narrow).await.ok();
    let narrow = server.anonymous().with_key(narrow["key"].as_str().unwrap());

    let own = narrow.post("/scripts/", script("Own", "x")).await.ok();
    assert_eq!(own["owner_clients"], json!([theirs.client]));
    narrow.put(&path(&own), json!({ "script_body": "y" })).await.ok();
    refuses_changes(&server, &narrow, &of_both, OTHERS).await;
}
