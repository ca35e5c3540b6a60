//! What programs in the field rely on in answers, through the front door.

use muster_protocol::{Disk, Inventory};
use serde_json::{Value, json};

use super::{TestServer, waiting};
use crate::auth::Secret;

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// Waits until a field of an answer has a value.
async fn until(server: &TestServer, path: &str, is_there: impl Fn(&Value) -> bool) -> Value {
    waiting::until(path, async || Some(server.admin.get(path).await.ok()).filter(&is_there)).await
}

#[tokio::test]
async fn custom_fields_are_those_that_are_set_on_agents_clients_and_sites() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.enrol(location, "pc-1").await;
    let owners = [
        ("agent", format!("/agents/{}/", agent.agent_id), "/agents/"),
        ("client", format!("/clients/{}/", location.client), "/clients/"),
        ("site", format!("/clients/sites/{}/", location.site), "/clients/sites/"),
    ];
    for (model, path, list) in owners {
        let define = async |name: &str| {
            let body = json!({ "model": model, "name": name, "default_value_string": "standard" });
            server.admin.post("/core/customfields", body).await.ok()["id"].clone()
        };
        let (set, unset) = (define("set").await, define("unset").await);
        assert_eq!(server.admin.get(&path).await.ok()["custom_fields"], json!([]), "{model}");
        assert_eq!(server.admin.get(list).await.ok()[0]["custom_fields"], json!([]), "{model}");

        let entries = json!({ "custom_fields": [{ "field": set, "string_value": "x" }] });
        let shown = server.admin.put(&path, entries).await.ok()["custom_fields"].clone();

        assert_eq!(shown.as_array().unwrap().len(), 1, "{model}: not {unset}");
        assert_eq!((&shown[0]["field"], &shown[0]["value"]), (&set, &json!("x")));
        assert!(shown[0]["id"].is_i64());
        assert_eq!(server.admin.get(list).await.ok()[0]["custom_fields"], shown, "{model}");
        let clear = json!({ "custom_fields": [{ "field": set, "string_value": null }] });
        assert_eq!(server.admin.put(&path, clear).await.ok()["custom_fields"], json!([]));
        assert_eq!(server.admin.get(list).await.ok()[0]["custom_fields"], json!([]));
    }
}

#[tokio::test]
async fn rows_of_the_beta_list_have_the_times_and_all_else_that_the_main_list_has() {
    let server = TestServer::start_with(|settings| {
        (settings.swagger_enabled, settings.beta_api_enabled) = (true, true);
    })
    .await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.enrol(location, "pc-1").await;
    let path = format!("/agents/{}/", agent.agent_id);
    server.admin.put(&path, json!({ "offline_time": 7, "overdue_time": 70 })).await.ok();

    let row = server.admin.get("/beta/v1/agent/").await.ok()["results"][0].clone();

    assert_eq!((&row["offline_time"], &row["overdue_time"]), (&json!(7), &json!(70)));
    assert_eq!(row, server.admin.get("/agents/").await.ok()[0]);
    assert_eq!(row["boot_time"], Value::Null, "it never connected");
    let whole = server.admin.get(&path).await.ok();
    assert_eq!((&whole["offline_time"], &whole["boot_time"]), (&json!(7), &Value::Null));
    let found = server.admin.get("/agents/?offline_time=7&overdue_time_range_max=69").await.ok();
    assert_eq!(found, json!([]));
}

#[tokio::test]
async fn disks_are_reported_for_people_and_in_bytes() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let disk = Disk {
        device: "C:".to_owned(),
        source: "C:".to_owned(),
        fstype: "NTFS".to_owned(),
        total: 134_647_224_730,
        used: 5_452_595,
        free: 134_641_772_135,
        percent: 1,
    };
    agent.send_inventory(Inventory { disks: vec![disk], ..Inventory::default() }).await;

    let path = format!("/agents/{}/", agent.identity.agent_id);
    let whole = until(&server, &path, |agent| agent["disks"] != json!([])).await;

    assert_eq!(
        whole["disks"],
        json!([{
            "device": "C:", "source": "C:", "fstype": "NTFS", "percent": 1,
            "total": "125.4 GB", "total_bytes": 134_647_224_730_u64,
            "used": "5.2 MB", "used_bytes": 5_452_595,
            "free": "125.4 GB", "free_bytes": 134_641_772_135_u64,
        }])
    );
    assert_eq!(whole["boot_time"], Value::Null, "the agent does not know");
}

