//! Who may write definitions, which all clients share, and how fields are called.

use serde_json::{Value, json};

use super::{define, entry, field_path};
use crate::auth::Right;
use crate::storage::sql;
use crate::testing::TestServer;

const RIGHTS: &[Right] = &[Right::ViewCustomfields, Right::ManageCustomfields];

#[tokio::test]
async fn a_caller_with_a_scope_reads_definitions_and_writes_none() {
    let server = TestServer::start().await;
    let own = server.add_site("Own", "Main").await;
    let identity = server.enrol(own, "mine").await;
    let somebody = server.scoped_caller(RIGHTS, &[own.client], &[]).await;
    let owners = [
        ("agent", format!("/agents/{}/", identity.agent_id)),
        ("client", format!("/clients/{}/", own.client)),
        ("site", format!("/clients/sites/{}/", own.site)),
    ];
    for (model, owner) in owners {
        let id = define(&server, json!({ "model": model, "name": "F" })).await;
        let path = field_path(id);
        server.admin.put(&owner, entry(id, "5")).await.ok();
        let rows = server.audit().await.len();

        let stored = somebody.get(&path).await.ok();
        let sentence = "Only callers without a scope may do this.";
        let body = json!({ "model": model, "name": "Mine", "default_value_string": "x" });
        let refusal = somebody.post("/core/customfields", body).await.refused(403, "forbidden");
        assert_eq!(refusal["detail"], sentence);
        for body in [json!({}), json!({ "default_value_string": "x" }), json!({ "order": 1 })] {
            let refusal = somebody.put(&path, body).await.refused(403, "forbidden");
            assert_eq!(refusal["detail"], sentence);
        }
        for query in ["", "?force=true"] {
            let refusal = somebody.delete(&format!("{path}{query}")).await;
            assert_eq!(refusal.refused(403, "forbidden")["detail"], sentence);
        }
        assert_eq!(server.audit().await.len(), rows);
        assert_eq!(server.admin.get(&path).await.ok(), stored);
        let values = server.admin.get(&owner).await.ok();
        assert_eq!(values["custom_fields"][0]["value"], "5");
    }
}

#[tokio::test]
async fn no_field_takes_the_name_of_a_property() {
    let server = TestServer::start().await;
    let sentence = "This is the name of a property: choose another.";
    for (model, name) in [
        ("agent", "hostname"),
        ("agent", " HostName "),
        ("agent", "site.name"),
        ("agent", "client.name"),
        ("agent", "site.client.name"),
        ("client", "id"),
        ("client", "name"),
        ("site", "NAME"),
        ("site", "client.name"),
    ] {
        let body = json!({ "model": model, "name": name, "default_value_string": "bent" });
        let problems = server.admin.post("/core/customfields", body).await.problems();
        assert_eq!(problems, json!({ "name": [sentence] }), "{model} {name}");
    }
    // What is a property of one model is an ordinary name in another.
    let id = define(&server, json!({ "model": "site", "name": "hostname" })).await;
    let problems = server.admin.put(&field_path(id), json!({ "name": "id" })).await.problems();
    assert_eq!(problems, json!({ "name": [sentence] }));
}

#[tokio::test]
async fn a_field_that_has_the_name_of_a_property_already_keeps_it() {
    let server = TestServer::start().await;
    let id = define(&server, json!({ "model": "agent", "name": "Host" })).await;
    let write = server.app.db.begin().await.unwrap();
    sql::execute(&write, "update custom_fields set name = 'hostname'", []).await.unwrap();
    write.commit().await.unwrap();
    let path = field_path(id);

    let kept = server.admin.put(&path, json!({ "name": "hostname", "order": 3 })).await.ok();
    assert_eq!((&kept["name"], &kept["order"]), (&json!("hostname"), &json!(3)));
    let problems = server.admin.put(&path, json!({ "name": "plat" })).await.problems();
    assert_eq!(problems["name"][0], "This is the name of a property: choose another.");
    assert_eq!(server.admin.put(&path, json!({ "name": "Host" })).await.ok()["name"], "Host");
}

#[tokio::test]
async fn each_right_opens_its_own_calls_only() {
    let server = TestServer::start().await;
    let id = define(&server, json!({ "model": "agent", "name": "F" })).await;
    let (viewer, manager) =
        (server.caller_with(&RIGHTS[..1]).await, server.caller_with(&RIGHTS[1..]).await);
    let (list, one) = ("/core/customfields", field_path(id));
    let body: Value = json!({ "model": "agent", "name": "G" });

    viewer.get(list).await.ok();
    viewer.get(&one).await.ok();
    viewer.patch(list, json!({ "model": "agent" })).await.ok();
    viewer.post(list, body.clone()).await.refused(403, "forbidden");
    viewer.put(&one, json!({})).await.refused(403, "forbidden");
    viewer.delete(&one).await.refused(403, "forbidden");
    manager.get(list).await.refused(403, "forbidden");
    manager.get(&one).await.refused(403, "forbidden");
    manager.patch(list, json!({ "model": "agent" })).await.refused(403, "forbidden");
    manager.post(list, body).await.ok();
    manager.put(&one, json!({})).await.ok();
    manager.delete(&one).await.ok();
}
