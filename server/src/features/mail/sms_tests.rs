//! Text messages, from the settings to a provider.

use serde_json::{Value, json};

use crate::testing::{SmsService, TestServer};

const TO: &str = "+4930123456";
const TEXT: &str = "The text message settings of Muster work: this message was sent with them.";

async fn server_with(service: &SmsService) -> TestServer {
    let url = service.url.clone();
    let server = TestServer::start_with(|settings| settings.twilio_url = url).await;
    server.admin.put("/core/settings/", SmsService::settings()).await.ok();
    server
}

async fn test(server: &TestServer) -> crate::testing::Reply {
    server.admin.post("/core/smstest/", json!({ "to": TO })).await
}

#[tokio::test]
async fn a_test_message_reaches_its_recipient_and_the_audit_log() {
    let service = SmsService::start().await;
    let server = server_with(&service).await;
    let expected = "The text message service accepted a message to +4930123456 (queued, SM1).";
    assert_eq!(test(&server).await.ok(), expected);
    assert_eq!(service.received(), [SmsService::expected(TO, TEXT)]);
    let lines = server.audit_lines().await;
    let expected = "admin modify coresettings tried out the text message settings with a message \
                    to +4930123456";
    assert_eq!((lines.len(), lines[1].as_str()), (2, expected));
}

#[tokio::test]
async fn without_a_recipient_everybody_in_the_settings_gets_a_message() {
    let service = SmsService::start().await;
    service.answer(201, json!({ "sid": "SM7", "status": "accepted" }));
    service.answer(200, "");
    let server = server_with(&service).await;
    let everybody = json!({ "sms_alert_recipients": ["+4930111111", "+4930222222"] });
    server.admin.put("/core/settings/", everybody).await.ok();
    let answer = server.admin.post("/core/smstest/", json!({})).await.ok();
    let expected = "The text message service accepted a message to +4930111111 (accepted, SM7), \
                    a message to +4930222222 (accepted).";
    assert_eq!(answer, expected);
    let expected = ["+4930111111", "+4930222222"].map(|to| SmsService::expected(to, TEXT));
    assert_eq!(service.received(), expected);
}

#[tokio::test]
async fn the_answer_contains_the_words_of_a_provider_that_refuses() {
    let service = SmsService::start().await;
    let server = server_with(&service).await;
    service.answer(400, json!({ "code": 21211, "message": "Invalid 'To' number", "status": 400 }));
    let refusal = test(&server).await.refused(400, "sms_failed");
    let expected = "the text message service answered: 400, error 21211: Invalid 'To' number";
    assert_eq!(refusal["detail"], expected);
    // It was tried, and the audit log says so.
    assert_eq!(server.audit().await.len(), 2);

    let everybody = json!({ "sms_alert_recipients": ["+4930111111", TO, "+4930333333"] });
    server.admin.put("/core/settings/", everybody).await.ok();
    service.answer(201, json!({ "sid": "SM1", "status": "queued" }));
    service.answer(503, "try later");
    let refusal = server.admin.post("/core/smstest/", json!({})).await;
    let refusal = refusal.refused(400, "sms_failed");
    let expected = "1 message accepted, but to +4930123456: the text message service answered: \
                    503: try later";
    assert_eq!(refusal["detail"], expected);
    assert_eq!(service.received().len(), 3, "nobody after the failure gets a message");
}

#[tokio::test]
async fn the_token_is_neither_in_an_answer_nor_in_the_audit_log() {
    let service = SmsService::start().await;
    let server = server_with(&service).await;
    let mut seen = vec![test(&server).await.text];
    let message = format!("{} is wrong", SmsService::TOKEN);
    service.answer(401, json!({ "code": 20003, "message": message }));
    let refused = test(&server).await;
    let expected = "the text message service answered: 401, error 20003: ******** is wrong";
    assert_eq!(refused.json["detail"], expected);
    seen.push(refused.text);
    seen.extend(server.audit().await.iter().map(Value::to_string));
    for text in &seen {
        assert!(!text.contains(SmsService::TOKEN), "{text}");
    }
}

#[tokio::test]
async fn a_provider_inside_is_not_contacted_unless_the_operator_allows_it() {
    let service = SmsService::start().await;
    let url = service.url.clone();
    let server = TestServer::start_with(|settings| {
        settings.twilio_url = url;
        settings.outbound_allow.clear();
    })
    .await;
    server.admin.put("/core/settings/", SmsService::settings()).await.ok();
    let refusal = test(&server).await.refused(400, "sms_failed");
    let expected = "the text message service may not be used: 127.0.0.1 is on the server's own \
                    machine or in a private network, and the setting OUTBOUND_ALLOW does not \
                    name it";
    assert_eq!(refusal["detail"], expected);
    assert!(service.received().is_empty());
}

#[tokio::test]
async fn a_test_message_says_which_setting_is_missing() {
    let server = TestServer::start().await;
    let problems = server.admin.post("/core/smstest/", json!({})).await.problems();
    let expected = "Enter a recipient: the settings name no sms_alert_recipients.";
    assert_eq!(problems, json!({ "to": [expected] }));
    let body = json!({ "to": "030 123456" });
    let problems = server.admin.post("/core/smstest/", body).await.problems();
    let expected = "Must be a telephone number such as +4930123456.";
    assert_eq!(problems, json!({ "to": [expected] }));

    let missing = [
        ("no account is set (twilio_account_sid)", json!({ "twilio_account_sid": "AC1" })),
        ("no token is set (twilio_auth_token)", json!({ "twilio_auth_token": "t" })),
        ("no sender is set (twilio_number)", json!({ "twilio_number": SmsService::NUMBER })),
    ];
    for (sentence, setting) in missing {
        assert_eq!(test(&server).await.refused(400, "sms_failed")["detail"], sentence);
        server.admin.put("/core/settings/", setting).await.ok();
    }
    // Nobody listens at the address that tests have.
    let detail = test(&server).await.refused(400, "sms_failed")["detail"].clone();
    let expected = "the text message service could not be used: ";
    assert!(detail.as_str().unwrap().starts_with(expected), "{detail}");
}