#[tokio::test]
async fn an_agent_shows_its_time_zones_and_the_effective_shell() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.enrol(location, "pc-1").await;
    let path = format!("/agents/{}/", agent.agent_id);
    let shell = async || server.admin.get(&path).await.ok()["effective_default_shell"].clone();

    let zones = server.admin.get(&path).await.ok()["all_timezones"].clone();
    assert_eq!(zones, server.admin.get("/core/settings/").await.ok()["all_timezones"]);
    assert!(zones.as_array().unwrap().contains(&json!("Europe/Berlin")));
    assert_eq!(shell().await, "bash");
    let own = json!({ "default_shell_linux": "custom", "default_shell_linux_custom": "/bin/zsh" });
    server.admin.put("/core/settings/", own).await.ok();
    assert_eq!(shell().await, "/bin/zsh");
    let own = json!({ "default_shell": "custom", "default_shell_custom": "/bin/dash" });
    assert_eq!(server.admin.put(&path, own).await.ok()["effective_default_shell"], "/bin/dash");
    server.admin.put(&path, json!({ "default_shell": "powershell" })).await.ok();
    assert_eq!(shell().await, "powershell");
}

#[tokio::test]
async fn settings_and_initial_data_of_the_ui_also_have_the_names_that_callers_read() {
    let server = TestServer::start().await;
    let body = json!({
        "remote_url": "https://mesh.example.com", "remote_username": "muster",
        "remote_token": "very secret", "remote_device_group": "all", "remote_sync": false,
    });
    server.admin.put("/core/settings/", body).await.ok();

    let settings = server.admin.get("/core/settings/").await.ok();
    let pairs = [
        ("mesh_url", "remote_url"),
        ("mesh_site", "remote_url"),
        ("mesh_username", "remote_username"),
        ("mesh_token", "remote_token"),
        ("mesh_device_group", "remote_device_group"),
        ("mesh_company_name", "remote_company_name"),
        ("mesh_sync", "remote_sync"),
        ("sync_mesh_with_trmm", "remote_sync"),
    ];
    for (twin, name) in pairs {
        assert!(settings.as_object().unwrap().contains_key(twin), "{twin}");
        assert_eq!(settings[twin], settings[name], "{twin}");
    }
    assert_eq!((&settings["id"], &settings["mesh_token"]), (&json!(1), &json!("********")));
    assert_eq!(settings["enable_server_webterminal"], false);
    assert_eq!(
        (&settings["open_ai_token"], &settings["open_ai_model"]),
        (&json!(null), &json!(""))
    );
    // An answer can be sent back.
    assert_eq!(server.admin.put("/core/settings/", settings.clone()).await.ok()["id"], 1);

    let info = server.admin.get("/core/dashinfo/").await.ok();
    assert_eq!(info["trmm_version"], info["version"]);
    assert_eq!(info["latest_trmm_ver"], info["latest_version"]);
    for name in
        ["hosted", "token_is_expired", "web_terminal_enabled", "open_ai_integration_enabled"]
    {
        assert_eq!(info[name], false, "{name}");
    }
}

#[tokio::test]
async fn the_health_report_has_both_names_of_every_part_with_one_value() {
    let server =
        TestServer::start_with(|s| s.monitoring_token = Some(Secret::new("monitoring"))).await;
    let monitor = server.anonymous().with_header("X-Mon-Token", "monitoring");

    let report = monitor.get("/core/v2/status/").await.ok();

    let pairs = [
        ("redis_ping", "cache_ping"),
        ("celery_queue_len", "queue_len"),
        ("celery_queue_health", "queue_health"),
        ("nats_std_ping", "bus_std_ping"),
        ("nats_ws_ping", "bus_ws_ping"),
        ("mesh_ping", "remote_ping"),
    ];
    for (twin, name) in pairs {
        assert!(keys(&report).contains(&twin) && keys(&report).contains(&name), "{twin}");
        assert_eq!(report[twin], report[name], "{twin}");
    }
    let services = &report["services_running"];
    let pairs = [
        ("mesh", "remote"),
        ("daphne", "appserver"),
        ("celery", "worker"),
        ("celerybeat", "scheduler"),
        ("redis", "cache"),
        ("nats", "bus"),
        ("nats-api", "bus-api"),
    ];
    assert_eq!(keys(services).len(), 14);
    for (twin, name) in pairs {
        assert!(services[twin].is_boolean(), "{twin}");
        assert_eq!(services[twin], services[name], "{twin}");
    }
    let certificate = (&report["days_until_cert_expires"], &report["cert_expired"]);
    assert_eq!(certificate, (&json!(9999), &json!(false)), "there is none");
}
