//! Mail, from the settings to a mail server.

use serde_json::{Value, json};

use crate::domain::mail::mail_job;
use crate::storage::sql;
use crate::testing::{SmtpBehaviour, SmtpServer, TestServer, until, until_equal};

async fn server_with(smtp: &SmtpServer) -> TestServer {
    let server = TestServer::start().await;
    server.admin.put("/core/settings/", smtp.settings()).await.ok();
    server
}

async fn send_job(server: &TestServer, job: crate::jobs::NewJob) {
    let write = server.app.db.begin().await.unwrap();
    server.app.jobs.enqueue(&write, job).await.unwrap();
    write.commit().await.unwrap();
    server.app.jobs.wake().await;
}

#[tokio::test]
async fn a_test_mail_reaches_its_recipient_and_the_audit_log() {
    let smtp = SmtpServer::start(SmtpBehaviour::default()).await;
    let server = server_with(&smtp).await;
    let to = json!({ "to": "ann@example.com" });
    let answer = server.admin.post("/core/emailtest/", to).await.ok();
    assert_eq!(answer, "The mail server accepted a mail to ann@example.com.");

    let everybody = json!({ "email_alert_recipients": ["bob@example.com", "cy@example.com"] });
    server.admin.put("/core/settings/", everybody).await.ok();
    server.admin.post("/core/emailtest/", json!({})).await.ok();
    let delivered = smtp.delivered();
    assert_eq!(delivered[0].to, ["ann@example.com"]);
    assert_eq!(delivered[1].to, ["bob@example.com", "cy@example.com"]);
    assert_eq!(delivered[0].from, "muster@example.com");
    assert!(delivered[0].content.contains("Subject: Test mail from Muster\n"));
    let lines = server.audit_lines().await;
    let expected = "admin modify coresettings tried out the mail settings with a mail to \
                    ann@example.com";
    assert_eq!(lines[1], expected);
    assert_eq!(lines.len(), 4);
}

#[tokio::test]
async fn the_answer_contains_the_message_of_a_mail_server_that_refuses() {
    let refusal = Some("550 5.1.1 no such user here");
    let smtp = SmtpServer::start(SmtpBehaviour { refusal, ..SmtpBehaviour::default() }).await;
    let server = server_with(&smtp).await;
    let to = json!({ "to": "ann@example.com" });
    let refusal = server.admin.post("/core/emailtest/", to.clone()).await;
    let refusal = refusal.refused(400, "mail_failed");
    assert_eq!(refusal["detail"], "the mail server answered: 550 5.1.1 no such user here");
    // It was tried, and the audit log says so.
    assert_eq!(server.audit().await.len(), 2);

    let login = json!({
        "smtp_requires_auth": true, "smtp_host_user": "u", "smtp_host_password": "kanarienvogel",
    });
    server.admin.put("/core/settings/", login).await.ok();
    let refusal = server.admin.post("/core/emailtest/", to).await.refused(400, "mail_failed");
    let detail = refusal["detail"].as_str().unwrap();
    assert!(detail.starts_with("the mail server could not be used: "), "{detail}");
    assert!(smtp.delivered().is_empty());
}

#[tokio::test]
async fn a_mail_server_inside_is_not_contacted_unless_the_operator_allows_it() {
    let smtp = SmtpServer::start(SmtpBehaviour::default()).await;
    let server = TestServer::start_with(|settings| settings.outbound_allow.clear()).await;
    server.admin.put("/core/settings/", smtp.settings()).await.ok();
    let refusal = server.admin.post("/core/emailtest/", json!({ "to": "ann@example.com" })).await;
    let refusal = refusal.refused(400, "mail_failed");
    let expected = "the mail server may not be used: 127.0.0.1 is on the server's own machine or \
                    in a private network, and the setting OUTBOUND_ALLOW does not name it";
    assert_eq!(refusal["detail"], expected);

    send_job(&server, mail_job("ann@example.com", "Disk full", "C: is full")).await;
    let text = "select last_error from jobs where kind = 'send_mail'";
    until("the job has failed once", async || {
        let error: Option<String> = sql::value(server.app.db.read(), text, []).await.unwrap();
        error.filter(|error| error == expected)
    })
    .await;
    assert!(smtp.delivered().is_empty());
}

#[tokio::test]
async fn without_settings_a_test_mail_says_what_is_missing() {
    let server = TestServer::start().await;
    let test = async |body: Value| server.admin.post("/core/emailtest/", body).await;
    let to = json!({ "to": "ann@example.com" });
    let detail = async || test(to.clone()).await.refused(400, "mail_failed")["detail"].clone();
    let expected = "Enter a recipient: the settings name no email_alert_recipients.";
    assert_eq!(test(json!({})).await.problems(), json!({ "to": [expected] }));
    let problems = test(json!({ "to": "ann" })).await.problems();
    assert_eq!(problems, json!({ "to": ["Must be an e-mail address."] }));

    assert_eq!(detail().await, "no mail server is set (smtp_host)");
    let host = json!({ "smtp_host": "127.0.0.1" });
    server.admin.put("/core/settings/", host).await.ok();
    assert_eq!(detail().await, "no sender is set (smtp_from_email)");
    let sender = json!({ "smtp_from_email": "muster@example.com" });
    server.admin.put("/core/settings/", sender).await.ok();
    let expected = "the mail server wants a login, and smtp_host_user or smtp_host_password \
                    is not set";
    assert_eq!(detail().await, expected);
}

#[tokio::test]
async fn a_mail_job_sends_its_mail_and_is_gone() {
    let smtp = SmtpServer::start(SmtpBehaviour::default()).await;
    let server = server_with(&smtp).await;
    send_job(&server, mail_job("ann@example.com", "Disk full", "C: is full")).await;
    let count = "select count(*) from jobs where kind = 'send_mail'";
    until_equal(&0, async || sql::number(server.app.db.read(), count, []).await.unwrap()).await;
    let delivered = smtp.delivered();
    assert_eq!(delivered.len(), 1);
    assert_eq!(delivered[0].to, ["ann@example.com"]);
    assert!(delivered[0].content.contains("Subject: Disk full\n"));
    assert!(delivered[0].content.ends_with("\n\nC: is full\n"), "{}", delivered[0].content);
}

#[tokio::test]
async fn a_mail_job_that_failed_waits_for_another_try_with_the_reason() {
    let server = TestServer::start().await;
    send_job(&server, mail_job("ann@example.com", "Disk full", "C: is full")).await;
    let text = "select last_error from jobs where kind = 'send_mail'";
    let error = until("the job has failed once", async || {
        let error: Option<String> = sql::value(server.app.db.read(), text, []).await.unwrap();
        error.filter(|error| !error.is_empty())
    })
    .await;
    assert_eq!(error, "no mail server is set (smtp_host)");
}
