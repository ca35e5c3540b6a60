//! Where policies are set: relations, overview, deleting, scope.

use serde_json::{Value, json};

use super::{add_agent, add_policy, effective, id_of, put};
use crate::auth::Right;
use crate::testing::{Location, TestServer};

const RIGHTS: &[Right] = &[Right::ListAutomationPolicies, Right::ManageAutomationPolicies];

fn client(location: Location) -> String {
    format!("/clients/{}/", location.client)
}

fn site(location: Location) -> String {
    format!("/clients/sites/{}/", location.site)
}

fn policy(id: i64) -> String {
    format!("/automation/policies/{id}/")
}

#[tokio::test]
async fn relations_and_overview_show_where_policies_are_set() {
    let server = TestServer::start().await;
    let (acme, other) = (server.add_site("Acme", "Main").await, server.add_site("B", "M").await);
    let agent_id = add_agent(&server, acme, "pc-1").await;
    let id = add_policy(&server, "P").await;
    let both = json!({ "server_policy": id, "workstation_policy": id });
    put(&server.admin, &client(acme), both).await;
    put(&server.admin, &site(acme), json!({ "workstation_policy": id })).await;
    put(&server.admin, &site(other), json!({ "server_policy": id })).await;
    let agent = put(&server.admin, &format!("/agents/{agent_id}/"), json!({ "policy": id })).await;
    put(&server.admin, "/core/settings/", json!({ "workstation_policy": id })).await;

    let client_row = json!({ "id": acme.client, "name": "Acme" });
    let expected = json!({
        "pk": id, "name": "P", "server_clients": [client_row], "workstation_clients": [client_row],
        "server_sites": [{ "id": other.site, "name": "M", "client": other.client, "client_name": "B" }],
        "workstation_sites": [
            { "id": acme.site, "name": "Main", "client": acme.client, "client_name": "Acme" }
        ],
        "agents": [{
            "id": agent["id"], "agent_id": agent_id, "hostname": "pc-1", "site": acme.site,
            "site_name": "Main", "client": acme.client, "client_name": "Acme",
        }],
        "is_default_server_policy": false, "is_default_workstation_policy": true,
    });
    let related = format!("{}related/", policy(id));
    assert_eq!(server.admin.get(&related).await.ok(), expected);
    server.admin.get("/automation/policies/99/related/").await.refused(404, "not_found");
    let overview = |location: Location,
                    name: &str,
                    own: [Value; 2],
                    site: &str,
                    sites: [Value; 2]| {
        json!({
            "pk": location.client, "name": name, "server_policy": own[0], "workstation_policy": own[1],
            "sites": [{
                "pk": location.site, "name": site, "server_policy": sites[0],
                "workstation_policy": sites[1],
            }],
        })
    };
    let first = overview(acme, "Acme", [json!(id), json!(id)], "Main", [Value::Null, json!(id)]);
    let second = overview(other, "B", [Value::Null, Value::Null], "M", [json!(id), Value::Null]);
    let path = "/automation/policies/overview/";
    assert_eq!(server.admin.get(path).await.ok(), json!([first, second]));

    let scoped = server.scoped_caller(RIGHTS, &[other.client], &[]).await;
    assert_eq!(scoped.get(path).await.ok(), json!([second]));
    let seen = scoped.get(&related).await.ok();
    assert_eq!((&seen["server_clients"], &seen["agents"]), (&json!([]), &json!([])));
    assert_eq!(seen["server_sites"], expected["server_sites"]);
    assert_eq!(seen["workstation_sites"], json!([]));
}

