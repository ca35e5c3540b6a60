//! Custom fields of clients and sites.

use serde_json::{Value, json};

use super::{define, entry, id_of, values};
use crate::testing::TestServer;

async fn required(server: &TestServer, model: &str, more: Value) -> i64 {
    let mut body = json!({ "model": model, "name": "Contract", "required": true });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    define(server, body).await
}

#[tokio::test]
async fn a_client_is_created_and_changed_with_its_fields() {
    let server = TestServer::start().await;
    let field = define(&server, json!({ "model": "client", "name": "Owner" })).await;
    let of_site = define(&server, json!({ "model": "site", "name": "Street" })).await;
    let body = json!({
        "client": { "name": "Acme" },
        "site": { "name": "Main", "custom_fields": [{ "field": of_site, "string_value": "High" }] },
        "custom_fields": [{ "field": field, "string_value": "Ada" }],
    });

    let client = server.admin.post("/clients/", body).await.ok();

    let id = id_of(&client);
    let shown = |text: &str| {
        json!([{
            "id": client["custom_fields"][0]["id"], "field": field, "client": id, "name": "Owner",
            "type": "text", "value": text, "string_value": text, "bool_value": null,
            "multiple_value": null,
        }])
    };
    assert_eq!(client["custom_fields"], shown("Ada"));
    assert_eq!(values(&client["sites"][0]), json!({ "Street": "High" }));
    assert_eq!(server.admin.get("/clients/").await.ok(), json!([client]));

    let path = format!("/clients/{id}/");
    let changed = server.admin.put(&path, entry(field, "Bob")).await.ok();
    assert_eq!(changed["custom_fields"], shown("Bob"));
    assert_eq!(server.admin.get(&path).await.ok(), changed);
    let audit = server.audit().await;
    assert_eq!(audit.len(), 4);
    assert_eq!(audit[2]["after_value"]["custom_fields"], shown("Ada"));
    assert_eq!(audit[3]["before_value"]["custom_fields"], shown("Ada"));
    assert_eq!(audit[3]["after_value"]["custom_fields"], shown("Bob"));
}

#[tokio::test]
async fn a_site_is_created_and_changed_with_its_fields() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let body = json!({ "model": "site", "name": "Open", "type": "checkbox" });
    let field = define(&server, body).await;
    let body = json!({
        "site": { "client": location.client, "name": "Two" },
        "custom_fields": [{ "field": field, "bool_value": true }],
    });

    let site = server.admin.post("/clients/sites/", body).await.ok();

    let id = id_of(&site);
    assert_eq!(
        site["custom_fields"],
        json!([{
            "id": site["custom_fields"][0]["id"], "field": field, "site": id, "name": "Open",
            "type": "checkbox", "value": true, "string_value": "true", "bool_value": true,
            "multiple_value": null,
        }])
    );
    let path = format!("/clients/sites/{id}/");
    assert_eq!(server.admin.get(&path).await.ok(), site);
    let changed = server.admin.put(&path, entry(field, "no")).await.ok();
    assert_eq!(values(&changed), json!({ "Open": false }));
    let list = server.admin.get("/clients/sites/").await.ok();
    assert_eq!((values(&list[0]), values(&list[1])), (json!({}), json!({"Open": false})));
    assert_eq!(
        (&list[0]["name"], &list[0]["custom_fields"][0]["id"]),
        (&json!("Main"), &json!(null))
    );
}

#[tokio::test]
async fn wrong_entries_leave_clients_and_sites_as_they_are() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let of_client =
        define(&server, json!({ "model": "client", "name": "N", "type": "number" })).await;
    let of_site = define(&server, json!({ "model": "site", "name": "N", "type": "number" })).await;
    let before = server.admin.get("/clients/").await.ok();
    let (client, site) =
        (format!("/clients/{}/", location.client), format!("/clients/sites/{}/", location.site));
    let none = "There is no such custom field here.";
    for (path, own, foreign) in [(client, of_client, of_site), (site, of_site, of_client)] {
        let mut body = entry(own, "x");
        body["name"] = json!("New");
        let problems = server.admin.put(&path, body).await.problems();
        let expected = json!({ "custom_fields[0].string_value": ["Must be a number."] });
        assert_eq!(problems, expected, "{path}");
        let problems = server.admin.put(&path, entry(foreign, "1")).await.problems();
        assert_eq!(problems, json!({ "custom_fields[0].field": [none] }), "{path}");
    }
    let mut body = entry(of_site, "x");
    body["site"] = json!({ "client": 999, "name": "Main" });
    let problems = server.admin.post("/clients/sites/", body).await.problems();
    assert_eq!(
        problems,
        json!({
            "site.client": ["Choose a client."],
            "custom_fields[0].string_value": ["Must be a number."],
        })
    );
    assert_eq!(server.admin.get("/clients/").await.ok(), before);
}

