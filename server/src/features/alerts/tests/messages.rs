//! Who is notified, and how often.

use std::time::Duration;

use muster_alerting::Severity;
use serde_json::json;

use super::{Scene, add_template, header, pick, settled};
use crate::clock;
use crate::testing::checks::{disk_check, free, report};
use crate::testing::{SmsService, SmtpBehaviour, SmtpServer, TestServer, until_equal};
use crate::time::Timestamp;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

#[tokio::test]
async fn a_failing_check_is_one_mail_and_its_recovery_one_in_the_same_conversation() {
    let scene = Scene::new().await;
    let template = json!({ "name": "all", "check_email_on_resolved": true });
    add_template(&scene.server, template).await;

    scene.fails(Severity::Error, "Disk C: has 3 % free").await;
    scene.fails(Severity::Error, "Disk C: has 2 % free").await;
    let alert = scene.alerts().await.remove(0);
    let names = [
        "hostname",
        "client",
        "site",
        "check_name",
        "alert_type",
        "message",
        "severity",
        "resolved",
        "hidden",
        "suppressed",
        "template",
    ];
    let expected = json!({
        "hostname": "pc-1", "client": "Acme", "site": "Main", "check_name": "Disk C:",
        "alert_type": "check", "message": "Disk C: has 2 % free", "severity": "error",
        "resolved": false, "hidden": false, "suppressed": false, "template": "all",
    });
    assert_eq!(pick(&alert, &names), expected);
    assert!(alert["email_sent"].is_string() && alert["resolved_email_sent"].is_null());
    scene.recovers().await;

    assert_eq!(scene.subjects(), ["pc-1: check Disk C:", "Re: pc-1: check Disk C:"]);
    let mails = scene.smtp.delivered();
    assert_eq!(mails[0].to, ["ops@example.com"]);
    let first = header(&mails[0].content, "Message-ID");
    assert!(first.ends_with("@muster>"), "{first}");
    assert_eq!(header(&mails[0].content, "In-Reply-To"), "");
    for name in ["In-Reply-To", "References"] {
        assert_eq!(header(&mails[1].content, name), first);
    }
    assert_ne!(header(&mails[1].content, "Message-ID"), first);
    let link = format!("https://muster.example.com/ui/alerts/{}", alert["id"]);
    let content = &mails[0].content;
    assert!(content.contains("text/plain") && content.contains("text/html"), "{content}");
    assert!(content.contains("Failing: Disk C: has 3 % free"), "{content}");
    assert!(content.contains(&link), "{content}");
    assert!(mails[1].content.contains("Resolved: Disk C: has 40 % free"), "{}", mails[1].content);
    let alert = scene.server.admin.get(&format!("/alerts/{}/", alert["id"])).await.ok();
    assert!(alert["resolved"] == true && alert["resolved_email_sent"].is_string(), "{alert}");
    assert_eq!(alert["resolved_by"], json!(null));
}

#[tokio::test]
async fn a_mail_about_a_check_shows_its_last_results() {
    clock::stop();
    let smtp = SmtpServer::start(SmtpBehaviour::default()).await;
    let server = TestServer::start().await;
    let mut settings = smtp.settings();
    settings["email_alert_recipients"] = json!(["ops@example.com"]);
    server.admin.put("/core/settings/", settings).await.ok();
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let template = json!({ "name": "all", "check_always_email": true });
    add_template(&server, template).await;
    let check = server.add_check(&agent.identity.agent_id, &disk_check()).await;
    let ago = |minutes: u64| Timestamp::now().minus(Duration::from_secs(minutes * 60));
    let reports = vec![
        report(1, check, ago(3), free(60.0)),
        report(2, check, ago(2), free(50.0)),
        report(3, check, ago(1), free(2.0)),
    ];
    agent.report_checks(reports).await;

    until_equal(&1, async || smtp.delivered().len()).await;
    let content = smtp.delivered()[0].content.clone();
    let second = |time: Timestamp| Timestamp::from_micros(time.micros() / 1_000_000 * 1_000_000);
    let times = [1, 2, 3].map(|minutes| second(ago(minutes)));
    for expected in [
        "Last results:".to_owned(),
        format!("{}  failing, ", times[0]),
        format!("{}  passing, 50 % free", times[1]),
        format!("{}  passing, 60 % free", times[2]),
    ] {
        assert!(content.contains(&expected), "{expected} is missing in {content}");
    }
}

