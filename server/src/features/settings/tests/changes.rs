//! Written settings are read back.

use serde_json::json;

use super::{bare, defaults, others, secretless, with};
use crate::storage::sql;
use crate::testing::TestServer;

#[tokio::test]
async fn a_new_installation_has_the_defaults_and_names_all_time_zones() {
    let server = TestServer::start().await;
    let answer = server.admin.get("/core/settings/").await.ok();
    let zones = answer["all_timezones"].as_array().unwrap();
    assert!(zones.len() > 400);
    assert!(["UTC", "Europe/Berlin"].iter().all(|zone| zones.contains(&json!(zone))));
    assert_eq!(bare(answer), defaults());
}

#[tokio::test]
async fn every_setting_can_be_changed_and_set_back() {
    let server = TestServer::start().await;
    let changed = server.admin.put("/core/settings/", others()).await.ok();
    assert_eq!(changed["modified_by"], "admin");
    assert_eq!(bare(changed.clone()), with(defaults(), others()));
    assert_eq!(server.admin.get("/core/settings/").await.ok(), changed);

    let back = server.admin.put("/core/settings/", defaults()).await.ok();
    assert_eq!(bare(back), defaults());
    let log = server.audit().await;
    assert_eq!(log[0]["before_value"], secretless(defaults()));
    assert_eq!(log[0]["after_value"], secretless(with(defaults(), others())));
    assert_eq!(log[1]["after_value"], secretless(defaults()));
}

#[tokio::test]
async fn settings_left_out_stay_and_the_audit_log_names_the_others() {
    let server = TestServer::start().await;
    let change = async |body| bare(server.admin.put("/core/settings/", body).await.ok());
    change(json!({ "smtp_port": 25, "date_format": "yyyy" })).await;
    let settings = change(json!({ "smtp_port": 26, "unknown": 1 })).await;
    assert_eq!(settings, with(defaults(), json!({ "smtp_port": 26, "date_format": "yyyy" })));
    let settings = change(json!({ "date_format": null })).await;
    assert_eq!(settings, with(defaults(), json!({ "smtp_port": 26 })));
    change(json!({})).await;
    assert_eq!(
        server.audit_lines().await,
        [
            "admin modify coresettings changed the settings date_format, smtp_port",
            "admin modify coresettings changed the settings smtp_port",
            "admin modify coresettings changed the settings date_format",
            "admin modify coresettings saved the settings without a change",
        ]
    );
}

#[tokio::test]
async fn two_changes_at_the_same_moment_both_stay() {
    let server = TestServer::start().await;
    let (a, b) = tokio::join!(
        server.admin.put("/core/settings/", json!({ "smtp_port": 25 })),
        server.admin.put("/core/settings/", json!({ "clear_faults_days": 9 })),
    );
    assert_eq!((a.status, b.status), (200, 200));
    let expected = with(defaults(), json!({ "smtp_port": 25, "clear_faults_days": 9 }));
    assert_eq!(bare(server.admin.get("/core/settings/").await.ok()), expected);
}

#[tokio::test]
async fn login_through_a_provider_cannot_be_switched_on_before_it_exists() {
    let server = TestServer::start().await;
    let sentence = "There is no login through a provider in this release.";
    for name in ["sso_enabled", "block_local_user_logon"] {
        let problems = server.admin.put("/core/settings/", json!({ name: true })).await.problems();
        assert_eq!(problems, json!({ name: [sentence] }));
        server.admin.put("/core/settings/", json!({ name: false })).await.ok();
    }

    // It is not shown either where an older release let it be switched on.
    let write = server.app.db.begin().await.unwrap();
    let plain = json!({ "sso_enabled": true, "block_local_user_logon": true }).to_string();
    let text = "update core_settings set plain = $1";
    sql::execute(&write, text, [plain.into()]).await.unwrap();
    write.commit().await.unwrap();
    assert_eq!(bare(server.admin.get("/core/settings/").await.ok()), defaults());
}
