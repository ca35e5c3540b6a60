//! A disk that fills up, from the agent to the people who are notified.

use chrono::{DateTime, Utc};
use ring::hmac;
use serde_json::{Value, json};

use crate::agent::Agent;
use crate::receivers::{MailServer, WebhookReceiver, header};
use crate::server::Server;
use crate::small_disk::SmallDisk;
use crate::turn;
use crate::waiting::{now, until, until_true};

/// With it the receiver knows who sent a webhook.
const SECRET: &str = "a secret of the receiver and the server";

/// A server whose agent checks a disk of its own, with mail and a webhook for
/// those who want to know.
struct Scene {
    server: Server,
    agent: Agent,
    disk: SmallDisk,
    mail: MailServer,
    webhooks: WebhookReceiver,
}

impl Scene {
    /// None where no file system can be mounted.
    async fn new() -> Option<Self> {
        let disk = SmallDisk::mount(16).await?;
        let (mail, webhooks) = (MailServer::start().await, WebhookReceiver::start().await);
        let server = Server::start_with(&[("OUTBOUND_ALLOW", "127.0.0.1/32")]).await;
        let settings = json!({
            "smtp_host": "127.0.0.1", "smtp_port": mail.port, "smtp_requires_auth": false,
            "smtp_from_email": "muster@example.com",
            "email_alert_recipients": ["ann@example.com"],
        });
        assert_eq!(server.api.put("/core/settings/", settings).await.status, 200);
        let template = template(&server, &webhooks.url).await;
        let settings = json!({ "alert_template": template });
        assert_eq!(server.api.put("/core/settings/", settings).await.status, 200);
        let agent = Agent::join(&server, "pc-1").await;
        let check = json!({
            "agent": agent.id, "check_type": "diskspace", "disk": disk.path(),
            "warning_threshold": 0, "error_threshold": 20, "dashboard_alert": true,
            "email_alert": true, "run_interval": 86400,
        });
        made(server.api.post("/checks/", check).await);
        let scene = Self { server, agent, disk, mail, webhooks };
        scene.until_status("passing").await;
        Some(scene)
    }

    /// Has the check run until its status is this one; returns the result.
    async fn until_status(&self, wanted: &str) -> Value {
        let run = format!("/checks/{}/run/", self.agent.id);
        let list = format!("/agents/{}/checks/", self.agent.id);
        until(&format!("the check is {wanted}"), async || {
            self.server.api.post(&run, json!({})).await;
            let checks = self.server.api.get(&list).await.json;
            let result = checks[0]["check_result"].clone();
            (result["status"] == wanted).then_some(result)
        })
        .await
    }

    async fn until_mails(&self, count: usize) -> Vec<String> {
        until(&format!("{count} mails"), async || {
            let mails = self.mail.mails();
            (mails.len() >= count).then_some(mails)
        })
        .await
    }

    async fn until_webhooks(&self, count: usize) -> Vec<String> {
        until(&format!("{count} webhooks"), async || {
            let requests = self.webhooks.requests();
            (requests.len() >= count).then_some(requests)
        })
        .await
    }

    async fn alerts(&self) -> Vec<Value> {
        self.server.api.get("/alerts/").await.json.as_array().expect("a list").clone()
    }
}

/// A template with a webhook for failures and recoveries, which also mails the latter.
async fn template(server: &Server, url: &str) -> Value {
    let body = r#"{"text": "{{alert.severity}} on {{agent.hostname}}: {{alert.message}}"}"#;
    let action = json!({
        "name": "Chat", "action_type": "rest", "pattern": url, "rest_method": "post",
        "rest_body": body, "rest_headers": "{}", "signing_secret": SECRET,
    });
    let action = made(server.api.post("/core/urlaction/", action).await);
    let template = json!({
        "name": "Everything", "check_email_on_resolved": true,
        "action_type": "rest", "action_rest": action,
        "resolved_action_type": "rest", "resolved_action_rest": action,
    });
    made(server.api.post("/alerts/templates/", template).await)
}

fn made(reply: crate::api::Reply) -> Value {
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json["id"].clone()
}

/// Whether a webhook is signed with the secret.
fn assert_signed(request: &str) {
    let (head, body) = request.split_once("\n\n").expect("a head and a body");
    let mut lines = head.lines();
    let line = lines.find(|line| line.to_ascii_lowercase().starts_with("x-muster-signature:"));
    let value = line.and_then(|line| line.split_once(": ")).expect("a signature").1;
    let (time, digits) = value.strip_prefix("t=").unwrap().split_once(",v1=").unwrap();
    let key = hmac::Key::new(hmac::HMAC_SHA256, SECRET.as_bytes());
    let tag = hmac::sign(&key, format!("{time}.{body}").as_bytes());
    let expected: String = tag.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(digits, expected);
}