#[tokio::test]
async fn a_text_message_goes_to_each_number_once() {
    let sms = SmsService::start().await;
    let url = sms.url.clone();
    let scene = Scene::with(move |settings| settings.twilio_url = url).await;
    let mut settings = SmsService::settings();
    settings["sms_alert_recipients"] = json!(["+15550111", "+15550112"]);
    settings["email_alert_recipients"] = json!([]);
    scene.server.admin.put("/core/settings/", settings).await.ok();

    scene.fails(Severity::Error, "Disk C: has 3 % free").await;
    scene.fails(Severity::Error, "Disk C: has 3 % free").await;

    let text = "pc-1: failing: Disk C: has 3 % free";
    let mut received = sms.received();
    received.sort_by(|a, b| a.form.cmp(&b.form));
    let expected = ["+15550111", "+15550112"].map(|to| SmsService::expected(to, text));
    assert_eq!(received, expected);
    assert!(scene.alerts().await[0]["sms_sent"].is_string());
}

#[tokio::test]
async fn an_open_alert_is_repeated_by_its_timer_until_it_recovers() {
    let scene = Scene::new().await;
    add_template(&scene.server, json!({ "name": "daily", "check_periodic_alert_days": 1 })).await;
    scene.fails(Severity::Error, "broken").await;
    assert_eq!(scene.subjects().len(), 1);

    for count in 2..=3 {
        clock::advance(DAY);
        crate::testing::until_equal(&count, async || scene.subjects().len()).await;
        settled(&scene.server).await;
    }
    scene.recovers().await;
    clock::advance(DAY * 2);
    settled(&scene.server).await;

    assert_eq!(scene.subjects().len(), 3, "the recovery has no message here");
}

#[tokio::test]
async fn nobody_acknowledges_and_the_next_recipients_are_notified() {
    let scene = Scene::new().await;
    let steps = json!([
        { "after_minutes": 10, "email_recipients": ["boss@example.com"], "text_recipients": [] },
        { "after_minutes": 20, "email_recipients": ["ceo@example.com"], "text_recipients": [] },
    ]);
    add_template(&scene.server, json!({ "name": "up", "escalation": steps })).await;
    scene.fails(Severity::Error, "broken").await;

    clock::advance(Duration::from_secs(10 * 60));
    crate::testing::until_equal(&2, async || scene.subjects().len()).await;
    settled(&scene.server).await;
    assert_eq!(scene.smtp.delivered()[1].to, ["boss@example.com"]);
    let id = scene.alerts().await[0]["id"].clone();
    let body = json!({ "type": "acknowledge", "note": "on my way" });
    let alert = scene.server.admin.put(&format!("/alerts/{id}/"), body).await.ok();
    let names = ["acknowledged", "acknowledged_by", "acknowledge_note"];
    let expected = json!({
        "acknowledged": true, "acknowledged_by": "admin", "acknowledge_note": "on my way",
    });
    assert_eq!(pick(&alert, &names), expected);
    clock::advance(Duration::from_secs(60 * 60));
    settled(&scene.server).await;

    assert_eq!(scene.subjects().len(), 2);
}

#[tokio::test]
async fn what_changes_all_the_time_is_one_alert_that_says_so() {
    let scene = Scene::new().await;
    for _ in 0..4 {
        scene.fails(Severity::Error, "down").await;
        clock::advance(Duration::from_secs(60));
        scene.recovers().await;
        clock::advance(Duration::from_secs(60));
    }
    let alerts = scene.alerts().await;
    // Three open and recover; the fourth begins with the seventh change.
    assert_eq!(alerts.len(), 4);
    assert_eq!(
        pick(&alerts[3], &["flapping", "resolved"]),
        json!({ "flapping": true, "resolved": false })
    );
    assert_eq!(scene.subjects().len(), 4);

    clock::advance(Duration::from_secs(2 * 60 * 60));
    settled(&scene.server).await;

    let last = scene.alerts().await.remove(3);
    assert_eq!(last["resolved"], true);
    assert_eq!(scene.subjects().len(), 4);
}
