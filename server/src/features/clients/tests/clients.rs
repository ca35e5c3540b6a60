//! Clients.

use serde_json::json;

use super::{add_agent, audited, id_of, plain_client, plain_site, unstamped, was_seen};
use crate::auth::Right;
use crate::testing::TestServer;

#[tokio::test]
async fn clients_are_listed_by_name_with_their_sites() {
    let server = TestServer::start().await;
    let zeta = server.add_site("Zeta", "Main").await;
    let alpha = server.add_site("alpha", "Office").await;

    let clients = server.admin.get("/clients/").await.ok();

    let office = plain_site(alpha.site, "Office", alpha.client, "alpha");
    let main = plain_site(zeta.site, "Main", zeta.client, "Zeta");
    assert_eq!(
        unstamped(clients.clone()),
        json!([
            plain_client(alpha.client, "alpha", &[office]),
            plain_client(zeta.client, "Zeta", &[main]),
        ])
    );
    assert_eq!(server.admin.get(&format!("/clients/{}/", zeta.client)).await.ok(), clients[1]);
}

#[tokio::test]
async fn counts_are_those_of_the_agents() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let other = server.add_site("Zeta", "Main").await;
    // Both are in maintenance, and have not been seen for ages.
    add_agent(&server, "a", location.site).await;
    add_agent(&server, "b", location.site).await;
    let _online = server.add_agent(location, "online").await;
    for (name, minutes) in [("c", 31), ("d", 31), ("e", 6000), ("only-offline", 29)] {
        let agent = server.enrol(location, name).await;
        was_seen(&server, &agent.agent_id, minutes).await;
    }

    let client = server.admin.get(&format!("/clients/{}/", location.client)).await.ok();

    let mut site = plain_site(location.site, "Main", location.client, "Acme");
    let mut expected = plain_client(location.client, "Acme", &[]);
    for of in [&mut site, &mut expected] {
        of["agent_count"] = json!(7);
        of["maintenance_mode"] = json!(true);
        of["agents_in_maintenance"] = json!(2);
        of["agents_overdue"] = json!(3);
    }
    expected["sites"] = json!([site]);
    assert_eq!(unstamped(client), expected);
    let read = server.admin.get(&format!("/clients/sites/{}/", location.site)).await.ok();
    assert_eq!(unstamped(read), site);
    let quiet = plain_site(other.site, "Main", other.client, "Zeta");
    let quiet = plain_client(other.client, "Zeta", &[quiet]);
    let list = server.admin.get("/clients/").await.ok();
    assert_eq!(unstamped(list), json!([expected, quiet]));
}

#[tokio::test]
async fn a_client_is_created_with_its_first_site() {
    let server = TestServer::start().await;
    let body = json!({
        "client": {"name": "  Acme ", "block_policy_inheritance": true, "server_policy": null},
        "site": {"name": "Head office"}, "custom_fields": [], "timezone": "UTC",
        "companyname": "We", "anything": [1],
    });

    let client = server.admin.post("/clients/", body).await.ok();

    let (id, site) = (id_of(&client), id_of(&client["sites"][0]));
    let mut expected = plain_client(id, "Acme", &[plain_site(site, "Head office", id, "Acme")]);
    expected["block_policy_inheritance"] = json!(true);
    assert_eq!(unstamped(client.clone()), expected);
    assert_eq!(server.admin.get(&format!("/clients/{id}/")).await.ok(), client);
    assert_eq!(server.admin.get("/clients/").await.ok(), json!([client]));
    assert_eq!(server.audit_lines().await, ["admin add client added client Acme"]);
    let row = &server.audit().await[0];
    assert_eq!((&row["before_value"], &row["after_value"]), (&json!(null), &audited(&client)));
    assert_eq!(row["object_id"], id.to_string());
}

#[tokio::test]
async fn a_client_in_the_flat_form_gets_a_default_site() {
    let server = TestServer::start().await;

    let client = server.admin.post("/clients/", json!({ "name": "Acme" })).await.ok();

    let (id, site) = (id_of(&client), id_of(&client["sites"][0]));
    let site = plain_site(site, "Default", id, "Acme");
    assert_eq!(unstamped(client), plain_client(id, "Acme", &[site]));
}