#[tokio::test]
async fn a_required_field_needs_a_value_when_a_client_is_created() {
    let server = TestServer::start().await;
    let field = required(&server, "client", json!({})).await;
    let post = async |body: Value| {
        let mut body = body;
        body["name"] = json!("Acme");
        server.admin.post("/clients/", body).await
    };
    let missing = json!({ "custom_fields": ["Contract is required."] });

    let unset = json!({ "custom_fields": [{ "field": field }] });
    for body in [json!({}), json!({ "custom_fields": [] }), entry(field, " "), unset] {
        assert_eq!(post(body.clone()).await.problems(), missing, "{body}");
    }
    let cleared = json!({ "custom_fields": [{ "field": field, "string_value": null }] });
    assert_eq!(post(cleared).await.problems(), missing);
    // A problem with an entry is reported once.
    let wrong = json!({ "custom_fields": [{ "field": field, "bool_value": true }] });
    let problems = post(wrong).await.problems();
    let sentence = "This does not fit a field of type text.";
    assert_eq!(problems, json!({ "custom_fields[0].bool_value": [sentence] }));
    assert_eq!(server.admin.get("/clients/").await.ok(), json!([]));

    let client = post(entry(field, "gold")).await.ok();
    assert_eq!(values(&client), json!({ "Contract": "gold" }));
}

#[tokio::test]
async fn a_default_is_enough_for_a_required_field() {
    let server = TestServer::start().await;
    required(&server, "client", json!({ "default_value_string": "silver" })).await;
    let body = json!({ "type": "checkbox", "name": "Open" });
    required(&server, "site", body).await;
    let body = json!({
        "type": "multiple", "name": "Days", "options": ["mon"], "default_values_multiple": ["mon"],
    });
    required(&server, "site", body).await;
    required(&server, "agent", json!({})).await;

    let client = server.admin.post("/clients/", json!({ "name": "Acme" })).await.ok();

    assert_eq!(values(&client), json!({}), "the default is that of the definition");
    assert_eq!(values(&client["sites"][0]), json!({}));
}

#[tokio::test]
async fn a_required_field_needs_a_value_when_a_site_is_created() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let body = json!({ "type": "multiple", "options": ["a"] });
    let field = required(&server, "site", body).await;
    let site = json!({ "client": location.client, "name": "Two" });
    let sentence = "Contract is required.";

    let problems = server.admin.post("/clients/sites/", json!({ "site": site })).await.problems();
    assert_eq!(problems, json!({ "custom_fields": [sentence] }));
    let mut body = entry(field, ",");
    body["site"] = site.clone();
    let problems = server.admin.post("/clients/sites/", body).await.problems();
    assert_eq!(problems, json!({ "custom_fields": [sentence] }));
    // A new client has a first site.
    for body in [json!({ "name": "New" }), json!({ "name": "New", "site": { "name": "One" } })] {
        let problems = server.admin.post("/clients/", body).await.problems();
        assert_eq!(problems, json!({ "site.custom_fields": [sentence] }));
    }

    let mut body = entry(field, "a");
    body["site"] = site;
    server.admin.post("/clients/sites/", body).await.ok();
    let mut first = entry(field, "a");
    first["name"] = json!("One");
    server.admin.post("/clients/", json!({ "name": "New", "site": first })).await.ok();
    // Sites that were there before stay as they are.
    let path = format!("/clients/sites/{}/", location.site);
    server.admin.put(&path, json!({ "name": "Renamed" })).await.ok();
}

#[tokio::test]
async fn a_search_finds_values_of_clients_and_of_their_sites() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    server.add_site("Other", "Main").await;
    let of_client = define(&server, json!({ "model": "client", "name": "Grade" })).await;
    let of_site = define(&server, json!({ "model": "site", "name": "Street" })).await;
    server
        .admin
        .put(&format!("/clients/{}/", location.client), entry(of_client, "gold"))
        .await
        .ok();
    let path = format!("/clients/sites/{}/", location.site);
    server.admin.put(&path, entry(of_site, "broadway")).await.ok();
    let found = async |path: &str| server.admin.get(path).await.header("x-total-count").to_owned();

    assert_eq!(found("/clients/?search=GOLD").await, "1");
    assert_eq!(found("/clients/?search=broadway").await, "1");
    assert_eq!(found("/clients/sites/?search=broadway").await, "1");
    assert_eq!(found("/clients/?search=grade").await, "0");
    assert_eq!(found("/clients/?search=street").await, "0");
    assert_eq!(found("/clients/sites/?search=text").await, "0");
}
