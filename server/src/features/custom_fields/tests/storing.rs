//! Storing what a script printed.

use serde_json::json;

use super::{define, field_path, values};
use crate::domain::custom_fields::{Model, NotStored, Owner, find_field, store_text};
use crate::ids::AgentKey;
use crate::testing::TestServer;

async fn stored(
    server: &TestServer,
    field: i64,
    owner: Owner,
    text: &str,
) -> Result<(), NotStored> {
    let definition = find_field(server.app.db.read(), field).await.unwrap().unwrap();
    let write = server.app.db.begin().await.unwrap();
    store_text(&write, &definition, owner, text).await?;
    write.commit().await.unwrap();
    Ok(())
}

#[tokio::test]
async fn a_text_is_converted_and_stored_by_the_model_of_the_field() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let body = json!({ "model": "client", "name": "Flag", "type": "checkbox" });
    let field = define(&server, body).await;
    let owner = Model::Client.owner(AgentKey(7), location.client, location.site);

    stored(&server, field, owner, "YES\n").await.unwrap();
    stored(&server, field, owner, "0").await.unwrap();
    stored(&server, field, owner, " true").await.unwrap();

    let client = server.admin.get(&format!("/clients/{}/", location.client)).await.ok();
    assert_eq!(values(&client), json!({ "Flag": true }));
}

#[tokio::test]
async fn a_text_that_does_not_fit_is_not_stored() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let body = json!({ "model": "site", "name": "N", "type": "number" });
    let field = define(&server, body).await;

    let owner = Model::Site.owner(AgentKey(7), location.client, location.site);
    let refusal = stored(&server, field, owner, "many").await.unwrap_err();
    assert_eq!(refusal.to_string(), "must be a number");
    let owner = Owner { model: Model::Client, id: location.client };
    let refusal = stored(&server, field, owner, "1").await.unwrap_err();
    assert!(matches!(refusal, NotStored::NoField), "{refusal:?}");
    let site = server.admin.get(&format!("/clients/sites/{}/", location.site)).await.ok();
    assert_eq!(values(&site), json!({}));
}

#[tokio::test]
async fn an_older_copy_of_the_definition_does_no_harm() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let field = define(&server, json!({ "model": "client", "name": "N" })).await;
    let old = find_field(server.app.db.read(), field).await.unwrap().unwrap();
    server.admin.put(&field_path(field), json!({ "type": "number" })).await.ok();

    let write = server.app.db.begin().await.unwrap();
    let owner = Owner { model: Model::Client, id: location.client };
    let refusal = store_text(&write, &old, owner, "text").await.unwrap_err();

    assert!(matches!(refusal, NotStored::Unfit(_)), "{refusal:?}");
}
