//! Policies are created, read, changed, copied and deleted.

use serde_json::json;

use super::{add_agent, add_policy, id_of, put};
use crate::auth::Right;
use crate::testing::TestServer;

const POLICIES: &str = "/automation/policies/";

#[tokio::test]
async fn a_policy_is_made_read_changed_and_deleted() {
    let server = TestServer::start().await;
    let made = server.admin.post(POLICIES, json!({ "name": "  Servers " })).await.ok();
    let expected = json!({
        "id": made["id"], "name": "Servers", "desc": "", "active": false, "enforced": false,
        "alert_template": null, "owner_clients": [], "excluded_agents": [],
        "excluded_sites": [], "excluded_clients": [], "default_server_policy": false,
        "default_workstation_policy": false, "agents_count": 0, "tasks_count": 0,
        "checks_count": 0, "winupdatepolicy": [], "created_by": "admin",
        "created_time": made["created_time"], "modified_by": "admin",
        "modified_time": made["modified_time"],
    });
    assert_eq!(made, expected);
    let path = format!("{POLICIES}{}/", id_of(&made));
    assert_eq!(server.admin.get(&path).await.ok(), expected);
    assert_eq!(server.admin.get(POLICIES).await.ok(), json!([expected]));

    let change = json!({ "name": "All servers", "desc": "x", "active": true, "enforced": true });
    let changed = put(&server.admin, &path, change).await;
    let mut expected = expected;
    for (name, value) in [("name", json!("All servers")), ("desc", json!("x"))] {
        expected[name] = value;
    }
    (expected["active"], expected["enforced"]) = (json!(true), json!(true));
    expected["modified_time"] = changed["modified_time"].clone();
    assert_eq!(changed, expected);
    let unchanged = put(&server.admin, &path, json!({ "unknown": 1 })).await;
    assert_eq!(unchanged["name"], "All servers");
    // Null restores the initial value.
    let plain = put(&server.admin, &path, json!({ "desc": null, "active": null })).await;
    assert_eq!((&plain["desc"], &plain["active"]), (&json!(""), &json!(false)));

    assert_eq!(server.admin.delete(&path).await.ok(), "deleted policy All servers");
    server.admin.get(&path).await.refused(404, "not_found");
    server.admin.put(&path, json!({})).await.refused(404, "not_found");
    server.admin.delete(&path).await.refused(404, "not_found");
    server.admin.get(&format!("{POLICIES}0/")).await.refused(404, "not_found");
    assert_eq!(
        server.audit_lines().await,
        [
            "admin add policy added policy Servers",
            "admin modify policy changed policy All servers",
            "admin modify policy changed policy All servers",
            "admin modify policy changed policy All servers",
            "admin delete policy deleted policy All servers",
        ]
    );
    let rows = server.audit().await;
    assert_eq!(rows[1]["before_value"]["name"], "Servers");
    assert_eq!(rows[1]["after_value"]["enforced"], true);
}

#[tokio::test]
async fn every_problem_of_a_policy_is_named_and_nothing_is_stored() {
    let server = TestServer::start().await;
    let known = add_policy(&server, "Known").await;
    let long = vec![1; 5001];
    let cases = [
        (json!({}), json!({ "name": ["Enter a name."] })),
        (json!({ "name": " " }), json!({ "name": ["Enter a name."] })),
        (
            json!({
                "name": "x".repeat(256), "desc": "x".repeat(10_001), "active": 2, "enforced": "x",
                "alert_template": "x", "excluded_agents": [true, "x"], "excluded_sites": "x",
                "excluded_clients": [1.5], "copyId": "x",
            }),
            json!({
                "name": ["Must have at most 255 characters."],
                "desc": ["Must have at most 10000 characters."],
                "active": ["Must be true or false."],
                "enforced": ["Must be true or false."],
                "alert_template": ["Must be a whole number."],
                "excluded_agents[0]": ["Must be an agent_id or a key."],
                "excluded_sites": ["Must be a list of whole numbers."],
                "excluded_clients[0]": ["Must be a list of whole numbers."],
                "copyId": ["Must be a whole number."],
            }),
        ),
        (
            json!({ "name": "x", "excluded_agents": long, "excluded_sites": long, "excluded_clients": long }),
            json!({
                "excluded_agents": ["Must have at most 5000 entries."],
                "excluded_sites": ["Must have at most 5000 entries."],
                "excluded_clients": ["Must have at most 5000 entries."],
            }),
        ),
        (
            json!({ "name": "x", "excluded_agents": 5 }),
            json!({ "excluded_agents": ["Must be a list."] }),
        ),
        (
            json!({
                "name": "KNOWN", "excluded_agents": ["nobody", 99], "excluded_sites": [99],
                "excluded_clients": [99], "copyId": 99,
            }),
            json!({
                "name": ["This name is already used."],
                "excluded_agents[0]": ["There is no such agent."],
                "excluded_agents[1]": ["There is no such agent."],
                "excluded_sites[0]": ["There is no such site."],
                "excluded_clients[0]": ["There is no such client."],
                "copyId": ["There is no such policy."],
            }),
        ),
    ];
    for (body, expected) in cases {
        assert_eq!(server.admin.post(POLICIES, body).await.problems(), expected);
    }
    add_policy(&server, "Other").await;
    let path = format!("{POLICIES}{known}/");
    let body = json!({ "name": "other", "excluded_sites": [99] });
    let expected = json!({
        "name": ["This name is already used."], "excluded_sites[0]": ["There is no such site."],
    });
    assert_eq!(server.admin.put(&path, body).await.problems(), expected);
    let body = json!({ "name": null });
    let expected = json!({ "name": ["Enter a name."] });
    assert_eq!(server.admin.put(&path, body).await.problems(), expected);
    assert_eq!(server.admin.get(POLICIES).await.ok().as_array().unwrap().len(), 2);
    assert_eq!(server.audit().await.len(), 2);
}

