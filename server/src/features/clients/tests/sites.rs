//! Sites.

use serde_json::{Value, json};

use super::{add_agent, audited, id_of, plain_site, unstamped};
use crate::testing::TestServer;

#[tokio::test]
async fn sites_are_listed_by_name() {
    let server = TestServer::start().await;
    let zeta = server.add_site("Alpha", "Zeta").await;
    let beta = server.add_site("Other", "beta").await;

    let sites = server.admin.get("/clients/sites/").await.ok();

    assert_eq!(
        unstamped(sites.clone()),
        json!([
            plain_site(beta.site, "beta", beta.client, "Other"),
            plain_site(zeta.site, "Zeta", zeta.client, "Alpha"),
        ])
    );
    assert_eq!(server.admin.get(&format!("/clients/sites/{}/", beta.site)).await.ok(), sites[0]);
}

#[tokio::test]
async fn a_site_is_created_in_both_forms() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;

    let nested =
        json!({ "site": { "client": location.client, "name": " Two " }, "custom_fields": [] });
    let two = server.admin.post("/clients/sites/", nested).await.ok();
    let stamps = json!([two["created_by"], two["modified_by"], two["modified_time"]]);
    assert_eq!(stamps, json!(["admin", "admin", two["created_time"]]));
    assert_eq!(unstamped(two.clone()), plain_site(id_of(&two), "Two", location.client, "Acme"));
    let flat =
        json!({ "client": location.client, "name": "Three", "block_policy_inheritance": true });
    let three = server.admin.post("/clients/sites/", flat).await.ok();
    assert_eq!(three["block_policy_inheritance"], true);

    let names: Vec<_> = server.admin.get("/clients/").await.ok()[0]["sites"]
        .as_array()
        .unwrap()
        .iter()
        .map(|site| site["name"].clone())
        .collect();
    assert_eq!(names, ["Main", "Three", "Two"]);
    let log = server.audit().await;
    assert_eq!(log[0]["message"], "added site Two of client Acme");
    assert_eq!((&log[0]["site"]["name"], &log[0]["after_value"]), (&json!("Two"), &audited(&two)));
    assert_eq!(log.len(), 2);
}

#[tokio::test]
async fn a_wrong_site_is_refused_with_every_problem() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let cases = [
        (json!({}), json!({"client": ["Choose a client."], "name": ["Enter a name."]})),
        (
            json!({"site": {"client": "x", "name": "", "server_policy": "one"}, "custom_fields": [1]}),
            json!({
                "site.client": ["Must be a whole number."], "site.name": ["Enter a name."],
                "site.server_policy": ["Must be a whole number."],
                "custom_fields[0]": ["Must be an object."],
            }),
        ),
        (
            json!({"client": location.client, "name": "MAIN", "workstation_policy": 1}),
            json!({
                "name": ["This name is already used."],
                "workstation_policy": ["There is no such policy."],
            }),
        ),
        (
            json!({"site": {"client": 999, "name": "X"}}),
            json!({"site.client": ["Choose a client."]}),
        ),
    ];
    for (body, expected) in cases {
        let problems = server.admin.post("/clients/sites/", body.clone()).await.problems();
        assert_eq!(problems, expected, "{body}");
    }
}

#[tokio::test]
async fn two_clients_may_have_sites_of_one_name() {
    let server = TestServer::start().await;
    server.add_site("Acme", "Main").await;
    let other = server.add_site("Other", "Office").await;

    let body = json!({ "client": other.client, "name": "Main" });
    server.admin.post("/clients/sites/", body).await.ok();
}

#[tokio::test]
async fn a_site_moves_to_another_client_with_its_agents() {
    let server = TestServer::start().await;
    let old = server.add_site("Old", "Main").await;
    let new = server.add_site("New", "Main").await;
    let body = json!({ "client": old.client, "name": "Second" });
    let second = server.admin.post("/clients/sites/", body).await.ok();
    let path = format!("/clients/sites/{}/", id_of(&second));
    add_agent(&server, "a", id_of(&second)).await;

    let moved = server.admin.put(&path, json!({ "client": new.client })).await.ok();

    let mut expected = plain_site(id_of(&second), "Second", new.client, "New");
    expected["agent_count"] = json!(1);
    expected["maintenance_mode"] = json!(true);
    expected["agents_in_maintenance"] = json!(1);
    assert_eq!(unstamped(moved.clone()), expected);
    assert_ne!(moved["modified_time"], second["modified_time"]);
    assert_eq!(server.admin.get(&path).await.ok(), moved);
    let row = &server.audit().await[1];
    assert_eq!(row["message"], "changed site Second of client New");
    assert_eq!(row["before_value"]["client"], old.client);
    // Back again under a name that is taken there.
    let back = json!({ "site": { "client": old.client, "name": "main" } });
    let problems = server.admin.put(&path, back).await.problems();
    assert_eq!(problems, json!({ "site.name": ["This name is already used."] }));
}

