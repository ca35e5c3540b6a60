//! Links: created, listed, fetched, revoked.

use std::time::Duration;

use serde_json::{Value, json};

use super::{alter, enrol, fetch, link, make, token_in};
use crate::auth::Right;
use crate::clock;
use crate::storage::sql;
use crate::testing::TestServer;
use crate::time::Timestamp;

#[tokio::test]
async fn a_link_leads_to_a_script_whose_token_enrols_into_its_site() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let sha256 = server.add_program();
    let more = json!({
        "agenttype": "workstation", "expires": "2100-01-01T01:00:00+01:00", "max_uses": 2,
        "networks": ["127.0.0.1", "10.0.0.0/8"], "power": 1, "ping": true, "client": location.client,
    });

    let made = make(&server, location, more).await;

    let uid = made["uid"].as_str().unwrap();
    let expected = json!({
        "id": made["id"], "kind": "link", "uid": uid, "site": location.site, "site_id": location.site,
        "site_name": "Main", "client_id": location.client, "client_name": "Acme",
        "mon_type": "workstation", "plat": "linux", "goarch": "amd64",
        "expiry": "2100-01-01T00:00:00Z", "created": made["created"],
        "install_flags": { "power": true, "ping": true, "rdp": false }, "max_uses": 2, "uses": 0,
        "networks": ["127.0.0.1/32", "10.0.0.0/8"], "revoked": false,
        "url": format!("{}/clients/{uid}/deploy/", server.url), "created_by": "admin",
        "created_time": made["created"], "modified_by": "admin", "modified_time": made["created"],
    });
    assert_eq!(made, expected);
    assert_eq!(server.admin.get("/clients/deployments/").await.ok(), json!([expected]));

    let reply = fetch(&server, &made, "").await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    assert_eq!(reply.header("content-type"), "text/plain; charset=utf-8");
    assert_eq!(reply.header("content-disposition"), "attachment; filename=\"muster-install.sh\"");
    assert_eq!(reply.header("cache-control"), "no-store");
    for line in [
        format!("server='{}'", server.url),
        format!("programs='amd64 {sha256}'"),
        "place='Acme, Main'".to_owned(),
    ] {
        assert!(reply.text.lines().any(|other| other == line), "{line}: {}", reply.text);
    }

    enrol(&server, &token_in(&reply.text)).await.ok();
    let agent = server.admin.get("/agents/").await.ok()[0].clone();
    assert_eq!(
        (&agent["site"], &agent["monitoring_type"]),
        (&json!(location.site), &json!("workstation"))
    );
    assert_eq!(server.admin.get("/clients/deployments/").await.ok()[0]["uses"], 1);
    assert_eq!(
        server.audit_lines().await,
        [
            "admin add deployment admin made an installer link for site Main",
            "enrolment agent_install agent pc-1 enrolled",
        ]
    );
    let rows = server.audit().await;
    assert!(!Value::from(rows).to_string().contains(uid), "who reads the log could enrol");
}

#[tokio::test]
async fn a_link_lasts_30_days_by_default_and_every_problem_is_named() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let other = server.add_site("Other", "Main").await;
    server.add_program();

    let made = make(&server, location, json!({ "max_uses": null, "networks": null })).await;
    let time = |name: &str| Timestamp::parse(made[name].as_str().unwrap()).unwrap();
    let days = time("expiry").since(time("created")).as_secs_f64() / 86400.0;
    assert!((29.99..30.01).contains(&days), "{days}");

    let body = json!({
        "expires": "2001-01-01T00:00:00Z", "agenttype": "toaster", "plat": "amiga",
        "goarch": "z80", "power": 2, "rdp": "yes", "max_uses": 0, "networks": ["10.0.0.0/33"],
    });
    assert_eq!(
        server.admin.post("/clients/deployments/", body).await.problems(),
        json!({
            "site": ["Choose a site."],
            "expires": ["Must lie in the future."],
            "agenttype": ["Must be one of server, workstation."],
            "plat": ["Must be one of windows, linux, darwin."],
            "goarch": ["Must be one of amd64, 386, arm64, arm."],
            "power": ["Must be 0 or 1."],
            "rdp": ["Must be 0 or 1."],
            "max_uses": ["Must be 1 to 1000000."],
            "networks[0]": ["Must be a network such as 10.0.0.0/8, or an address."],
        })
    );
    let refused = async |more: Value| {
        server.admin.post("/clients/deployments/", link(location, more)).await.problems()
    };
    assert_eq!(refused(json!({ "site": 999 })).await, json!({ "site": ["Choose a site."] }));
    let sentence = "The site belongs to another client.";
    assert_eq!(refused(json!({ "client": other.client })).await, json!({ "client": [sentence] }));
}