#[tokio::test]
async fn exclusions_come_back_in_their_order_each_once() {
    let server = TestServer::start().await;
    let one = server.add_site("Acme", "Main").await;
    let two = server.add_site("Other", "Main").await;
    let first = add_agent(&server, one, "pc-1").await;
    let second = add_agent(&server, two, "pc-2").await;
    let key = |agent_id: &str| format!("/agents/{agent_id}/");
    let first_key = id_of(&server.admin.get(&key(&first)).await.ok());
    let second_key = id_of(&server.admin.get(&key(&second)).await.ok());
    let body = json!({
        "name": "P", "excluded_agents": [second, first_key, first, second_key],
        "excluded_sites": [two.site, one.site, two.site], "excluded_clients": [two.client],
    });
    let made = server.admin.post(POLICIES, body).await.ok();
    assert_eq!(made["excluded_agents"], json!([second_key, first_key]));
    assert_eq!(made["excluded_sites"], json!([two.site, one.site]));
    assert_eq!(made["excluded_clients"], json!([two.client]));

    let path = format!("{POLICIES}{}/", id_of(&made));
    let body = json!({ "excluded_agents": [], "excluded_sites": null });
    let changed = put(&server.admin, &path, body).await;
    assert_eq!(changed["excluded_agents"], json!([]));
    assert_eq!(changed["excluded_sites"], json!([]));
    assert_eq!(changed["excluded_clients"], json!([two.client]));
    // An excluded agent can be deleted, and its exclusion is deleted with it.
    server.admin.delete(&format!("/agents/{second}/")).await.ok();
    server.admin.delete(&format!("/clients/{}/", two.client)).await.ok();
    assert_eq!(server.admin.get(&path).await.ok()["excluded_clients"], json!([]));
}

#[tokio::test]
async fn a_copy_has_the_patch_policy_of_its_source_and_is_its_own() {
    let server = TestServer::start().await;
    let source = add_policy(&server, "Source").await;
    let rules = json!({
        "policy": source, "critical": "approve", "run_time_frequency": "monthly",
        "run_time_day": 31, "run_time_hour": 0, "run_time_days": [6, 0],
        "reboot_after_install": "always", "reprocess_failed_inherit": false,
        "reprocess_failed": true, "reprocess_failed_times": 0, "email_if_fail": true,
    });
    let patch = server.admin.post("/automation/patchpolicy/", rules).await.ok();
    let body = json!({ "name": "Copy", "copyId": source });
    let copy = server.admin.post(POLICIES, body).await.ok();
    assert_eq!((&copy["active"], &copy["name"]), (&json!(false), &json!("Copy")));
    let mut expected = patch.clone();
    expected["policy"] = copy["id"].clone();
    for name in ["id", "created_time", "modified_time"] {
        expected[name] = copy["winupdatepolicy"][0][name].clone();
    }
    assert_eq!(copy["winupdatepolicy"], json!([expected]));
    assert_ne!(expected["id"], patch["id"]);

    let own = format!("/automation/patchpolicy/{}/", expected["id"]);
    put(&server.admin, &own, json!({ "critical": "ignore" })).await;
    let source = server.admin.get(&format!("{POLICIES}{source}/")).await.ok();
    assert_eq!(source["winupdatepolicy"], json!([patch]));
    let lines = server.audit_lines().await;
    assert_eq!(lines[2], "admin add policy added policy Copy as a copy of Source");
}

#[tokio::test]
async fn policies_are_listed_by_name_searched_ordered_and_in_pages() {
    let server = TestServer::start().await;
    for name in ["beta", "Alpha", "gamma"] {
        add_policy(&server, name).await;
    }
    let names = async |query: &str| -> Vec<String> {
        let list = server.admin.get(&format!("{POLICIES}{query}")).await.ok();
        let rows =
            list.as_array().cloned().unwrap_or_else(|| list["results"].as_array().unwrap().clone());
        rows.iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names("").await, ["Alpha", "beta", "gamma"]);
    assert_eq!(names("?ordering=-name").await, ["gamma", "beta", "Alpha"]);
    assert_eq!(names("?search=name:a -gamma").await, ["Alpha", "beta"]);
    assert_eq!(names("?page_size=2&page=2").await, ["gamma"]);
    let reply = server.admin.get(POLICIES).await;
    assert_eq!(reply.header("x-total-count"), "3");
    server.admin.get(&format!("{POLICIES}?ordering=desc")).await.refused(400, "invalid");
}

#[tokio::test]
async fn agents_are_counted_as_far_as_the_scope_goes() {
    let server = TestServer::start().await;
    let (one, two) = (server.add_site("Acme", "Main").await, server.add_site("B", "Main").await);
    let policy = add_policy(&server, "P").await;
    for (location, name) in [(one, "a"), (one, "b"), (two, "c")] {
        add_agent(&server, location, name).await;
        let path = format!("/clients/{}/", location.client);
        put(&server.admin, &path, json!({ "server_policy": policy })).await;
    }
    let path = format!("{POLICIES}{policy}/");
    assert_eq!(server.admin.get(&path).await.ok()["agents_count"], 3);
    let right = [Right::ListAutomationPolicies];
    let scoped = server.scoped_caller(&right, &[one.client], &[]).await;
    assert_eq!(scoped.get(&path).await.ok()["agents_count"], 2);
    assert_eq!(scoped.get(POLICIES).await.ok()[0]["agents_count"], 2);
}
