//! Saved views, through the front door.

use serde_json::{Value, json};

use crate::auth::Right;
use crate::storage::sql;
use crate::testing::{Client, TestServer};

fn path(view: &Value) -> String {
    format!("/core/views/{}/", view["id"])
}

async fn add(caller: &Client, body: Value) -> Value {
    caller.post("/core/views/", body).await.ok()
}

async fn list(caller: &Client) -> Value {
    caller.get("/core/views/").await.ok()
}

async fn id_of(caller: &Client) -> Value {
    caller.get("/accounts/me/").await.ok()["id"].clone()
}

#[tokio::test]
async fn a_view_is_saved_changed_listed_by_name_and_deleted() {
    let server = TestServer::start().await;
    let body = json!({
        "page": "agents", "name": " Servers ", "query": { "monitoring_type": "server", "n": [1] },
        "columns": ["hostname", "cf:7"], "sort": "-last_seen",
    });
    let servers = add(&server.admin, body).await;
    let me = id_of(&server.admin).await;
    let expected = json!({
        "id": servers["id"], "user": me, "username": "admin", "page": "agents", "name": "Servers",
        "query": { "monitoring_type": "server", "n": [1] }, "columns": ["hostname", "cf:7"],
        "sort": "-last_seen", "shared": false, "modified_by": "admin",
        "modified_time": servers["modified_time"],
    });
    assert_eq!(servers, expected);
    let audit = add(&server.admin, json!({ "page": "audit", "name": "logins" })).await;
    let expected = json!({
        "id": audit["id"], "user": me, "username": "admin", "page": "audit", "name": "logins",
        "query": {}, "columns": [], "sort": "", "shared": false, "modified_by": "admin",
        "modified_time": audit["modified_time"],
    });
    assert_eq!(audit, expected);
    assert_eq!(list(&server.admin).await, json!([audit, servers]));
    let found = server.admin.get("/core/views/?search=page:agents").await.ok();
    assert_eq!(found, json!([servers]));
    let found = server.admin.get("/core/views/?ordering=-name&page_size=1").await.ok();
    assert_eq!((&found["count"], &found["results"]), (&json!(2), &json!([servers])));

    let change = json!({ "name": "All", "query": null, "columns": null, "sort": null });
    let changed = server.admin.put(&path(&servers), change).await.ok();
    let mut expected = servers.clone();
    for (key, value) in
        [("name", json!("All")), ("query", json!({})), ("columns", json!([])), ("sort", json!(""))]
    {
        expected[key] = value;
    }
    expected["modified_time"] = changed["modified_time"].clone();
    assert_eq!(changed, expected);
    assert_eq!(server.admin.delete(&path(&audit)).await.ok(), "deleted view logins");
    assert_eq!(list(&server.admin).await, json!([changed]));
    server.admin.delete(&path(&audit)).await.refused(404, "not_found");
    server.admin.put(&path(&audit), json!({})).await.refused(404, "not_found");

    assert_eq!(
        server.audit_lines().await,
        [
            "admin add view added view Servers",
            "admin add view added view logins",
            "admin modify view changed view All",
            "admin delete view deleted view logins",
        ]
    );
    let log = server.audit().await;
    assert_eq!((&log[2]["before_value"], &log[2]["after_value"]), (&servers, &changed));
    assert_eq!(log[3]["before_value"], audit);
}

#[tokio::test]
async fn a_view_is_its_makers_alone_until_it_is_shared() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let maker = server.scoped_caller(&[], &[location.client], &[]).await;
    let view = add(&maker, json!({ "page": "tasks", "name": "Mine" })).await;
    let other = server.caller_without(Right::EditCoreSettings).await;
    let scoped = server.scoped_caller(Right::ALL, &[location.client], &[]).await;
    for caller in [&server.admin, &other] {
        assert_eq!(list(caller).await, json!([]));
        caller.put(&path(&view), json!({ "name": "x" })).await.refused(404, "not_found");
        caller.delete(&path(&view)).await.refused(404, "not_found");
    }

    let view = maker.put(&path(&view), json!({ "shared": true })).await.ok();
    for caller in [&other, &scoped] {
        assert_eq!(list(caller).await, json!([view]));
        caller.put(&path(&view), json!({ "name": "x" })).await.refused(403, "forbidden");
        caller.delete(&path(&view)).await.refused(403, "forbidden");
    }
    let view = server.admin.put(&path(&view), json!({ "name": "Ours" })).await.ok();
    assert_eq!((&view["name"], &view["user"]), (&json!("Ours"), &id_of(&maker).await));
    assert_eq!(list(&maker).await, json!([view]));
    server.admin.delete(&path(&view)).await.ok();
    assert_eq!(list(&maker).await, json!([]));
}