#[tokio::test]
async fn a_client_with_any_invalid_part_is_not_created() {
    let server = TestServer::start().await;
    server.add_site("Acme", "Main").await;
    let long = "x".repeat(256);
    let cases = [
        (json!({}), json!({"name": ["Enter a name."]})),
        (json!({"client": {}}), json!({"client.name": ["Enter a name."]})),
        (json!({"name": " "}), json!({"name": ["Enter a name."]})),
        (json!({"name": long}), json!({"name": ["Must have at most 255 characters."]})),
        (json!({"name": "ACME"}), json!({"name": ["This name is already used."]})),
        (
            json!({"client": {"name": "acme"}}),
            json!({"client.name": ["This name is already used."]}),
        ),
        (
            json!({"client": {"name": [5], "server_policy": 1.5, "workstation_policy": "x",
                              "alert_template": "x", "block_policy_inheritance": 2},
                   "site": {"name": ""}, "custom_fields": [1, {"string_value": "x"}]}),
            json!({
                "client.name": ["Must be text."],
                "client.server_policy": ["Must be a whole number."],
                "client.workstation_policy": ["Must be a whole number."],
                "client.alert_template": ["Must be a whole number."],
                "client.block_policy_inheritance": ["Must be true or false."],
                "site.name": ["Enter a name."],
                "custom_fields[0]": ["Must be an object."],
                "custom_fields[1].field": ["This field is required."],
            }),
        ),
        (
            json!({"client": {"name": "acme", "server_policy": 1, "workstation_policy": 2}}),
            json!({
                "client.name": ["This name is already used."],
                "client.server_policy": ["There is no such policy."],
                "client.workstation_policy": ["There is no such policy."],
            }),
        ),
        (
            json!({"name": "acme", "custom_fields": [{"field": 1, "string_value": "x"}],
                   "site": {"name": "x", "custom_fields": [{"field": 1, "string_value": "x"}]}}),
            json!({
                "name": ["This name is already used."],
                "custom_fields[0].field": ["There is no such custom field here."],
                "site.custom_fields[0].field": ["There is no such custom field here."],
            }),
        ),
        (json!({"name": "New", "site": {}}), json!({"site.name": ["Enter a name."]})),
        (json!({"name": "New", "site": 5}), json!({"site": ["Must be an object."]})),
        (json!({"name": "New", "custom_fields": 5}), json!({"custom_fields": ["Must be a list."]})),
    ];
    for (body, expected) in cases {
        let problems = server.admin.post("/clients/", body.clone()).await.problems();
        assert_eq!(problems, expected, "{body}");
    }
    assert_eq!(server.admin.get("/clients/").await.ok().as_array().unwrap().len(), 1);
    assert_eq!(server.audit_lines().await, Vec::<String>::new());
}

#[tokio::test]
async fn a_name_may_have_255_characters() {
    let server = TestServer::start().await;
    let name = "ä".repeat(255);

    let client = server.admin.post("/clients/", json!({ "name": name })).await.ok();

    assert_eq!(client["name"], name);
}

#[tokio::test]
async fn a_client_is_changed_in_part() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let path = format!("/clients/{}/", location.client);
    let before = server.admin.get(&path).await.ok();

    let flat = json!({ "block_policy_inheritance": true, "alert_template": null });
    let changed = server.admin.put(&path, flat).await.ok();
    let mut expected = before.clone();
    expected["block_policy_inheritance"] = json!(true);
    expected["modified_by"] = json!("admin");
    expected["modified_time"] = changed["modified_time"].clone();
    assert_ne!(changed["modified_time"], before["modified_time"]);
    assert_eq!(changed, expected);
    let nested = json!({ "client": { "name": "ACME" } });
    let renamed = server.admin.put(&path, nested).await.ok();
    expected["name"] = json!("ACME");
    expected["sites"][0]["client_name"] = json!("ACME");
    expected["modified_time"] = renamed["modified_time"].clone();
    assert_eq!(renamed, expected);

    assert_eq!(server.admin.get(&path).await.ok(), renamed);
    let line = |name: &str| format!("admin modify client changed client {name}");
    assert_eq!(server.audit_lines().await, [line("Acme"), line("ACME")]);
    let row = &server.audit().await[1];
    assert_eq!(
        (&row["before_value"], &row["after_value"]),
        (&audited(&changed), &audited(&renamed))
    );
}