#[tokio::test]
async fn a_policy_in_use_is_deleted_only_by_force_and_then_unassigned() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent_id = add_agent(&server, location, "pc-1").await;
    let id = add_policy(&server, "P").await;
    put(&server.admin, &client(location), json!({ "server_policy": id })).await;
    put(&server.admin, &site(location), json!({ "workstation_policy": id })).await;
    put(&server.admin, &format!("/agents/{agent_id}/"), json!({ "policy": id })).await;
    let defaults = json!({ "server_policy": id, "workstation_policy": id });
    put(&server.admin, "/core/settings/", defaults).await;
    let patch = json!({ "policy": id });
    server.admin.post("/automation/patchpolicy/", patch).await.ok();

    let refusal = server.admin.delete(&policy(id)).await.refused(409, "in_use");
    assert_eq!(
        refusal["detail"],
        "It is in use by the default of servers, the default of workstations, client Acme, \
         site Main of Acme, agent pc-1."
    );
    let forced = format!("{}?force=true", policy(id));
    let sentence = "deleted policy P, which was assigned to 5 places";
    assert_eq!(server.admin.delete(&forced).await.ok(), sentence);
    let lines = server.audit_lines().await;
    assert_eq!(lines.last().unwrap(), &format!("admin delete policy {sentence}"));
    let settings = server.admin.get("/core/settings/").await.ok();
    assert_eq!(settings["server_policy"], Value::Null);
    assert_eq!(settings["workstation_policy"], Value::Null);
    assert_eq!(server.admin.get(&client(location)).await.ok()["server_policy"], Value::Null);
    assert_eq!(server.admin.get(&site(location)).await.ok()["workstation_policy"], Value::Null);
    let agent = server.admin.get(&format!("/agents/{agent_id}/")).await.ok();
    assert_eq!(agent["policy"], Value::Null);
    assert!(effective(&server, &agent_id).await.is_empty());
    server.admin.delete("/automation/patchpolicy/1/").await.refused(404, "not_found");
}

#[tokio::test]
async fn a_refusal_names_the_first_ten_places() {
    let server = TestServer::start().await;
    let id = add_policy(&server, "P").await;
    for number in 10..22 {
        let location = server.add_site(&format!("C{number}"), "Main").await;
        put(&server.admin, &client(location), json!({ "server_policy": id })).await;
    }
    let refusal = server.admin.delete(&policy(id)).await.refused(409, "in_use");
    let names: Vec<String> = (10..20).map(|number| format!("client C{number}")).collect();
    assert_eq!(refusal["detail"], format!("It is in use by {} and 2 more.", names.join(", ")));
}

#[tokio::test]
async fn a_policy_in_use_outside_the_scope_can_be_read_and_not_changed() {
    let server = TestServer::start().await;
    let (mine, theirs) = (server.add_site("A", "Main").await, server.add_site("B", "M").await);
    let their_agent = format!("/agents/{}/", add_agent(&server, theirs, "pc-2").await);
    let scoped = server.scoped_caller(RIGHTS, &[mine.client], &[]).await;
    let one_site = server.scoped_caller(RIGHTS, &[], &[mine.site]).await;
    let id = add_policy(&server, "P").await;
    let patch = server.admin.post("/automation/patchpolicy/", json!({ "policy": id })).await.ok();
    let patch = format!("/automation/patchpolicy/{}/", id_of(&patch));
    put(&server.admin, &policy(id), json!({ "owner_clients": [mine.client] })).await;
    put(&server.admin, &client(mine), json!({ "server_policy": id })).await;
    put(&scoped, &policy(id), json!({ "desc": "mine" })).await;

    let uses = [
        (client(theirs), "server_policy"),
        (site(theirs), "workstation_policy"),
        (their_agent, "policy"),
        ("/core/settings/".to_owned(), "workstation_policy"),
    ];
    for (path, field) in uses {
        put(&server.admin, &path, json!({ field: id })).await;
        let rows = server.audit().await.len();
        scoped.put(&policy(id), json!({ "desc": "x" })).await.refused(403, "forbidden");
        scoped.delete(&format!("{}?force=true", policy(id))).await.refused(403, "forbidden");
        scoped.put(&patch, json!({ "low": "ignore" })).await.refused(403, "forbidden");
        scoped.delete(&patch).await.refused(403, "forbidden");
        let body = json!({ "policy": id });
        scoped.post("/automation/patchpolicy/", body).await.refused(403, "forbidden");
        assert_eq!(scoped.get(&policy(id)).await.ok()["desc"], "mine");
        assert_eq!(server.audit().await.len(), rows);
        put(&server.admin, &path, json!({ field: null })).await;
    }
    put(&scoped, &patch, json!({ "low": "ignore" })).await;
    // The client as a whole is more than one of its sites.
    one_site.put(&policy(id), json!({ "desc": "x" })).await.refused(403, "forbidden");
    put(&server.admin, &client(mine), json!({ "server_policy": null })).await;
    put(&server.admin, &site(mine), json!({ "server_policy": id })).await;
    one_site.put(&policy(id), json!({ "desc": "x" })).await.refused(403, "forbidden");
    put(&scoped, &policy(id), json!({ "desc": "x" })).await;
}