#[tokio::test]
async fn views_are_deleted_with_their_user() {
    let server = TestServer::start().await;
    let maker = server.caller_with(&[]).await;
    add(&maker, json!({ "page": "checks", "name": "Ours", "shared": true })).await;
    assert_eq!(list(&server.admin).await.as_array().unwrap().len(), 1);
    let user = id_of(&maker).await;
    server.admin.delete(&format!("/accounts/{user}/users/")).await.ok();
    assert_eq!(list(&server.admin).await, json!([]));
}

#[tokio::test]
async fn all_problems_of_a_view_are_reported_at_once() {
    let server = TestServer::start().await;
    let pages = "Must be one of agents, alerts, checks, tasks, software, updates, audit, history.";
    let cases = [
        (json!({}), json!({ "page": ["This field is required."], "name": ["Enter a name."] })),
        (
            json!({ "page": "x", "name": " ", "query": [], "columns": [[1]], "sort": {}, "shared": 2 }),
            json!({
                "page": [pages], "name": ["Enter a name."], "query": ["Must be an object."],
                "columns[0]": ["Must be a list of texts."], "sort": ["Must be text."],
                "shared": ["Must be true or false."],
            }),
        ),
        (
            json!({
                "page": "agents", "name": "n".repeat(256), "query": { "q": "x".repeat(16_384) },
                "columns": vec!["c"; 201], "sort": "s".repeat(256),
            }),
            json!({
                "name": ["Must have at most 255 characters."],
                "query": ["Must have at most 16384 bytes."],
                "columns": ["Must have at most 200 items."],
                "sort": ["Must have at most 255 characters."],
            }),
        ),
        (
            json!({ "page": "agents", "name": "x", "columns": ["c".repeat(256)] }),
            json!({ "columns": ["Must have at most 255 characters each."] }),
        ),
    ];
    let view = add(&server.admin, json!({ "page": "agents", "name": "x" })).await;
    for (body, expected) in cases {
        let made = server.admin.post("/core/views/", body.clone()).await;
        assert_eq!(made.problems(), expected);
        if body != json!({}) {
            assert_eq!(server.admin.put(&path(&view), body).await.problems(), expected);
        }
    }
    // Just within the limits.
    let body = json!({
        "page": "history", "name": "n".repeat(255), "query": { "q": "x".repeat(16_376) },
        "columns": vec!["c".repeat(255); 200], "sort": "s".repeat(255),
    });
    add(&server.admin, body).await;
}

#[tokio::test]
async fn a_user_has_at_most_five_hundred_views() {
    let server = TestServer::start().await;
    let write = server.app.db.begin().await.unwrap();
    for number in 0..499 {
        let text = "insert into saved_views (user_id, page, name, query, columns, sort, shared)
                    select id, 'agents', $1, '{}', '[]', '', true from users
                     where username = 'admin'";
        sql::execute(&write, text, [number.to_string().into()]).await.unwrap();
    }
    write.commit().await.unwrap();
    let body = json!({ "page": "agents", "name": "the last" });
    let last = add(&server.admin, body.clone()).await;
    server.admin.post("/core/views/", body.clone()).await.refused(409, "conflict");
    // Those of others do not count.
    add(&server.caller_with(&[]).await, body.clone()).await;
    server.admin.delete(&path(&last)).await.ok();
    add(&server.admin, body).await;
}

#[tokio::test]
async fn watchers_who_may_see_a_view_receive_its_changes() {
    let server = TestServer::start().await;
    let (maker, other) = (server.caller_with(&[]).await, server.caller_with(&[]).await);
    let mut own = server.follow(&maker, &["config"]).await;
    let mut others = server.follow(&other, &["config"]).await;
    let view = add(&maker, json!({ "page": "alerts", "name": "Mine" })).await;
    for shared in [true, false] {
        maker.put(&path(&view), json!({ "shared": shared })).await.ok();
    }
    maker.delete(&path(&view)).await.ok();
    let mark = add(&maker, json!({ "page": "alerts", "name": "Mark", "shared": true })).await;

    let event = |kind: &str, view: &Value, shared: bool| {
        let data = json!({
            "entity": "view", "id": view["id"], "user": view["user"], "shared": shared,
        });
        json!({ "type": kind, "data": data })
    };
    let expected = [
        (event("saved", &view, false), false),
        (event("saved", &view, true), true),
        (event("deleted", &view, true), true),
        (event("saved", &view, false), false),
        (event("deleted", &view, false), false),
        (event("saved", &mark, true), true),
    ];
    for (event, is_for_all) in expected {
        let received = own.receive().await;
        assert_eq!(json!({ "type": received["type"], "data": received["data"] }), event);
        if is_for_all {
            let received = others.receive().await;
            assert_eq!(json!({ "type": received["type"], "data": received["data"] }), event);
        }
    }
}
