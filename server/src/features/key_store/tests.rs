//! The key store, through the API.

use serde_json::{Value, json};

use crate::auth::Right;
use crate::domain::key_store::queries::list_keys;
use crate::testing::TestServer;

fn path(key: &Value) -> String {
    format!("/core/keystore/{}/", key["id"])
}

async fn add(server: &TestServer, body: Value) -> Value {
    server.admin.post("/core/keystore/", body).await.ok()
}

/// Removes what differs from run to run.
fn timeless(mut key: Value) -> Value {
    for time in ["created_time", "modified_time"] {
        assert!(key.as_object_mut().unwrap().remove(time).is_some());
    }
    key
}

/// A value as the audit log stores it.
fn audited(key: &Value) -> Value {
    let mut key = key.clone();
    key.as_object_mut().unwrap().remove("value");
    key
}

async fn values(server: &TestServer) -> Vec<(String, String)> {
    let keys = list_keys(server.app.db.read(), &server.app.vault).await.unwrap();
    keys.into_iter().map(|key| (key.name, key.value.reveal().to_owned())).collect()
}

#[tokio::test]
async fn a_value_is_made_changed_listed_by_name_and_deleted() {
    let server = TestServer::start().await;
    let url = add(&server, json!({ "name": " url ", "value": "https://x" })).await;
    let expected = json!({
        "id": url["id"], "name": "url", "value": "https://x", "secret": false,
        "allowed_clients": [], "allowed_scripts": [], "allow_adhoc": true,
        "created_by": "admin", "modified_by": "admin",
    });
    assert_eq!(timeless(url.clone()), expected);
    let key = add(&server, json!({ "name": "Api", "value": "k1", "secret": true })).await;
    assert_eq!((&key["value"], &key["secret"]), (&json!("********"), &json!(true)));
    assert_eq!(server.admin.get("/core/keystore/").await.ok(), json!([key, url]));
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(values(&server).await, [pair("Api", "k1"), pair("url", "https://x")]);

    let changed = server.admin.put(&path(&url), json!({ "value": "", "name": "u" })).await.ok();
    assert_eq!((&changed["value"], &changed["name"]), (&json!(""), &json!("u")));
    let deleted = server.admin.delete(&path(&key)).await.ok();
    assert_eq!(deleted, "deleted key store value Api");
    assert_eq!(server.admin.get("/core/keystore/").await.ok(), json!([changed]));
    server.admin.delete(&path(&key)).await.refused(404, "not_found");
    server.admin.put(&path(&key), json!({})).await.refused(404, "not_found");

    assert_eq!(
        server.audit_lines().await,
        [
            "admin add keystore added key store value url",
            "admin add keystore added key store value Api",
            "admin modify keystore changed key store value u",
            "admin delete keystore deleted key store value Api",
        ]
    );
    let log = server.audit().await;
    assert_eq!(log[1]["after_value"], audited(&key));
    assert_eq!(log[2]["before_value"], audited(&url));
    assert_eq!(log[2]["after_value"], audited(&changed));
    assert_eq!(log[3]["before_value"], audited(&key));
}

#[tokio::test]
async fn a_secret_is_kept_by_its_mask_and_uncovered_only_with_a_new_value() {
    let server = TestServer::start().await;
    let key = add(&server, json!({ "name": "k", "value": "old", "secret": true })).await;
    let change = async |body: Value| server.admin.put(&path(&key), body).await;

    change(json!({ "name": "k2", "value": "********", "secret": true })).await.ok();
    assert_eq!(values(&server).await, [("k2".to_owned(), "old".to_owned())]);
    for body in [json!({ "secret": false }), json!({ "secret": false, "value": "********" })] {
        let expected = "Send the value with it: what was secret is not shown again.";
        assert_eq!(change(body).await.problems(), json!({ "secret": [expected] }));
    }
    let open = change(json!({ "secret": false, "value": "new" })).await.ok();
    assert_eq!((&open["value"], &open["secret"]), (&json!("new"), &json!(false)));
    change(json!({ "secret": true })).await.ok();
    let emptied = change(json!({ "value": null })).await.ok();
    assert_eq!((&emptied["value"], &emptied["secret"]), (&Value::Null, &json!(true)));
    assert_eq!(values(&server).await, [("k2".to_owned(), String::new())]);
}

#[tokio::test]
async fn the_setting_decides_whether_a_value_is_secret_by_default() {
    let server = TestServer::start().await;
    let on = json!({ "keystore_secret_default": true });
    server.admin.put("/core/settings/", on).await.ok();
    let key = add(&server, json!({ "name": "a", "value": "x" })).await;
    assert_eq!(key["value"], "********");
    let key = add(&server, json!({ "name": "b", "value": "x", "secret": false })).await;
    assert_eq!(key["value"], "x");
}

