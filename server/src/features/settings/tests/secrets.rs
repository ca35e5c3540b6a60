//! Secrets are written and never shown.

use std::io::Write;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use super::{bare, defaults, with};
use crate::auth::Secret;
use crate::domain::settings::{CoreSettings, read_settings};
use crate::storage::sql;
use crate::testing::{SmsService, SmtpBehaviour, SmtpServer, TestServer};

const CANARY: &str = "kanarienvogel-27182818";

async fn stored(server: &TestServer) -> CoreSettings {
    read_settings(server.app.db.read(), &server.app.vault).await.unwrap()
}

#[tokio::test]
async fn a_secret_is_masked_unchanged_by_its_mask_and_cleared_by_null_or_an_empty_text() {
    let server = TestServer::start().await;
    let change = async |body: Value| bare(server.admin.put("/core/settings/", body).await.ok());
    let both = json!({ "smtp_host_password": CANARY, "remote_token": "other" });
    let masked = json!({ "smtp_host_password": "********", "remote_token": "********" });
    assert_eq!(change(both).await, with(defaults(), masked.clone()));

    // A form sends back what it received.
    let form = with(masked.clone(), json!({ "twilio_auth_token": null, "smtp_from_name": "M" }));
    change(form).await;
    let settings = stored(&server).await;
    assert_eq!(settings.smtp_host_password, Some(Secret::new(CANARY)));
    assert_eq!(settings.remote_token, Some(Secret::new("other")));
    assert_eq!((settings.twilio_auth_token, settings.smtp_from_name.as_str()), (None, "M"));

    let cleared = change(json!({ "smtp_host_password": "", "remote_token": null })).await;
    assert_eq!(cleared, with(defaults(), json!({ "smtp_from_name": "M" })));
    assert_eq!(
        server.audit_lines().await,
        [
            "admin modify coresettings changed the settings smtp_host_password, remote_token",
            "admin modify coresettings changed the settings smtp_from_name",
            "admin modify coresettings changed the settings smtp_host_password, remote_token",
        ]
    );
}

#[tokio::test]
async fn a_secret_is_not_sent_to_another_server_than_it_was_entered_for() {
    let server = TestServer::start().await;
    let change = async |body: Value| server.admin.put("/core/settings/", body).await;
    let known = json!({
        "smtp_host": "mail.example.com", "smtp_host_user": "u", "smtp_host_password": CANARY,
        "twilio_account_sid": "AC1", "twilio_auth_token": CANARY,
        "remote_url": "https://remote.example.com", "remote_username": "u", "remote_token": CANARY,
    });
    change(known).await.ok();
    let before = bare(server.admin.get("/core/settings/").await.ok());
    let cases = [
        ("smtp_host", json!("mail.example.org"), "smtp_host_password"),
        ("smtp_port", json!(465), "smtp_host_password"),
        ("smtp_host_user", json!("v"), "smtp_host_password"),
        ("twilio_account_sid", json!("AC2"), "twilio_auth_token"),
        ("remote_url", json!("https://remote.example.org"), "remote_token"),
        ("remote_username", json!("v"), "remote_token"),
    ];
    for (setting, value, secret) in cases.clone() {
        // Neither without the secret nor with its mask.
        for body in [json!({}), json!({ secret: "********" })] {
            let problems = change(with(body, json!({ setting: value }))).await.problems();
            let sentence = "Enter it again: it was for another server or user.";
            assert_eq!(problems, json!({ secret: [sentence] }), "{setting}");
        }
    }
    assert_eq!(bare(server.admin.get("/core/settings/").await.ok()), before);

    for (setting, value, secret) in cases {
        let sent = json!({ setting: value, secret: "entered again" });
        change(sent).await.ok();
    }
    let cleared = json!({ "smtp_host": "mail.example.net", "smtp_host_password": null });
    assert_eq!(change(cleared).await.ok()["smtp_host_password"], Value::Null);
}

