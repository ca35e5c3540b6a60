//! `GET /agents/` and `GET /agents/<agent_id>/`.

use serde_json::{Value, json};

use crate::auth::Right;
use crate::clock;
use crate::storage::sql;
use crate::testing::TestServer;

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|row| row["hostname"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn agents_are_listed_by_client_site_and_host_name() {
    let server = TestServer::start().await;
    let zeta = server.add_site("Zeta", "Main").await;
    let acme = server.add_site("acme", "Main").await;
    server.enrol(zeta, "a").await;
    server.enrol(acme, "c").await;
    server.enrol(acme, "B").await;

    let list = server.admin.get("/agents/").await;

    assert_eq!(list.header("x-total-count"), "3");
    assert_eq!(names(&list.ok()), ["B", "c", "a"]);
}

#[tokio::test]
async fn the_full_item_has_every_field_of_the_contract() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;

    let item = server.admin.get("/agents/").await.ok()[0].clone();

    assert_eq!(
        item,
        json!({
            "id": 1, "agent_id": identity.agent_id, "hostname": "pc-1", "description": "",
            "site": location.site, "site_name": "Main", "client": location.client, "client_name": "Acme",
            "monitoring_type": "server", "plat": "linux", "goarch": "amd64", "status": "offline",
            "last_seen": null, "boot_time": null, "version": "0.1.0", "operating_system": "",
            "public_ip": "127.0.0.1", "local_ips": "", "make_model": "", "serial_number": "",
            "cpu_model": [], "graphics": "", "physical_disks": [], "total_ram": null,
            "logged_username": "", "italic": true, "needs_reboot": false,
            "maintenance_mode": false, "maintenance_until": null, "policy": null,
            "block_policy_inheritance": false, "alert_template": null,
            "has_patches_pending": false, "pending_actions_count": 0, "connected": false,
            "updates": {
                "scanned_at": null, "missing": 0, "approved": 0, "failed": 0, "ignored": 0,
                "reboot_pending": 0, "worst_severity": null,
                "severities": {"critical": 0, "important": 0, "moderate": 0, "low": 0, "other": 0},
            },
            "software_collected_at": null,
            "checks": {"total": 0, "passing": 0, "failing": 0, "warning": 0, "info": 0, "has_failing_checks": false},
            "overdue_email_alert": false, "overdue_text_alert": false,
            "overdue_dashboard_alert": false, "offline_time": 4, "overdue_time": 30,
            "custom_fields": [],
        })
    );
}

#[tokio::test]
async fn the_reduced_item_has_names_and_state_only() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_agent(location, "pc-1").await;

    for path in [
        "/agents/?detail=false",
        "/agents/?detail=0",
        "/agents?detail=False",
        "/agents/?detail=false&search=pc",
    ] {
        let list = server.admin.get(path).await.ok();
        let expected = json!([{
            "id": 1, "agent_id": agent.identity.agent_id, "hostname": "pc-1", "client": "Acme",
            "site": "Main", "client_name": "Acme", "site_name": "Main", "plat": "linux",
            "status": "online", "monitoring_type": "server",
        }]);
        assert_eq!(list, expected, "{path}");
    }
}

#[tokio::test]
async fn filters_narrow_the_list_and_wrong_ones_are_all_named() {
    let server = TestServer::start().await;
    let acme = server.add_site("Acme", "Main").await;
    let other = server.add_site("Other", "Branch").await;
    let _online = server.add_agent(acme, "online").await;
    server.enrol(other, "offline").await;
    let of = async |query: &str| {
        let list = server.admin.get(&format!("/agents/?{query}")).await.ok();
        names(&list).join(" ")
    };

    assert_eq!(of("status=online").await, "online");
    assert_eq!(of("status=offline").await, "offline");
    assert_eq!(of("status=overdue").await, "");
    assert_eq!(of(&format!("client={}", acme.client)).await, "online");
    assert_eq!(of(&format!("site={}", other.site)).await, "offline");
    assert_eq!(of("plat=linux&monitoring_type=server").await, "online offline");
    assert_eq!(of("monitoring_type=workstation").await, "");
    assert_eq!(of("search=branch").await, "offline");
    assert_eq!(of("search=is:online").await, "online");
    assert_eq!(of("ordering=-hostname").await, "online offline");
    assert_eq!(of("ordering=hostname&unknown=1").await, "offline online");

    let wrong = "/agents/?detail=maybe&plat=amiga&client=x&status=gone&page=0&page_size=1001";
    assert_eq!(
        server.admin.get(wrong).await.problems(),
        json!({
            "detail": ["Must be true or false."],
            "plat": ["Must be one of windows, linux, darwin."],
            "client": ["Must be a whole number."],
            "status": ["Must be one of online, offline, overdue."],
            "page": ["Must be 1 to 9223372036854775."],
            "page_size": ["Must be 1 to 1000."],
        })
    );
    let order = server.admin.get("/agents/?ordering=password").await.problems();
    assert!(order["ordering"][0].as_str().unwrap().starts_with("Must be one of hostname, "));
}

