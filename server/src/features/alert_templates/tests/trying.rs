//! Who would be notified?

use serde_json::{Value, json};

use super::{add, path, put};
use crate::testing::{SmsService, SmtpBehaviour, SmtpServer, TestServer, until_equal};

#[tokio::test]
async fn the_answer_says_who_would_be_notified_and_what_would_run() {
    let server = TestServer::start().await;
    let site = server.add_site("Acme", "Main").await;
    let agent = server.enrol(site, "pc-1").await.agent_id;
    let script = server.add_script("Clean").await;
    let body = json!({ "action": script, "check_always_email": true, "check_always_alert": false,
                       "email_recipients": ["ann@example.com"] });
    let made = add(&server, "T", body).await;
    let test = format!("{}test/", path(&made));
    let answer = server.admin.post(&test, json!({ "kind": "check", "severity": "warning" })).await;
    let expected = json!({
        "applies": null,
        "sentences": [
            "Dashboard: not used, because the template \"T\" turns it off, whatever the check says.",
            "E-mail: sent to ann@example.com, because the template \"T\" turns it on.",
            "SMS: not used, because the check does not ask for it.",
            "Action: a script runs once when the alert opens.",
        ],
        "email_recipients": ["ann@example.com"], "text_recipients": [], "dashboard": false,
        "action": "Clean", "resolved_action": null, "sent": [],
    });
    assert_eq!(answer.ok(), expected);

    let body = json!({ "kind": "agent", "agent": agent });
    let answer = server.admin.post(&test, body.clone()).await.ok();
    assert_eq!(answer["applies"], false);
    assert_eq!(answer["sentences"][0], "Template: \"T\" is not set for pc-1.");
    let client = format!("/clients/{}/", site.client);
    put(&server.admin, &client, json!({ "alert_template": made["id"] })).await;
    let answer = server.admin.post(&test, body).await.ok();
    assert_eq!(answer["applies"], true);
    assert_eq!(answer["sentences"][0], "Template: \"T\" applies to pc-1, by its client.");

    let body = json!({ "kind": "disk", "severity": "bad", "agent": true });
    let problems = server.admin.post(&test, body).await.problems();
    let expected = json!({
        "kind": ["Must be one of agent, check, task."],
        "severity": ["Must be one of info, warning, error."],
        "agent": ["Must be an agent_id or a key."],
    });
    assert_eq!(problems, expected);
    let body = json!({ "kind": "agent", "agent": "nobody" });
    let problems = server.admin.post(&test, body).await.problems();
    assert_eq!(problems, json!({ "agent": ["There is no such agent."] }));
}

#[tokio::test]
async fn test_messages_are_marked_and_reach_those_who_would_be_notified() {
    let smtp = SmtpServer::start(SmtpBehaviour::default()).await;
    let server = TestServer::start().await;
    server.admin.put("/core/settings/", smtp.settings()).await.ok();
    let body = json!({ "agent_always_email": true, "email_recipients": ["ann@example.com"] });
    let made = add(&server, "T", body).await;
    let test = format!("{}test/", path(&made));
    let answer = server.admin.post(&test, json!({ "kind": "agent", "send": true })).await.ok();
    assert_eq!(answer["sent"], json!(["ann@example.com"]));
    until_equal(&vec![vec!["ann@example.com".to_owned()]], async || {
        smtp.delivered().into_iter().map(|mail| mail.to).collect::<Vec<_>>()
    })
    .await;
    let mail = smtp.delivered().remove(0);
    assert!(mail.content.contains("Subject: [Test] Alert template T"), "{}", mail.content);
    let expected = "admin modify alerttemplate sent test messages of alert template T to \
                    ann@example.com";
    assert_eq!(server.audit_lines().await.pop().unwrap(), expected);
    let quiet = add(&server, "Quiet", json!({ "agent_always_email": false })).await;
    let test = format!("{}test/", path(&quiet));
    let answer = server.admin.post(&test, json!({ "kind": "agent", "send": true })).await.ok();
    assert_eq!(answer["sent"], Value::Array(Vec::new()));
}

#[tokio::test]
async fn test_messages_reach_telephones_as_well() {
    let sms = SmsService::start().await;
    let url = sms.url.clone();
    let server = TestServer::start_with(move |settings| settings.twilio_url = url).await;
    server.admin.put("/core/settings/", SmsService::settings()).await.ok();
    let body = json!({ "check_always_text": true, "text_recipients": ["+15550111"] });
    let made = add(&server, "T", body).await;
    let test = format!("{}test/", path(&made));

    let answer = server.admin.post(&test, json!({ "kind": "check", "send": true })).await.ok();

    assert_eq!(answer["sent"], json!(["+15550111"]));
    let text = "[Test] Alert template T: nothing has failed.";
    let expected = vec![SmsService::expected("+15550111", text)];
    until_equal(&expected, async || sms.received()).await;
}
