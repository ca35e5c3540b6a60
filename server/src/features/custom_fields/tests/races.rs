//! Concurrent writers.

use serde_json::{Value, json};

use super::{define, entry, field_path, values};
use crate::domain::custom_fields::{Assignment, store};
use crate::domain::custom_fields::{Model, Owner, find_field};
use crate::testing::TestServer;

#[tokio::test]
async fn only_one_of_several_concurrent_callers_gets_a_name() {
    let server = TestServer::start().await;
    let post = |number: usize| {
        let name = if number.is_multiple_of(2) { "Owner" } else { "OWNER" };
        let admin = server.admin.clone();
        async move { admin.post("/core/customfields", json!({"model": "agent", "name": name})).await }
    };

    let replies = futures_util::future::join_all((0..8).map(post)).await;

    let (taken, refused): (Vec<_>, Vec<_>) =
        replies.into_iter().partition(|reply| reply.status == 200);
    assert_eq!(taken.len(), 1);
    for reply in refused {
        assert_eq!(reply.problems(), json!({ "name": ["This name is already used."] }));
    }
    let list = server.admin.get("/core/customfields").await;
    assert_eq!(list.header("x-total-count"), "1");
}

#[tokio::test]
async fn a_value_stored_while_the_type_changes_fits_the_type() {
    let server = TestServer::start().await;
    let field = define(&server, json!({ "model": "client", "name": "N" })).await;
    let mut paths = Vec::new();
    for number in 0..8 {
        let location = server.add_site(&format!("c{number}"), "Main").await;
        paths.push(format!("/clients/{}/", location.client));
    }
    let write = |path: String| {
        let admin = server.admin.clone();
        async move { admin.put(&path, entry(field, " yes ")).await.status }
    };
    let change = async {
        server.admin.put(&field_path(field), json!({ "type": "checkbox" })).await.ok();
        200
    };

    let writes = futures_util::future::join_all(paths.iter().cloned().map(write));
    let (statuses, _) = tokio::join!(writes, change);

    assert_eq!(statuses, [200; 8]);
    for path in paths {
        assert_eq!(values(&server.admin.get(&path).await.ok()), json!({ "N": true }));
    }
    let back = json!({ "type": "text" });
    server.admin.put(&field_path(field), back).await.ok();
    let clients = server.admin.get("/clients/").await.ok();
    let texts: Vec<Value> = clients.as_array().unwrap().iter().map(values).collect();
    assert_eq!(texts, vec![json!({ "N": "true" }); 8]);
}

#[tokio::test]
async fn a_value_for_an_owner_that_is_gone_is_a_conflict() {
    let server = TestServer::start().await;
    let field = define(&server, json!({ "model": "client", "name": "N" })).await;
    let definition = find_field(server.app.db.read(), field).await.unwrap().unwrap();
    let assignment = Assignment { field: definition.into(), text: Some("x".to_owned()) };
    let write = server.app.db.begin().await.unwrap();

    let owner = Owner { model: Model::Client, id: 999 };
    let refusal = store(&write, owner, &[assignment]).await.unwrap_err();

    assert_eq!(refusal.to_string(), "this client was removed meanwhile");
}