#[tokio::test]
async fn no_secret_is_readable_in_an_answer_the_audit_log_or_the_database() {
    let server = TestServer::start().await;
    let secrets = json!({
        "smtp_host_password": CANARY, "twilio_auth_token": CANARY, "remote_token": CANARY,
    });
    let mut seen = vec![server.admin.put("/core/settings/", secrets).await.text];
    let wrong = json!({ "smtp_host_password": CANARY, "smtp_port": 0 });
    seen.push(server.admin.put("/core/settings/", wrong).await.text);
    let key = json!({ "name": "k", "value": CANARY, "secret": true });
    let made = server.admin.post("/core/keystore/", key.clone()).await;
    let path = format!("/core/keystore/{}/", made.json["id"]);
    seen.push(made.text);
    seen.push(server.admin.post("/core/keystore/", key).await.text);
    seen.push(server.admin.put(&path, json!({ "secret": false })).await.text);
    seen.push(server.admin.put(&path, json!({ "value": CANARY, "name": "" })).await.text);
    seen.push(server.admin.post("/core/emailtest/", json!({ "to": "a@b.de" })).await.text);
    seen.push(server.admin.post("/core/smstest/", json!({ "to": "+4930123456" })).await.text);
    for path in ["/core/settings/", "/core/keystore/", "/core/dashinfo/"] {
        seen.push(server.admin.get(path).await.text);
    }
    let found = server.admin.get(&format!("/core/keystore/?search={CANARY}")).await;
    assert_eq!(found.ok(), json!([]));
    seen.extend(server.audit().await.iter().map(Value::to_string));
    seen.push(format!("{:?}", stored(&server).await));
    let text = "select plain from core_settings";
    let plain: Option<String> = sql::value(server.app.db.read(), text, []).await.unwrap();
    seen.extend(plain);
    for text in &seen {
        assert!(!text.contains(CANARY), "{text}");
    }
    for text in ["select secrets from core_settings", "select sealed_value from key_store"] {
        let sealed: Option<Vec<u8>> = sql::value(server.app.db.read(), text, []).await.unwrap();
        let sealed = sealed.unwrap();
        assert!(!sealed.windows(CANARY.len()).any(|part| part == CANARY.as_bytes()));
    }
}

/// Collects what is logged.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn no_secret_is_logged_however_much_is() {
    let lines = Lines::default();
    let writer = lines.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || writer.clone())
        .finish();
    // If it were the only one of the process, other tests' threads could decide
    // whether a line is logged that they reach first.
    let _other = tracing::Dispatch::new(tracing_subscriber::registry());
    // Everything of this test but the database's threads runs on this one.
    let _logging = tracing::subscriber::set_default(subscriber);
    let service = SmsService::start().await;
    service.answer(401, json!({ "code": 20003, "message": format!("wrong: {CANARY}") }));
    let server = TestServer::start_with(|settings| settings.twilio_url = service.url).await;
    let account = json!({ "twilio_auth_token": CANARY });
    server.admin.put("/core/settings/", with(SmsService::settings(), account)).await.ok();
    let to = json!({ "to": "+4930123456" });
    server.admin.post("/core/smstest/", to).await.refused(400, "sms_failed");
    let smtp =
        SmtpServer::start(SmtpBehaviour { starttls: true, ..SmtpBehaviour::default() }).await;
    let login = json!({
        "smtp_requires_auth": true, "smtp_host_user": "u", "smtp_host_password": CANARY,
    });
    server.admin.put("/core/settings/", with(smtp.settings(), login)).await.ok();
    let to = json!({ "to": "a@b.de" });
    server.admin.post("/core/emailtest/", to).await.refused(400, "mail_failed");
    let key = json!({ "name": "k", "value": CANARY, "secret": true });
    server.admin.post("/core/keystore/", key.clone()).await.ok();
    server.admin.post("/core/keystore/", key).await.problems();

    let logged = String::from_utf8_lossy(&lines.0.lock().unwrap()).into_owned();
    assert!(!logged.is_empty());
    let telling: Vec<&str> = logged.lines().filter(|line| line.contains(CANARY)).collect();
    assert_eq!(telling, Vec::<&str>::new());
}