#[tokio::test]
async fn all_problems_of_a_value_are_reported_at_once() {
    let server = TestServer::start().await;
    let taken = add(&server, json!({ "name": "Taken", "value": "x" })).await;
    let other = add(&server, json!({ "name": "Other", "value": "x" })).await;
    let cases = [
        (json!({}), json!({ "name": ["Enter a name."], "value": ["Enter a value."] })),
        (
            json!({ "name": "a}", "value": "x".repeat(65_537), "secret": 2 }),
            json!({
                "name": ["Must have neither braces nor control characters."],
                "value": ["Must have at most 65536 bytes."], "secret": ["Must be true or false."],
            }),
        ),
        (
            json!({ "name": "n".repeat(101), "value": "********" }),
            json!({
                "name": ["Must have at most 100 characters."],
                "value": ["This is the mask of a secret, not a value."],
            }),
        ),
        (
            json!({ "name": "TAKEN", "value": "" }),
            json!({ "name": ["This name is already used."] }),
        ),
    ];
    for (body, expected) in cases {
        assert_eq!(server.admin.post("/core/keystore/", body).await.problems(), expected);
    }
    let problems = server.admin.put(&path(&other), json!({ "name": "taken" })).await.problems();
    assert_eq!(problems, json!({ "name": ["This name is already used."] }));
    // Its own name in another case is not a conflict.
    server.admin.put(&path(&taken), json!({ "name": "taken" })).await.ok();
}

#[tokio::test]
async fn only_one_of_two_concurrent_values_of_one_name_is_stored() {
    let server = TestServer::start().await;
    let body = json!({ "name": "same", "value": "x" });
    let post = async || server.admin.post("/core/keystore/", body.clone()).await.status;
    let (a, b) = tokio::join!(post(), post());
    assert_eq!([a.min(b), a.max(b)], [200, 400]);
    assert_eq!(values(&server).await.len(), 1);
}

#[tokio::test]
async fn a_caller_with_a_scope_reads_but_does_not_write() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let key = add(&server, json!({ "name": "a", "value": "x" })).await;
    let scoped = server.scoped_caller(Right::ALL, &[location.client], &[]).await;
    assert_eq!(scoped.get("/core/keystore/").await.ok(), json!([key]));
    let body = json!({ "name": "b", "value": "x" });
    scoped.post("/core/keystore/", body.clone()).await.refused(403, "forbidden");
    scoped.put(&path(&key), body).await.refused(403, "forbidden");
    scoped.delete(&path(&key)).await.refused(403, "forbidden");
    assert_eq!(server.audit().await.len(), 1);
}

#[tokio::test]
async fn a_value_says_which_clients_scripts_and_code_may_use_it() {
    let server = TestServer::start().await;
    let client = server.add_site("Acme", "Main").await.client;
    let script = server.add_script("look").await;
    let limits =
        |key: &Value| json!([key["allowed_clients"], key["allowed_scripts"], key["allow_adhoc"]]);
    let body = json!({
        "name": "k", "value": "v", "allowed_clients": [client], "allowed_scripts": [script],
        "allow_adhoc": false,
    });
    let key = add(&server, body).await;
    assert_eq!(limits(&key), json!([[client], [script], false]));
    assert_eq!(server.admin.get("/core/keystore/").await.ok(), json!([key]));
    let change = async |body: Value| server.admin.put(&path(&key), body).await;

    assert_eq!(limits(&change(json!({ "value": "w" })).await.ok()), limits(&key));
    let unknown = json!({
        "allowed_clients": [99], "allowed_scripts": [script, 98], "allow_adhoc": "no",
    });
    let flag = json!({ "allow_adhoc": ["Must be true or false."] });
    assert_eq!(change(unknown).await.problems(), flag);
    let unknown = json!({ "allowed_clients": [99], "allowed_scripts": [script, 98] });
    let expected = json!({
        "allowed_clients[0]": ["There is no such client."],
        "allowed_scripts[1]": ["There is no such script."],
    });
    assert_eq!(change(unknown).await.problems(), expected);
    let new = json!({ "name": "n", "value": "v", "allowed_clients": [99] });
    let problems = server.admin.post("/core/keystore/", new).await.problems();
    assert_eq!(problems, json!({ "allowed_clients[0]": ["There is no such client."] }));

    // One that was deleted stays: without it the list would allow all.
    server.admin.delete(&format!("/clients/{client}/")).await.ok();
    let kept = change(json!({ "allowed_clients": [client] })).await.ok();
    assert_eq!(limits(&kept), limits(&key));
    let open = json!({ "allowed_clients": null, "allowed_scripts": [], "allow_adhoc": true });
    assert_eq!(limits(&change(open).await.ok()), json!([[], [], true]));
    let row = server.audit().await.pop().unwrap();
    assert_eq!(limits(&row["before_value"]), json!([[client], [script], false]));
    assert_eq!(limits(&row["after_value"]), json!([[], [], true]));
}
