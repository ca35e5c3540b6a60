//! What the web UI asks for first, through the front door.

use serde_json::json;

use crate::testing::TestServer;

#[tokio::test]
async fn the_version_is_a_text() {
    let server = TestServer::start().await;
    let somebody = server.somebody(&[]).await;
    assert_eq!(somebody.get("/core/version/").await.ok(), crate::VERSION);
}

#[tokio::test]
async fn the_web_ui_learns_of_preferences_and_settings() {
    let server = TestServer::start().await;
    let settings = json!({
        "date_format": "dd.MM.yyyy", "enable_server_scripts": true, "sso_enabled": true,
        "block_local_user_logon": true,
    });
    server.admin.put("/core/settings/", settings).await.ok();
    let somebody = server.somebody(&[]).await;
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
        "show_community_scripts": true, "dbl_click_action": "remotebg", "url_action": null,
        "default_agent_tbl_tab": "mixed", "client_tree_sort": "alphafail",
        "client_tree_splitter": 11, "agents_per_page": 25, "loading_bar_color": "red",
        "dash_info_color": "info", "dash_positive_color": "positive",
        "dash_negative_color": "negative", "dash_warning_color": "warning",
        "clear_search_when_switching": true, "date_format": "yyyy",
        "default_date_format": "dd.MM.yyyy", "run_cmd_placeholder_text": samples,
        "server_scripts_enabled": true, "block_local_user_logon": true, "sso_enabled": true,
    });
    assert_eq!(somebody.get("/core/dashinfo/").await.ok(), expected);
}