#[tokio::test]
async fn a_full_disk_is_one_mail_one_webhook_and_one_recovery_in_the_same_conversation() {
    let _turn = turn::shared().await;
    let Some(scene) = Scene::new().await else { return };

    scene.disk.fill();
    let result = scene.until_status("failing").await;
    assert_eq!(result["alert_severity"], "error", "{result}");
    let failed = scene.until_mails(1).await.remove(0);
    assert!(failed.contains("pc-1"), "{failed}");
    let webhook = scene.until_webhooks(1).await.remove(0);
    assert!(webhook.contains("error on pc-1: "), "{webhook}");
    assert_signed(&webhook);
    let alerts = scene.alerts().await;
    assert_eq!(alerts.len(), 1, "{alerts:?}");
    assert_eq!((&alerts[0]["resolved"], &alerts[0]["hidden"]), (&json!(false), &json!(false)));

    scene.disk.make_room();
    scene.until_status("passing").await;
    let recovered = scene.until_mails(2).await.remove(1);
    let conversation = header(&failed, "message-id").expect("a message id");
    assert_eq!(header(&recovered, "in-reply-to"), Some(conversation), "{recovered}");
    scene.until_webhooks(2).await;
    assert_eq!(scene.alerts().await[0]["resolved"], true);

    // During maintenance: nothing is sent, and what happened can be read.
    let window = json!({
        "name": "New disk", "reason": "It gets a larger one.", "time_zone": "UTC", "minutes": 60,
        "start": (now() - chrono::TimeDelta::minutes(1)).format("%Y-%m-%dT%H:%M").to_string(),
        "target_type": "agent", "target": scene.agent.id,
    });
    made(scene.server.api.post("/maintenance/windows/", window).await);
    scene.disk.fill();
    scene.until_status("failing").await;
    until("a suppressed alert", async || {
        let suppressed = scene.server.api.get("/alerts/?suppressed=true").await.json;
        (suppressed.as_array()?.len() == 1).then_some(())
    })
    .await;
    assert_eq!((scene.mail.mails().len(), scene.webhooks.requests().len()), (2, 2));
}

/// Fails while there is a file called broken, and leaves a line with its code.
const SCRIPT: &str = "test ! -e \"$1/broken\"\ncode=$?\necho $code >>\"$1/runs\"\nexit $code\n";

#[tokio::test]
async fn what_failed_and_recovered_while_the_server_was_away_is_history_and_nobody_is_notified() {
    let _turn = turn::shared().await;
    let mut server = Server::start().await;
    let (agent, folder) = (Agent::join(&server, "pc-1").await, tempfile::tempdir().unwrap());
    let script = json!({ "name": "Works", "shell": "shell", "script_body": SCRIPT });
    let script = made(server.api.post("/scripts/", script).await);
    let check = json!({
        "agent": agent.id, "check_type": "script", "script": script, "timeout": 30,
        "script_args": [folder.path()], "run_interval": 15, "dashboard_alert": true,
    });
    let check = made(server.api.post("/checks/", check).await);
    let history = format!("/agents/{}/checks/{check}/history/", agent.id);
    let points = async |server: &Server| server.api.get(&history).await.json.as_array().cloned();
    until("a first point", async || points(&server).await.filter(|it| !it.is_empty())).await;
    let runs = || std::fs::read_to_string(folder.path().join("runs")).unwrap_or_default();
    let until_run = async |code: &str| {
        let before = runs().len();
        until_true(&format!("a run ends with {code}"), || runs()[before..].contains(code)).await;
    };

    let away = now();
    // One that began before has decided by then: the next ones begin after this moment.
    until_run("0").await;
    server.terminate().await;
    std::fs::write(folder.path().join("broken"), "").unwrap();
    until_run("1").await;
    std::fs::remove_file(folder.path().join("broken")).unwrap();
    until_run("0").await;
    let back = now();
    server.restart().await;

    let is_of_that_time = |point: &Value| {
        let time: Option<DateTime<Utc>> = point["x"].as_str().and_then(|it| it.parse().ok());
        time.is_some_and(|time| away <= time && time <= back)
    };
    until("what failed and recovered meanwhile has arrived", async || {
        let mut missed = points(&server).await?;
        missed.retain(is_of_that_time);
        let oldest_first = missed.iter().rev();
        let mut statuses: Vec<&Value> =
            oldest_first.map(|point| &point["results"]["status"]).collect();
        // It may have run more than once before and meanwhile.
        statuses.dedup();
        statuses.ends_with(&[&json!("failing"), &json!("passing")]).then_some(())
    })
    .await;
    let list = format!("/agents/{}/checks/", agent.id);
    let checks = server.api.get(&list).await.json;
    assert_eq!(checks[0]["check_result"]["status"], "passing");
    assert_eq!(server.api.get("/alerts/").await.json, json!([]));
}