#[tokio::test]
async fn a_search_knows_fields_by_the_names_people_use() {
    let server = TestServer::start().await;
    let acme = server.add_site("Acme", "Main").await;
    let other = server.add_site("Globex", "Branch").await;
    server.enrol(acme, "desk").await;
    let till = server.enrol(other, "till").await;
    let write = server.app.db.begin().await.unwrap();
    let text = "update agents set logged_in_username = 'fatima', operating_system = 'Debian 13',
                       public_ip = '198.51.100.7', local_ips = '10.1.2.3', serial_number = 'X9',
                       maintenance_mode = true, monitoring_type = 'workstation'
                 where agent_id = $1";
    sql::execute(&write, text, [till.agent_id.into()]).await.unwrap();
    write.commit().await.unwrap();

    let finds_till = [
        "user:fatima",
        "client:globex",
        "site:branch",
        "os:debian",
        "host:till",
        "name:TILL",
        "ip:198.51",
        "ip:10.1.2",
        "serial:x9",
        "type:workstation",
        "is:maintenance",
        "is:workstation",
        "os:linux -user:nobody site:branch",
        "-client:acme",
    ];
    for search in finds_till {
        let path = format!("/agents/?search={}", search.replace(' ', "%20"));
        assert_eq!(names(&server.admin.get(&path).await.ok()), ["till"], "{search}");
    }
    for (search, found) in [("os:linux", 2), ("platform:linux", 2), ("is:server", 1), ("user:x", 0)]
    {
        let path = format!("/agents/?search={search}");
        assert_eq!(names(&server.admin.get(&path).await.ok()).len(), found, "{search}");
    }
    // Keys of client and site are found as well.
    let path = format!("/agents/?search=site:{}", acme.site);
    assert_eq!(names(&server.admin.get(&path).await.ok()), ["desk"]);
}

#[tokio::test]
async fn a_page_says_how_many_there_are_and_where_the_others_are() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    for name in ["a", "b", "c"] {
        server.enrol(location, name).await;
    }

    for path in ["/agents/?page=2&page_size=1", "/agents/?page=2&page_size=1&search=acme"] {
        let page = server.admin.get(path).await.ok();
        assert_eq!(page["count"], 3);
        assert_eq!(names(&page["results"]), ["b"]);
        assert!(page["next"].as_str().unwrap().contains("page=3"));
        assert!(page["previous"].as_str().unwrap().contains("page=1"));
    }
    server.admin.get("/agents/?page=4&page_size=1").await.refused(404, "not_found");
}

#[tokio::test]
async fn pages_put_together_are_the_whole_list_for_everybody_and_with_any_filter() {
    let server = TestServer::start().await;
    let mut places = Vec::new();
    for (client, agents) in [("Zeta", "bA"), ("acme", "c"), ("Empty", ""), ("Beta", "Hgfed")] {
        let location = server.add_site(client, "Main").await;
        for name in agents.chars() {
            server.enrol(location, &name.to_string()).await;
        }
        places.push(location);
    }
    let own = [places[0].client, places[3].client];
    let some = server.scoped_caller(&[Right::ListAgents], &own, &[]).await;
    let client = format!("client={}&", places[3].client);

    for caller in [&server.admin, &some] {
        for filter in ["", "plat=linux&", "hostname=g&", client.as_str()] {
            let whole = caller.get(&format!("/agents/?{filter}")).await.ok();
            let whole = whole.as_array().unwrap();
            for size in 1..=whole.len() + 1 {
                let mut found = Vec::new();
                let mut next = json!(format!("/agents/?{filter}page=1&page_size={size}"));
                while let Some(path) = next.as_str() {
                    let page = caller.get(path).await.ok();
                    assert_eq!(page["count"], whole.len(), "{path}");
                    found.extend(page["results"].as_array().unwrap().clone());
                    next = page["next"].clone();
                }
                assert_eq!(&found, whole, "{filter} in pages of {size}");
            }
        }
    }
}

