//! Who may see and change which clients and sites.

use serde_json::json;

use super::{add_agent, id_of};
use crate::auth::Right;
use crate::storage::sql;
use crate::testing::TestServer;

const ALL: &[Right] =
    &[Right::ListClients, Right::ManageClients, Right::ListSites, Right::ManageSites];

#[tokio::test]
async fn a_caller_with_one_site_in_scope_sees_its_client_with_that_site_only() {
    let server = TestServer::start().await;
    let seen = server.add_site("Seen", "Main").await;
    server.add_site("Hidden", "Main").await;
    let somebody = server.scoped_caller(&[Right::ListClients], &[], &[seen.site]).await;

    let clients = somebody.get("/clients/").await.ok();

    assert_eq!(clients.as_array().unwrap().len(), 1);
    assert_eq!(clients[0]["sites"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn another_tenant_is_neither_seen_nor_changed() {
    let server = TestServer::start().await;
    let own = server.add_site("Own", "Main").await;
    let other = server.add_site("Other", "Main").await;
    let somebody = server.scoped_caller(ALL, &[own.client], &[]).await;

    for (path, unknown) in [
        (format!("/clients/{}/", other.client), "/clients/999/"),
        (format!("/clients/sites/{}/", other.site), "/clients/sites/999/"),
    ] {
        for path in [path.as_str(), unknown] {
            somebody.get(path).await.refused(404, "not_found");
            somebody.put(path, json!({ "name": "Mine" })).await.refused(404, "not_found");
            somebody.delete(path).await.refused(404, "not_found");
        }
    }
    let sites = somebody.get("/clients/sites/").await;
    assert_eq!(sites.header("x-total-count"), "1");
    assert_eq!(sites.ok()[0]["id"], own.site);
    for client in [other.client, 999] {
        let body = json!({ "client": client, "name": "New" });
        let problems = somebody.post("/clients/sites/", body.clone()).await.problems();
        assert_eq!(problems, json!({ "client": ["Choose a client."] }));
        let path = format!("/clients/sites/{}/", own.site);
        assert_eq!(somebody.put(&path, body).await.problems(), problems);
    }
    add_agent(&server, "a", own.site).await;
    for site in [other.site, 999] {
        let path = format!("/clients/{}/?move_to_site={site}", own.client);
        let problems = somebody.delete(&path).await.problems();
        assert_eq!(problems, json!({ "move_to_site": ["Choose a site."] }));
    }
    assert_eq!(server.audit_lines().await, Vec::<String>::new());
}

#[tokio::test]
async fn a_client_that_is_only_partly_in_scope_cannot_be_changed() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let somebody = server.scoped_caller(ALL, &[], &[location.site]).await;
    let path = format!("/clients/{}/", location.client);

    somebody.get(&path).await.ok();
    somebody.put(&path, json!({ "name": "Mine" })).await.refused(403, "forbidden");
    somebody.delete(&path).await.refused(403, "forbidden");
    let site = format!("/clients/sites/{}/", location.site);
    somebody.put(&site, json!({ "name": "Renamed" })).await.ok();
}

#[tokio::test]
async fn what_a_scoped_caller_creates_is_in_their_scope() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let by_site = server.scoped_caller(ALL, &[], &[location.site]).await;
    let by_client = server.scoped_caller(ALL, &[location.client], &[]).await;

    let client = by_site.post("/clients/", json!({ "name": "New" })).await.ok();
    let path = format!("/clients/{}/", id_of(&client));
    assert_eq!(by_site.get(&path).await.ok(), client);
    by_client.get(&path).await.refused(404, "not_found");
    by_site.put(&path, json!({ "name": "Newer" })).await.ok();
    let body = json!({ "client": location.client, "name": "Second" });
    let site = by_site.post("/clients/sites/", body).await.ok();
    assert_eq!(by_site.get("/clients/sites/").await.ok().as_array().unwrap().len(), 3);
    assert_eq!(by_client.get("/clients/sites/").await.ok().as_array().unwrap().len(), 2);
    let body = json!({ "client": location.client, "name": "Third" });
    by_client.post("/clients/sites/", body).await.ok();

    let roles: Vec<String> = sql::values(
        server.app.db.read(),
        "select can_view_clients || can_view_sites from roles order by id",
        [],
    )
    .await
    .unwrap();
    let (client, site) = (id_of(&client), id_of(&site));
    assert_eq!(
        roles,
        [format!("[{client}][{},{site}]", location.site), format!("[{}][]", location.client)]
    );
}

#[tokio::test]
async fn a_role_without_a_scope_stays_without() {
    let server = TestServer::start().await;
    let somebody = server.caller_with(ALL).await;
    server.add_site("Acme", "Main").await;

    somebody.post("/clients/", json!({ "name": "New" })).await.ok();

    assert_eq!(somebody.get("/clients/").await.ok().as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_narrowed_key_sees_what_it_creates_and_its_role_stays_wide() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    server.add_site("Other", "Main").await;
    let wide = server.caller_with(ALL).await;
    let write = server.app.db.begin().await.unwrap();
    let text = "update api_keys set clients = $1 where id = (select max(id) from api_keys)";
    sql::execute(&write, text, [format!("[{}]", location.client).into()]).await.unwrap();
    write.commit().await.unwrap();

    wide.post("/clients/", json!({ "name": "New" })).await.ok();

    let names: Vec<String> = wide
        .get("/clients/")
        .await
        .ok()
        .as_array()
        .unwrap()
        .iter()
        .map(|client| client["name"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(names, ["Acme", "New"]);
    let role: Option<String> =
        sql::value(server.app.db.read(), "select can_view_clients from roles", []).await.unwrap();
    assert_eq!(role.as_deref(), Some("[]"));
}

#[tokio::test]
async fn every_call_needs_its_own_right() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let (client, site) =
        (format!("/clients/{}/", location.client), format!("/clients/sites/{}/", location.site));
    let without = |right: Right| {
        let rest: Vec<Right> = ALL.iter().copied().filter(|other| *other != right).collect();
        let server = &server;
        async move { server.caller_with(&rest).await }
    };

    let somebody = without(Right::ListClients).await;
    somebody.get(&client).await.refused(403, "forbidden");
    somebody.get("/clients/").await.refused(403, "forbidden");
    let somebody = without(Right::ManageClients).await;
    somebody.post("/clients/", json!({ "name": "X" })).await.refused(403, "forbidden");
    somebody.put(&client, json!({})).await.refused(403, "forbidden");
    somebody.put("/clients/999/", json!({})).await.refused(403, "forbidden");
    somebody.delete(&client).await.refused(403, "forbidden");
    let somebody = without(Right::ListSites).await;
    somebody.get("/clients/sites/").await.refused(403, "forbidden");
    somebody.get(&site).await.refused(403, "forbidden");
    let somebody = without(Right::ManageSites).await;
    somebody.post("/clients/sites/", json!({})).await.refused(403, "forbidden");
    somebody.put(&site, json!({})).await.refused(403, "forbidden");
    somebody.delete(&site).await.refused(403, "forbidden");
}