#[tokio::test]
async fn a_clients_only_site_can_neither_be_moved_nor_deleted() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let other = server.add_site("Other", "Main").await;
    let path = format!("/clients/sites/{}/", location.site);

    let body = json!({ "client": other.client, "name": "Moved" });
    server.admin.put(&path, body).await.refused(409, "conflict");
    let refusal = server.admin.delete(&path).await.refused(409, "conflict");
    assert_eq!(refusal["detail"], "Main is the only site of Acme and cannot be deleted.");
    // The same client again is not a move.
    server.admin.put(&path, json!({ "client": location.client, "name": "Same" })).await.ok();
}

#[tokio::test]
async fn a_site_is_deleted_once_its_agents_have_another_site() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let body = json!({ "client": location.client, "name": "Second" });
    let second = server.admin.post("/clients/sites/", body).await.ok();
    let path = format!("/clients/sites/{}/", id_of(&second));
    add_agent(&server, "a", id_of(&second)).await;

    server.admin.delete(&path).await.refused(400, "invalid");
    let onto_itself = format!("{path}?move_to_site={}", id_of(&second));
    let problems = server.admin.delete(&onto_itself).await.problems();
    assert_eq!(problems, json!({ "move_to_site": ["Must be a site that stays."] }));
    let answer = server.admin.delete(&format!("{path}?move_to_site={}", location.site)).await.ok();
    assert_eq!(answer, "Second was deleted.");

    server.admin.get(&path).await.refused(404, "not_found");
    let left = server.admin.get("/clients/sites/").await.ok();
    assert_eq!((left.as_array().unwrap().len(), &left[0]["agent_count"]), (1, &json!(1)));
    assert_eq!(
        server.audit_lines().await[1],
        "admin delete site deleted site Second of client Acme"
    );
}

#[tokio::test]
async fn a_site_says_which_computers_wait_for_approval() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main office").await;
    let body = json!({ "client": location.client, "name": "Second", "enrolment_approval": "new" });
    let second = server.admin.post("/clients/sites/", body).await.ok();
    assert_eq!(second["enrolment_approval"], "new");
    let path = format!("/clients/sites/{}/", id_of(&second));

    let body = json!({ "site": { "enrolment_approval": "all" } });
    let changed = server.admin.put(&path, body).await.ok();

    assert_eq!(changed["enrolment_approval"], "all");
    // What is not said stays.
    let renamed = server.admin.put(&path, json!({ "name": "Third" })).await.ok();
    assert_eq!(renamed["enrolment_approval"], "all");
    let row = &server.audit().await[1];
    assert_eq!(row["before_value"]["enrolment_approval"], "new");
    assert_eq!(row["after_value"], audited(&changed));
    let wrong = json!({ "site": { "enrolment_approval": "some" } });
    let problems = server.admin.put(&path, wrong).await.problems();
    assert_eq!(problems, json!({ "site.enrolment_approval": ["Must be one of off, new, all."] }));
    // Those words are not what people search for.
    for (list, hits) in [("/clients/sites/?search=off", 1), ("/clients/?search=all", 0)] {
        assert_eq!(server.admin.get(list).await.ok().as_array().unwrap().len(), hits, "{list}");
    }
}

/// A client with another site, which has these agents; returns the site's path.
async fn site_with_agents(server: &TestServer, agents: &[&str]) -> (i64, String) {
    let location = server.add_site("Acme", "Main").await;
    let body = json!({ "client": location.client, "name": "Second" });
    let second = id_of(&server.admin.post("/clients/sites/", body).await.ok());
    for agent in agents {
        add_agent(server, agent, second).await;
    }
    (location.site, format!("/clients/sites/{second}/"))
}

#[tokio::test]
async fn a_site_with_none_but_removed_agents_is_empty_and_they_go_with_it() {
    let server = TestServer::start().await;
    let (_, path) = site_with_agents(&server, &["a"]).await;
    server.admin.delete("/agents/a/").await.ok();
    let site = server.admin.get(&path).await.ok();
    assert_eq!((&site["agent_count"], &site["agents_in_maintenance"]), (&json!(0), &json!(0)));

    assert_eq!(server.admin.delete(&path).await.ok(), "Second was deleted.");

    server.admin.post("/agents/a/restore/", Value::Null).await.refused(404, "not_found");
    let expected = [
        "admin delete agent admin removed agent a",
        "admin delete site deleted site Second of client Acme",
        "admin delete agent the removal of agent a became final",
    ];
    assert_eq!(server.audit_lines().await[1..], expected);
}

#[tokio::test]
async fn removed_agents_move_with_the_others_of_their_site() {
    let server = TestServer::start().await;
    let (other, path) = site_with_agents(&server, &["a", "b"]).await;
    server.admin.delete("/agents/a/").await.ok();
    server.admin.delete(&format!("{path}?move_to_site={other}")).await.ok();

    server.admin.post("/agents/a/restore/", Value::Null).await.ok();

    assert_eq!(server.admin.get("/agents/a/").await.ok()["site_name"], "Main");
    assert_eq!(server.admin.get("/clients/sites/").await.ok()[0]["agent_count"], 2);
}
