//! `DELETE /core/customfields/<id>/`, and values whose owner goes.

use serde_json::json;

use super::{define, entry, field_path};
use crate::storage::sql;
use crate::testing::TestServer;

async fn stored(server: &TestServer) -> i64 {
    let text = "select count(*) from custom_field_values";
    sql::number(server.app.db.read(), text, []).await.unwrap()
}

#[tokio::test]
async fn a_field_without_values_is_deleted() {
    let server = TestServer::start().await;
    let body = json!({ "model": "agent", "name": "Owner" });
    let field = server.admin.post("/core/customfields", body).await.ok();
    let path = field_path(super::id_of(&field));

    let message = server.admin.delete(&path).await.ok();

    assert_eq!(message, "deleted custom field Owner of agents and its 0 values");
    server.admin.get(&path).await.refused(404, "not_found");
    server.admin.delete(&path).await.refused(404, "not_found");
    let lines = server.audit_lines().await;
    assert_eq!(lines[1], format!("admin delete customfield {}", message.as_str().unwrap()));
    let row = &server.audit().await[1];
    assert_eq!((&row["before_value"], &row["after_value"]), (&field, &json!(null)));
}

#[tokio::test]
async fn a_field_with_values_is_deleted_only_by_force_and_with_its_values() {
    let server = TestServer::start().await;
    let id = define(&server, json!({ "model": "client", "name": "Owner" })).await;
    let other = define(&server, json!({ "model": "client", "name": "Other" })).await;
    for number in 0..12 {
        let body = json!({
            "name": format!("client {number:02}"),
            "custom_fields": [{ "field": id, "string_value": "x" },
                              { "field": other, "string_value": "y" }],
        });
        server.admin.post("/clients/", body).await.ok();
    }
    let path = field_path(id);
    let rows = server.audit().await.len();

    for query in ["", "?force=false", "?force=0"] {
        let refusal = server.admin.delete(&format!("{path}{query}")).await.refused(409, "in_use");
        assert_eq!(
            refusal["detail"],
            "Owner has 12 stored values, of client 00, client 01, client 02, client 03, \
             client 04, client 05, client 06, client 07, client 08, client 09 and 2 more."
        );
    }
    let refusal = server.admin.delete(&format!("{path}?force=maybe")).await.problems();
    assert_eq!(refusal, json!({ "force": ["Must be true or false."] }));
    assert_eq!((server.audit().await.len(), stored(&server).await), (rows, 24));

    let message = server.admin.delete(&format!("{path}?force=true")).await.ok();
    assert_eq!(message, "deleted custom field Owner of clients and its 12 values");
    assert_eq!(stored(&server).await, 12);
    assert_eq!(server.audit().await.len(), rows + 1);
}

#[tokio::test]
async fn the_owners_of_values_are_named_whatever_they_are() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;
    let owners = [
        ("agent", format!("/agents/{}/", identity.agent_id), "pc-1"),
        ("client", format!("/clients/{}/", location.client), "Acme"),
        ("site", format!("/clients/sites/{}/", location.site), "Main"),
    ];
    for (model, path, name) in owners {
        let id = define(&server, json!({ "model": model, "name": "F" })).await;
        server.admin.put(&path, entry(id, "x")).await.ok();
        let refusal = server.admin.delete(&field_path(id)).await.refused(409, "in_use");
        assert_eq!(refusal["detail"], format!("F has 1 stored values, of {name}."));
    }
}

#[tokio::test]
async fn values_are_deleted_with_their_owner() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;
    for (model, path) in [
        ("agent", format!("/agents/{}/", identity.agent_id)),
        ("client", format!("/clients/{}/", location.client)),
        ("site", format!("/clients/sites/{}/", location.site)),
    ] {
        let id = define(&server, json!({ "model": model, "name": "F" })).await;
        server.admin.put(&path, entry(id, "x")).await.ok();
    }
    assert_eq!(stored(&server).await, 3);

    let write = server.app.db.begin().await.unwrap();
    sql::execute(&write, "delete from agents", []).await.unwrap();
    write.commit().await.unwrap();
    assert_eq!(stored(&server).await, 2);
    server.admin.delete(&format!("/clients/{}/", location.client)).await.ok();
    assert_eq!(stored(&server).await, 0);
}

#[tokio::test]
async fn the_schema_keeps_one_value_per_owner_and_one_owner_per_value() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let id = define(&server, json!({ "model": "client", "name": "F" })).await;
    let path = format!("/clients/{}/", location.client);
    server.admin.put(&path, entry(id, "x")).await.ok();

    for columns in ["client_id", "client_id, site_id", "agent_id"] {
        let write = server.app.db.begin().await.unwrap();
        let owners = match columns {
            "client_id, site_id" => format!("{}, {}", location.client + 1, location.site),
            "client_id" => location.client.to_string(),
            _ => "null".to_owned(),
        };
        let text = format!(
            "insert into custom_field_values (field_id, value, {columns}) values ($1, 'y', {owners})"
        );
        assert!(sql::execute(&write, &text, [id.into()]).await.is_err(), "{columns}");
    }
}
