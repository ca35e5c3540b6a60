//! What the web UI asks for first, through the API.

use std::time::Duration;

use serde_json::{Value, json};

use crate::auth::Right;
use crate::clock;
use crate::events::{Entity, Event};
use crate::testing::TestServer;

/// Sooner than the numbers are counted although nothing happened, and later
/// than they are right on a machine that stands still for a while.
const SOON: Duration = Duration::from_secs(40);

#[tokio::test]
async fn the_version_is_a_text() {
    let server = TestServer::start().await;
    let somebody = server.caller_with(&[]).await;
    assert_eq!(somebody.get("/core/version/").await.ok(), crate::VERSION);
}

#[tokio::test]
async fn the_web_ui_learns_of_preferences_and_settings() {
    let server = TestServer::start().await;
    let settings = json!({ "date_format": "dd.MM.yyyy", "enable_server_scripts": true });
    server.admin.put("/core/settings/", settings).await.ok();
    let somebody = server.caller_with(&[]).await;
    let preferences = json!({
        "dark_mode": false, "agent_dblclick_action": "remotebg", "agents_per_page": 25,
        "date_format": "yyyy",
    });
    somebody.patch("/accounts/users/ui/", preferences).await.ok();

    let samples = json!({
        "cmd": "ipconfig /all", "powershell": "Get-ComputerInfo", "shell": "df -h",
    });
    let expected = json!({
        "version": crate::VERSION, "latest_version": null, "dark_mode": false,
        "trmm_version": crate::VERSION, "latest_trmm_ver": null, "hosted": false,
        "token_is_expired": false, "web_terminal_enabled": false,
        "open_ai_integration_enabled": false,
        "show_community_scripts": true, "dbl_click_action": "remotebg", "url_action": null,
        "default_agent_tbl_tab": "mixed", "client_tree_sort": "alphafail",
        "client_tree_splitter": 11, "agents_per_page": 25, "loading_bar_color": "red",
        "dash_info_color": "info", "dash_positive_color": "positive",
        "dash_negative_color": "negative", "dash_warning_color": "warning",
        "clear_search_when_switching": true, "date_format": "yyyy",
        "default_date_format": "dd.MM.yyyy", "run_cmd_placeholder_text": samples,
        "server_scripts_enabled": true, "block_local_user_logon": false, "sso_enabled": false,
        "schema_enabled": false, "removal_delay_minutes": 15,
    });
    assert_eq!(somebody.get("/core/dashinfo/").await.ok(), expected);
}

#[tokio::test]
async fn the_web_ui_learns_whether_the_api_description_is_served() {
    let server = TestServer::start_with(|settings| settings.swagger_enabled = true).await;

    let info = server.caller_with(&[]).await.get("/core/dashinfo/").await.ok();

    assert_eq!(info["schema_enabled"], true);
}

fn counts(servers: i64, servers_away: i64, workstations: i64, workstations_away: i64) -> Value {
    let data = json!({
        "total_server_count": servers, "total_server_offline_count": servers_away,
        "total_workstation_count": workstations,
        "total_workstation_offline_count": workstations_away, "days_until_cert_expires": 9999,
    });
    json!({ "action": "dashboard.agentcount", "data": data })
}

#[tokio::test]
async fn the_numbers_of_the_fleet_are_sent_at_once_and_when_they_change() {
    let server = TestServer::start().await;
    let location = server.add_site("acme", "Main").await;
    let (mut socket, _) = server.open(&server.caller_with(&[]).await, "/ws/dashinfo/").await;
    assert_eq!(socket.receive().await, counts(0, 0, 0, 0));
    let identity = server.enrol(location, "host").await;
    assert_eq!(socket.receive().await, counts(1, 1, 0, 0));
    let _agent = server.connect(&identity).await;
    assert_eq!(socket.receive().await, counts(1, 0, 0, 0));
    let body = json!({ "monitoring_type": "workstation" });
    server.admin.put(&format!("/agents/{}/", identity.agent_id), body).await.ok();
    assert_eq!(socket.receive().await, counts(0, 0, 1, 0));
}

#[tokio::test]
async fn the_numbers_are_right_soon_although_the_page_was_opened_just_after_a_change() {
    // So that the sockets do not check whether their viewers may still be there,
    // which also counts again.
    clock::stop();
    let server = TestServer::start().await;
    let location = server.add_site("acme", "Main").await;
    let somebody = server.caller_with(&[]).await;
    let (mut socket, _) = server.open(&somebody, "/ws/dashinfo/").await;
    assert_eq!(socket.receive().await, counts(0, 0, 0, 0));
    server.enrol(location, "host").await;
    let (mut socket, _) = server.open(&somebody, "/ws/dashinfo/").await;
    // Longer than counts are cached, and shorter than between two such checks.
    clock::advance(Duration::from_secs(10));
    let right = async { while socket.receive().await != counts(1, 1, 0, 0) {} };
    tokio::time::timeout(SOON, right).await.unwrap();
}

#[tokio::test]
async fn the_numbers_are_those_of_the_callers_part_of_the_fleet() {
    let server = TestServer::start().await;
    let (own, other) =
        (server.add_site("own", "Main").await, server.add_site("other", "Main").await);
    server.enrol(other, "theirs").await;
    server.enrol(own, "ours").await;
    let caller = server.scoped_caller(&[Right::ListRoles], &[own.client], &[]).await;
    let role = caller.get("/accounts/me/").await.ok()["role"].clone();
    let (mut socket, _) = server.open(&caller, "/ws/dashinfo/").await;
    assert_eq!(socket.receive().await, counts(1, 1, 0, 0));
    // A changed scope applies at once.
    let wider = json!({ "can_view_clients": [own.client, other.client] });
    server.admin.put(&format!("/accounts/roles/{role}/"), wider).await.ok();
    assert_eq!(socket.receive().await, counts(2, 2, 0, 0));
    let user = caller.get("/accounts/me/").await.ok()["id"].as_i64().unwrap();
    server.admin.put(&format!("/accounts/{user}/users/"), json!({ "is_active": false })).await.ok();
    assert_eq!(socket.end().await.1, 4401);
    server.app.events.publish(&Event::saved(Entity::User, user)).await;
}
