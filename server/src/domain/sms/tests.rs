//! Text messages as jobs, sent to a provider of the test's own.

use std::time::Duration;

use serde_json::json;

use super::job::sms_job;
use super::{SEND_SMS_KIND, send_sms};
use crate::auth::Identity;
use crate::clock;
use crate::features::freeze::thaw_now;
use crate::jobs::NewJob;
use crate::storage::sql;
use crate::testing::{SmsService, TestServer, as_time_passes, until, until_equal, until_true};
use crate::time::Timestamp;

const TO: &str = "+4930123456";
const TEXT: &str = "Disk full";

async fn server_with(service: &SmsService) -> TestServer {
    let url = service.url.clone();
    let server = TestServer::start_with(|settings| settings.twilio_url = url).await;
    server.admin.put("/core/settings/", SmsService::settings()).await.ok();
    server
}

async fn enqueue(server: &TestServer, job: NewJob) {
    let write = server.app.db.begin().await.unwrap();
    server.app.jobs.enqueue(&write, job).await.unwrap();
    write.commit().await.unwrap();
    server.app.jobs.wake().await;
}

async fn until_no_job(server: &TestServer) {
    let count = "select count(*) from jobs where kind = 'send_sms'";
    until_equal(&0, async || sql::number(server.app.db.read(), count, []).await.unwrap()).await;
}

/// Waits until the job has failed so often; returns the error of the last try.
async fn until_failed(server: &TestServer, tries: i64) -> String {
    let text = "select last_error from jobs
                 where kind = 'send_sms' and attempts = $1 and leased_by = ''";
    until("the job has failed", async || {
        let error = sql::value(server.app.db.read(), text, [tries.into()]).await.unwrap();
        error.filter(|error: &String| !error.is_empty())
    })
    .await
}

async fn states(server: &TestServer) -> Vec<String> {
    let text = "select message_id || ' ' || state from sms_messages order by message_id";
    sql::values(server.app.db.read(), text, []).await.unwrap()
}

/// Waits until this is all that the debug log has about text messages.
async fn until_logged(server: &TestServer, expected: &str) {
    let text = "select log_level || ': ' || message from debug_logs
                 where log_type = 'system_issues' and message like 'the text message %'";
    let logged = async || sql::values::<String>(server.app.db.read(), text, []).await.unwrap();
    until_equal(&[expected], logged).await;
}

#[tokio::test]
async fn a_message_is_sent_once_however_often_it_is_enqueued() {
    let service = SmsService::start().await;
    let server = server_with(&service).await;
    for _ in 0..2 {
        enqueue(&server, sms_job("alert 7", TO, TEXT)).await;
        until_no_job(&server).await;
    }
    assert_eq!(service.received(), [SmsService::expected(TO, TEXT)]);

    enqueue(&server, sms_job("alert 8", TO, TEXT)).await;
    until_no_job(&server).await;
    assert_eq!(service.received(), vec![SmsService::expected(TO, TEXT); 2]);
    assert_eq!(states(&server).await, ["alert 7 sent", "alert 8 sent"]);
}

#[tokio::test]
async fn a_message_is_tried_again_after_growing_pauses_until_it_is_accepted() {
    clock::stop();
    let service = SmsService::start().await;
    service.answer(429, json!({ "code": 20429, "message": "Too many requests" }));
    service.answer(503, "");
    let server = server_with(&service).await;

    enqueue(&server, sms_job("a", TO, TEXT)).await;
    let (mut errors, mut pauses) = (Vec::new(), Vec::new());
    for tries in 1..=2 {
        errors.push(until_failed(&server, tries).await);
        assert_eq!(states(&server).await, ["a waiting"]);
        let due = "select run_at from jobs where kind = 'send_sms'";
        let due = sql::number(server.app.db.read(), due, []).await.unwrap();
        pauses.push(due - Timestamp::now().micros());
        clock::advance(Duration::from_secs(60));
    }
    until_no_job(&server).await;

    let expected = [
        "the text message service answered: 429, error 20429: Too many requests",
        "the text message service answered: 503",
    ];
    assert_eq!(errors, expected);
    assert!(0 < pauses[0] && pauses[0] < pauses[1], "{pauses:?}");
    assert_eq!(service.received(), vec![SmsService::expected(TO, TEXT); 3]);
    assert_eq!(states(&server).await, ["a sent"]);
}

#[tokio::test]
async fn a_provider_that_cannot_be_reached_is_tried_again() {
    let server = TestServer::start().await;
    server.admin.put("/core/settings/", SmsService::settings()).await.ok();
    enqueue(&server, sms_job("a", TO, TEXT)).await;
    let error = until_failed(&server, 1).await;
    assert!(error.starts_with("the text message service could not be used: "), "{error}");
    assert_eq!(states(&server).await, ["a waiting"]);
}

#[tokio::test]
async fn a_message_that_is_refused_is_not_tried_again_and_the_debug_log_has_the_reason() {
    let service = SmsService::start().await;
    service.answer(400, json!({ "code": 21211, "message": "Invalid 'To' number" }));
    let server = server_with(&service).await;
    for _ in 0..2 {
        enqueue(&server, sms_job("a", TO, TEXT)).await;
        until_no_job(&server).await;
    }
    assert_eq!(service.received().len(), 1);
    assert_eq!(states(&server).await, ["a failed"]);
    let expected = "error: the text message a to +4930123456 was not sent: the text message \
                    service answered: 400, error 21211: Invalid 'To' number";
    until_logged(&server, expected).await;
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
    enqueue(&server, sms_job("a", TO, TEXT)).await;
    until_no_job(&server).await;
    assert!(service.received().is_empty());
    let expected = "error: the text message a to +4930123456 was not sent: the text message \
                    service may not be used: 127.0.0.1 is on the server's own machine or in a \
                    private network, and the setting OUTBOUND_ALLOW does not name it";
    until_logged(&server, expected).await;
}

#[tokio::test]
async fn a_message_that_a_killed_server_was_sending_is_not_sent_again() {
    let service = SmsService::start().await;
    let server = server_with(&service).await;
    let write = server.app.db.begin().await.unwrap();
    let text = "insert into sms_messages (message_id, state, changed_time)
                values ('a', 'sending', $1)";
    sql::execute(&write, text, [Timestamp::now().into()]).await.unwrap();
    write.commit().await.unwrap();

    enqueue(&server, sms_job("a", TO, TEXT)).await;
    until_no_job(&server).await;

    assert!(service.received().is_empty());
    let expected = "warning: the text message a to +4930123456 may not have been sent: the \
                    server was stopped while it was sending it";
    until_logged(&server, expected).await;
}

#[tokio::test]
async fn text_messages_wait_while_everything_is_frozen() {
    clock::stop();
    let service = SmsService::start().await;
    let server = server_with(&service).await;
    server.admin.post("/core/freeze/", json!({})).await.ok();
    let job = sms_job("a", TO, TEXT);
    assert_eq!(job.kind, SEND_SMS_KIND);
    send_sms(server.app.clone(), job.payload).await.unwrap();
    assert!(service.received().is_empty());

    thaw_now(&server.app, &Identity::console(), None).await.unwrap();
    let sent = until_true("the message is sent", async || !service.received().is_empty());
    as_time_passes(Duration::from_secs(301), sent).await;
    assert_eq!(service.received(), [SmsService::expected(TO, TEXT)]);
}