#[tokio::test]
async fn every_invalid_link_is_the_same_404() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    server.add_program();
    let good = make(&server, location, json!({})).await;
    let elsewhere = make(&server, location, json!({ "networks": ["10.0.0.0/8"] })).await;
    let used_up = make(&server, location, json!({ "max_uses": 1 })).await;
    enrol(&server, &token_in(&fetch(&server, &used_up, "").await.text)).await.ok();
    let revoked = make(&server, location, json!({})).await;
    server.admin.delete(&format!("/clients/deployments/{}/", revoked["id"])).await.ok();
    let day = Duration::from_secs(24 * 60 * 60);
    let expired = make(&server, location, json!({ "expires": Timestamp::now().plus(day) })).await;
    clock::advance(day);
    let unknown = json!({ "uid": crate::features::deployments::random_uid() });

    assert_eq!(fetch(&server, &good, "?plat=linux&arch=amd64").await.status, 200);
    let cases = [
        (&elsewhere, ""),
        (&used_up, ""),
        (&revoked, ""),
        (&expired, ""),
        (&unknown, ""),
        (&good, "?plat=windows"),
        (&good, "?arch=../../etc"),
        (&good, "?plat=amiga"),
    ];
    for (link, query) in cases {
        let refusal = fetch(&server, link, query).await.refused(404, "not_found");
        assert_eq!(refusal["detail"], "Installer not found.", "{link} {query}");
    }
    server.anonymous().get("/clients/nonsense/deploy/").await.refused(404, "not_found");
}

#[tokio::test]
async fn revoking_a_link_revokes_its_tokens_and_keeps_its_agents() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    server.add_program();
    let made = make(&server, location, json!({})).await;
    let token = token_in(&fetch(&server, &made, "").await.text);
    enrol(&server, &token).await.ok();
    let path = format!("/clients/deployments/{}/", made["id"]);

    let message = server.admin.delete(&path).await.ok();

    assert_eq!(message, "The installer of site Main was revoked.");
    enrol(&server, &token).await.problems();
    assert_eq!(server.admin.get("/agents/").await.ok().as_array().unwrap().len(), 1);
    assert_eq!(server.admin.get("/clients/deployments/").await.ok(), json!([]));
    let revoked = server.admin.get("/clients/deployments/?revoked=true").await.ok();
    assert_eq!((&revoked[0]["id"], &revoked[0]["revoked"]), (&made["id"], &json!(true)));
    server.admin.delete(&path).await.refused(404, "not_found");
    let last = server.audit_lines().await.pop().unwrap();
    assert_eq!(last, "admin delete deployment revoked an installer of site Main");
}

#[tokio::test]
async fn a_token_is_refused_from_another_network_and_after_its_day() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    server.add_program();
    let made = make(&server, location, json!({})).await;
    let token = token_in(&fetch(&server, &made, "").await.text);
    let moved = "update deployments set networks = '[\"10.0.0.0/8\"]'";
    alter(&server, moved).await;
    enrol(&server, &token).await.problems();
    alter(&server, "update deployments set networks = '[]'").await;
    enrol(&server, &token).await.ok();

    let past = crate::features::deployments::EnrolmentToken {
        deployment: made["uid"].as_str().unwrap().to_owned(),
        expires: crate::time::Timestamp::now(),
    };
    enrol(&server, past.sign(&server.app.vault).unwrap().reveal()).await.problems();
    let read =
        crate::features::deployments::EnrolmentToken::read(&token, &server.app.vault).unwrap();
    let hours = read.expires.since(crate::time::Timestamp::now()).as_secs_f64() / 3600.0;
    assert!((23.9..=24.0).contains(&hours), "{hours}");
}