#[tokio::test]
async fn an_agent_shows_its_details_with_the_name_of_its_client() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;

    let agent = server.admin.get(&format!("/agents/{}/", identity.agent_id)).await.ok();

    let expected = json!({
        "client": "Acme", "client_name": "Acme", "site": location.site, "site_name": "Main",
        "disks": [], "services": [], "wmi_detail": {}, "offline_time": 4, "overdue_time": 30,
        "check_interval": 120, "time_zone": null, "timezone": "UTC",
        "default_shell": "use_global", "default_shell_custom": "",
        "patches_last_installed": null, "choco_installed": false, "remote_node_id": "",
        "winupdatepolicy": [{
            "id": null, "agent": agent["id"], "policy": null, "critical": "inherit",
            "important": "inherit", "moderate": "inherit", "low": "inherit", "other": "inherit",
            "run_time_frequency": "inherit", "run_time_hour": 3,
            "run_time_days": [0, 1, 2, 3, 4, 5, 6], "run_time_day": 1,
            "reboot_after_install": "inherit", "reprocess_failed_inherit": true,
            "reprocess_failed": false, "reprocess_failed_times": 5, "email_if_fail": false,
            "created_by": "", "created_time": null, "modified_by": "", "modified_time": null,
        }],
        "effective_patch_policy": {
            "critical": "manual", "important": "manual", "moderate": "manual", "low": "manual",
            "other": "manual", "run_time_frequency": null, "run_time_hour": null,
            "run_time_days": [], "run_time_day": null, "reboot_after_install": "never",
            "reprocess_failed": false, "reprocess_failed_times": 0, "email_if_fail": false,
        },
        "applied_policies": {"agent_policy": null, "site_policy": null, "client_policy": null, "default_policy": null},
        "created_by": "enrolment", "modified_by": "enrolment", "custom_fields": [],
    });
    for (name, value) in expected.as_object().unwrap() {
        assert_eq!(&agent[name], value, "{name}");
    }
    assert!(agent["created_time"].as_str().unwrap().ends_with('Z'));
}

#[tokio::test]
async fn a_caller_sees_only_agents_in_scope() {
    let server = TestServer::start().await;
    let acme = server.add_site("Acme", "Main").await;
    let other = server.add_site("Other", "Main").await;
    server.enrol(acme, "mine").await;
    let foreign = server.enrol(other, "theirs").await;
    let by_client = server.scoped_caller(&[Right::ListAgents], &[acme.client], &[]).await;
    let by_site = server.scoped_caller(&[Right::ListAgents], &[], &[acme.site]).await;

    for caller in [by_client, by_site] {
        for path in ["/agents/", "/agents/?detail=false", "/agents/?search=main"] {
            let list = caller.get(path).await;
            assert_eq!(list.header("x-total-count"), "1", "{path}");
            assert_eq!(names(&list.ok()), ["mine"], "{path}");
        }
        let path = format!("/agents/{}/", foreign.agent_id);
        caller.get(&path).await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn an_agent_not_seen_for_long_is_offline_and_then_overdue() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    server.enrol(location, "pc-1").await;

    for (minutes, expected) in [(1, "online"), (5, "offline"), (31, "overdue")] {
        let write = server.app.db.begin().await.unwrap();
        let seen =
            crate::time::Timestamp::now().minus(std::time::Duration::from_secs(60 * minutes));
        sql::execute(&write, "update agents set last_seen = $1", [seen.into()]).await.unwrap();
        write.commit().await.unwrap();

        for path in ["/agents/", "/agents/?detail=false"] {
            assert_eq!(server.admin.get(path).await.ok()[0]["status"], expected, "{path}");
        }
        let list = server.admin.get(&format!("/agents/?status={expected}")).await.ok();
        assert_eq!(names(&list), ["pc-1"]);
    }
}

#[tokio::test]
async fn a_list_item_has_the_same_values_as_the_single_agent() {
    // Otherwise a connected agent is seen at another time every half minute.
    clock::stop();
    let server = TestServer::start().await;
    let location = server.add_site("Acme \"& sons\"", "Main\\1").await;
    for kind in ["text", "number", "single", "multiple", "checkbox", "datetime"] {
        let options =
            if kind == "multiple" || kind == "single" { json!(["a", "b"]) } else { json!([]) };
        let field = json!({ "model": "agent", "name": kind, "type": kind, "options": options });
        server.admin.post("/core/customfields", field).await.ok();
    }
    let agent = server.add_agent(location, "pc \"1\"\n\u{1}é").await;
    let path = format!("/agents/{}/", agent.identity.agent_id);
    let entries: Vec<Value> = ["x, \"y\"", "4.20", "b", "b, a", "yes"]
        .iter()
        .zip(1..)
        .map(|(text, field)| json!({ "field": field, "string_value": text }))
        .collect();
    let change = json!({
        "description": "tab\there", "custom_fields": entries, "maintenance_mode": true,
        "overdue_email_alert": true,
    });
    server.admin.put(&path, change).await.ok();
    let write = server.app.db.begin().await.unwrap();
    let text = "update agents set cpu_model = $1, boot_time = $2, total_ram = 16,
                       last_logged_in_user = 'ann', maintenance_until = 1700000000000000";
    let values = [json!(["Chip \"X\""]).to_string().into(), 1_700_000_000.0.into()];
    sql::execute(&write, text, values).await.unwrap();
    write.commit().await.unwrap();

    let single = server.admin.get(&path).await.ok();
    for query in ["", "?page_size=5", "?search=chip", "?ordering=id"] {
        let list = server.admin.get(&format!("/agents/{query}")).await.ok();
        let item = if list.is_array() { &list[0] } else { &list["results"][0] };
        for (name, value) in item.as_object().unwrap() {
            match name.as_str() {
                "client" => assert_eq!(value, location.client, "{query}"),
                _ => assert_eq!(value, &single[name], "{name} with {query:?}"),
            }
        }
    }
}