#[tokio::test]
async fn a_change_with_a_wrong_field_changes_nothing() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    server.add_site("Other", "Main").await;
    let path = format!("/clients/{}/", location.client);
    let before = server.admin.get(&path).await.ok();
    let cases = [
        (json!({"name": "other", "block_policy_inheritance": true}), "name"),
        (json!({"client": {"name": "OTHER"}}), "client.name"),
        (json!({"name": null}), "name"),
        (json!({"name": ""}), "name"),
        (json!({"server_policy": 7}), "server_policy"),
        (json!({"custom_fields": [{}]}), "custom_fields[0].field"),
    ];
    for (body, field) in cases {
        let problems = server.admin.put(&path, body.clone()).await.problems();
        assert_eq!(problems.as_object().unwrap().keys().collect::<Vec<_>>(), [field], "{body}");
    }
    assert_eq!(server.admin.get(&path).await.ok(), before);
    assert_eq!(server.audit_lines().await, Vec::<String>::new());
}

#[tokio::test]
async fn a_client_without_agents_is_deleted_with_its_sites() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let path = format!("/clients/{}/", location.client);

    assert_eq!(server.admin.delete(&path).await.ok(), "Acme was deleted.");

    server.admin.get(&path).await.refused(404, "not_found");
    server.admin.delete(&path).await.refused(404, "not_found");
    assert_eq!(server.admin.get("/clients/sites/").await.ok(), json!([]));
    assert_eq!(server.audit_lines().await, ["admin delete client deleted client Acme"]);
}

#[tokio::test]
async fn agents_of_a_deleted_client_move_to_another_one() {
    let server = TestServer::start().await;
    let old = server.add_site("Old", "Main").await;
    let new = server.add_site("New", "Main").await;
    add_agent(&server, "a", old.site).await;
    let path = format!("/clients/{}/", old.client);

    let problems = server.admin.delete(&path).await.problems();
    let sentence = "Choose the site that takes its agents (1).";
    assert_eq!(problems, json!({ "move_to_site": [sentence] }));
    for target in [old.site.to_string(), "999".to_owned(), "x".to_owned()] {
        let path = format!("{path}?move_to_site={target}");
        let problems = server.admin.delete(&path).await.problems();
        assert!(problems["move_to_site"].is_array(), "{target}");
    }

    server.admin.delete(&format!("{path}?move_to_site={}", new.site)).await.ok();
    let clients = server.admin.get("/clients/").await.ok();
    assert_eq!(clients.as_array().unwrap().len(), 1);
    assert_eq!((&clients[0]["name"], &clients[0]["agent_count"]), (&json!("New"), &json!(1)));
}

#[tokio::test]
async fn unknown_clients_are_not_found() {
    let server = TestServer::start().await;
    for path in ["/clients/999/", "/clients/abc/", "/clients/99999999999999999999/"] {
        server.admin.get(path).await.refused(404, "not_found");
        server.admin.put(path, json!({})).await.refused(404, "not_found");
        server.admin.delete(path).await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn lists_are_searched_ordered_and_paged() {
    let server = TestServer::start().await;
    for name in ["alpha", "beta", "gamma"] {
        server.add_site(name, "Main").await;
    }
    let reply = server.admin.get("/clients/?page_size=2&ordering=-name").await;
    assert_eq!(reply.header("x-total-count"), "3");
    let page = reply.ok();
    assert_eq!((&page["count"], &page["previous"]), (&json!(3), &json!(null)));
    assert_eq!(page["next"], "/clients/?page_size=2&ordering=-name&page=2");
    assert_eq!(
        (&page["results"][0]["name"], &page["results"][1]["name"]),
        (&json!("gamma"), &json!("beta"))
    );
    let found = server.admin.get("/clients/?search=name:bet").await.ok();
    assert_eq!(found.as_array().unwrap().len(), 1);
    server.admin.get("/clients/?page=5").await.refused(404, "not_found");
    server.admin.get("/clients/?ordering=secret").await.refused(400, "invalid");
    let problems = server.admin.get("/clients/?page=0&page_size=1001").await.problems();
    assert_eq!(
        problems,
        json!({"page": ["Must be 1 to 9223372036854775."], "page_size": ["Must be 1 to 1000."]})
    );
}

#[tokio::test]
async fn listing_clients_needs_its_right() {
    let server = TestServer::start().await;
    let somebody = server.caller_with(&[Right::ListAgents]).await;

    somebody.get("/clients/").await.refused(403, "forbidden");
    server.anonymous().get("/clients/").await.refused(401, "not_authenticated");
    server
        .anonymous()
        .with_key("no such key")
        .get("/clients/")
        .await
        .refused(401, "invalid_credentials");
}