#[tokio::test]
async fn a_scoped_caller_sees_and_creates_only_links_of_their_sites() {
    let server = TestServer::start().await;
    let (own, other) = (server.add_site("Own", "Main").await, server.add_site("Other", "X").await);
    server.add_program();
    let rights = [Right::ListDeployments, Right::ManageDeployments, Right::InstallAgents];
    let somebody = server.scoped_caller(&rights, &[], &[own.site]).await;
    let (mine, theirs) =
        (make(&server, own, json!({})).await, make(&server, other, json!({})).await);

    let listed = somebody.get("/clients/deployments/").await;
    assert_eq!(listed.header("x-total-count"), "1");
    assert_eq!(listed.ok()[0]["id"], mine["id"]);
    let path = format!("/clients/deployments/{}/", theirs["id"]);
    somebody.delete(&path).await.refused(404, "not_found");
    let problems = somebody.post("/clients/deployments/", link(other, json!({}))).await.problems();
    assert_eq!(problems, json!({ "site": ["Choose a site."] }));
    let body = link(other, json!({ "installMethod": "manual" }));
    let problems = somebody.post("/agents/installer/", body).await.problems();
    assert_eq!(problems, json!({ "site": ["Choose a site."] }));
    somebody.post("/clients/deployments/", link(own, json!({}))).await.ok();
}

#[tokio::test]
async fn links_are_deleted_with_their_site_and_listed_by_client_and_site() {
    let server = TestServer::start().await;
    let (b, a) = (server.add_site("b", "Main").await, server.add_site("A", "Main").await);
    server.add_program();
    let site = json!({ "client": b.client, "name": "annex" });
    let annex = server.admin.post("/clients/sites/", json!({ "site": site })).await.ok();
    let annex = crate::testing::Location { client: b.client, site: annex["id"].as_i64().unwrap() };
    let mut made = Vec::new();
    for location in [b, annex, a] {
        made.push(make(&server, location, json!({})).await);
    }

    let ids = async |query: &str| -> Vec<Value> {
        let list = server.admin.get(&format!("/clients/deployments/{query}")).await.ok();
        list.as_array().unwrap().iter().map(|row| row["id"].clone()).collect()
    };
    assert_eq!(ids("").await, [&made[2], &made[1], &made[0]].map(|made| made["id"].clone()));
    assert_eq!(ids("?search=annex").await, [made[1]["id"].clone()]);
    assert_eq!(ids("?ordering=-id").await[0], made[2]["id"]);
    let page = server.admin.get("/clients/deployments/?page=2&page_size=2").await.ok();
    assert_eq!((&page["count"], &page["results"][0]["id"]), (&json!(3), &made[0]["id"]));

    server.admin.delete(&format!("/clients/sites/{}/", annex.site)).await.ok();
    assert_eq!(ids("").await.len(), 2);
    server.admin.delete(&format!("/clients/{}/", b.client)).await.ok();
    assert_eq!(ids("").await, [made[2]["id"].clone()]);
    for gone in &made[..2] {
        fetch(&server, gone, "").await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn only_callers_who_may_manage_links_see_them() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    server.add_program();
    let made = make(&server, location, json!({})).await;
    let (uid, url) = (made["uid"].as_str().unwrap(), made["url"].as_str().unwrap());
    let body = json!({ "name": "reader", "read_only": true });
    let key = server.admin.post("/accounts/apikeys/", body).await.ok();
    let readers = [
        server.anonymous().with_key(key["key"].as_str().unwrap()),
        server.caller_with(&[Right::ListDeployments]).await,
    ];

    for reader in readers {
        let mut expected = made.clone();
        (expected["uid"], expected["url"]) = (json!(""), json!(""));
        assert_eq!(reader.get("/clients/deployments/").await.ok(), json!([expected]));
        // Nor can they be guessed by searching.
        for part in [uid, &uid[..8], url] {
            let path = format!("/clients/deployments/?search={part}");
            assert_eq!(reader.get(&path).await.ok(), json!([]), "{part}");
        }
    }
    let manager = server.caller_with(&[Right::ListDeployments, Right::ManageDeployments]).await;
    assert_eq!(manager.get("/clients/deployments/").await.ok(), json!([made]));
}

#[tokio::test]
async fn a_copy_of_the_database_has_no_links_in_it() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    server.add_program();
    let made = make(&server, location, json!({})).await;
    let uid = made["uid"].as_str().unwrap().to_owned();
    let stored: Vec<String> =
        sql::values(server.app.db.read(), "select uid from deployments", []).await.unwrap();
    assert!(!stored.contains(&uid));

    // As an earlier version stored it.
    let text = format!("update deployments set sealed_uid = null, uid = '{uid}'");
    alter(&server, &text).await;
    let (settings, folder) = server.stop().await;
    let server = TestServer::start_on(settings, folder).await;

    let sealed: Vec<String> =
        sql::values(server.app.db.read(), "select uid from deployments", []).await.unwrap();
    assert_eq!(sealed, stored);
    let script = fetch(&server, &made, "").await;
    enrol(&server, &token_in(&script.text)).await.ok();
}