#[tokio::test]
async fn exclusions_outside_the_scope_are_neither_seen_nor_lost() {
    let server = TestServer::start().await;
    let (mine, theirs) = (server.add_site("A", "Main").await, server.add_site("B", "M").await);
    let my_agent = add_agent(&server, mine, "pc-1").await;
    let their_agent = add_agent(&server, theirs, "pc-2").await;
    let body = json!({
        "name": "P", "owner_clients": [mine.client], "excluded_agents": [their_agent, my_agent],
        "excluded_sites": [theirs.site], "excluded_clients": [theirs.client, mine.client],
    });
    let made = server.admin.post("/automation/policies/", body).await.ok();
    let path = policy(id_of(&made));
    let scoped = server.scoped_caller(RIGHTS, &[mine.client], &[]).await;
    let seen = scoped.get(&path).await.ok();
    let (first, second) = (&made["excluded_agents"][0], &made["excluded_agents"][1]);
    assert_eq!(seen["excluded_agents"], json!([second]));
    assert_eq!(seen["excluded_sites"], json!([]));
    assert_eq!(seen["excluded_clients"], json!([mine.client]));

    let body = json!({
        "excluded_agents": [], "excluded_sites": [mine.site], "excluded_clients": [],
    });
    put(&scoped, &path, body).await;
    let all = server.admin.get(&path).await.ok();
    assert_eq!(all["excluded_agents"], json!([first]));
    let mut sites: Vec<i64> = serde_json::from_value(all["excluded_sites"].clone()).unwrap();
    sites.sort_unstable();
    assert_eq!(sites, [mine.site, theirs.site]);
    assert_eq!(all["excluded_clients"], json!([theirs.client]));
    let body = json!({
        "excluded_agents": [their_agent], "excluded_sites": [theirs.site],
        "excluded_clients": [theirs.client],
    });
    let expected = json!({
        "excluded_agents[0]": ["There is no such agent."],
        "excluded_sites[0]": ["There is no such site."],
        "excluded_clients[0]": ["There is no such client."],
    });
    assert_eq!(scoped.put(&path, body).await.problems(), expected);
}

#[tokio::test]
async fn an_unknown_policy_is_refused_wherever_one_is_set() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = format!("/agents/{}/", add_agent(&server, location, "pc-1").await);
    let places = [
        (client(location), true),
        (site(location), true),
        ("/core/settings/".to_owned(), true),
        (agent, false),
    ];
    let rows = server.audit().await.len();
    for (path, has_kinds) in places {
        let (body, expected) = match has_kinds {
            true => (
                json!({ "server_policy": 9, "workstation_policy": 8 }),
                json!({
                    "server_policy": ["There is no such policy."],
                    "workstation_policy": ["There is no such policy."],
                }),
            ),
            false => (json!({ "policy": 9 }), json!({ "policy": ["There is no such policy."] })),
        };
        assert_eq!(server.admin.put(&path, body).await.problems(), expected, "{path}");
    }
    assert_eq!(server.audit().await.len(), rows);
}
