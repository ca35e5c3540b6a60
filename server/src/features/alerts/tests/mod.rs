//! Alerts, from failures to messages, through the front door.

mod acting;
mod actions;
mod availability;
mod dependencies;
mod isolation;
mod messages;
mod network;
mod silence;

use muster_alerting::Severity;
use serde_json::{Value, json};

use crate::clock;
use crate::config::Settings;
use crate::domain::alert_events::{self, AlertEvent, Happening, Source};
use crate::ids::AgentKey;
use crate::storage::sql;
use crate::testing::checks::disk_check;
use crate::testing::{Identity, Location, SmtpBehaviour, SmtpServer, TestServer, until_equal};
use crate::time::Timestamp;

/// A server with a mail server, an agent that is not connected, and a check on it.
struct Scene {
    server: TestServer,
    smtp: SmtpServer,
    location: Location,
    agent: Identity,
    key: AgentKey,
    check: i64,
}

impl Scene {
    async fn new() -> Self {
        Self::with(|_| {}).await
    }

    async fn with(change: impl FnOnce(&mut Settings)) -> Self {
        clock::stop();
        let smtp = SmtpServer::start(SmtpBehaviour::default()).await;
        let server = TestServer::start_with(|settings| {
            settings.public_url = Some("https://muster.example.com".to_owned());
            change(settings);
        })
        .await;
        let mut settings = smtp.settings();
        settings["email_alert_recipients"] = json!(["ops@example.com"]);
        server.admin.put("/core/settings/", settings).await.ok();
        let location = server.add_site("Acme", "Main").await;
        let agent = server.enrol(location, "pc-1").await;
        let key = key_of(&server, &agent.agent_id).await;
        let check = add_check(&server, key, "Disk C:").await;
        Self { server, smtp, location, agent, key, check }
    }

    async fn fails(&self, severity: Severity, message: &str) {
        self.event(self.check, Happening::failed(severity, message)).await;
    }

    async fn recovers(&self) {
        self.event(self.check, Happening::recovered("Disk C: has 40 % free")).await;
    }

    async fn event(&self, check: i64, what: Happening) {
        happens(&self.server, self.key, Source::Check { check }, what).await;
    }

    /// All alerts, the oldest first.
    async fn alerts(&self) -> Vec<Value> {
        let mut all = list(&self.server, "/alerts/").await;
        all.reverse();
        all
    }

    /// The subjects of all mail so far.
    fn subjects(&self) -> Vec<String> {
        self.smtp.delivered().iter().map(|mail| header(&mail.content, "Subject")).collect()
    }
}

async fn list(server: &TestServer, path: &str) -> Vec<Value> {
    server.admin.get(path).await.ok().as_array().unwrap().clone()
}

async fn key_of(server: &TestServer, agent_id: &str) -> AgentKey {
    let text = "select id from agents where agent_id = $1";
    sql::value(server.app.db.read(), text, [agent_id.into()]).await.unwrap().unwrap()
}

/// A check of an agent whose failures are shown and mailed.
async fn add_check(server: &TestServer, agent: AgentKey, name: &str) -> i64 {
    let settings = disk_check().to_string();
    let write = server.app.db.begin().await.unwrap();
    let text = "insert into checks (agent_id, check_type, check_key, name, email_alert, text_alert,
                       dashboard_alert, settings, has_placeholders, created_time, modified_time)
                values ($1, 'diskspace', $2, $2, true, true, true, $3, false, 0, 0)
                returning id";
    let check =
        sql::number(&write, text, [agent.into(), name.into(), settings.into()]).await.unwrap();
    write.commit().await.unwrap();
    check
}

/// Records what happened, and waits until it was decided and sent.
async fn happens(server: &TestServer, agent: AgentKey, source: Source, what: Happening) {
    let event = AlertEvent { agent, source, time: Timestamp::now().micros(), what };
    let write = server.app.db.begin().await.unwrap();
    alert_events::record(&server.app, &write, &[event]).await.unwrap();
    write.commit().await.unwrap();
    server.app.jobs.wake().await;
    settled(server).await;
}

/// Waits until no job about alerts is due.
async fn settled(server: &TestServer) {
    let text = "select count(*) from jobs
                 where (kind like 'alert%' or kind in ('deliver_webhooks', 'agent_presence'))
                   and dead_since is null and run_at <= $1";
    until_equal(&0, async || {
        let now = Timestamp::now();
        sql::number(server.app.db.read(), text, [now.into()]).await.unwrap()
    })
    .await;
}

/// A header of a mail.
fn header(content: &str, name: &str) -> String {
    let start = format!("{name}: ");
    let found = content.lines().find_map(|line| line.strip_prefix(&start));
    found.unwrap_or_default().to_owned()
}

/// Applies an alert template to all agents.
async fn add_template(server: &TestServer, body: Value) {
    let made = server.admin.post("/alerts/templates/", body).await.ok();
    let settings = json!({ "alert_template": made["id"] });
    server.admin.put("/core/settings/", settings).await.ok();
}

/// The values of an object with these names.
fn pick(object: &Value, names: &[&str]) -> Value {
    let one = |name: &&str| ((*name).to_owned(), object[*name].clone());
    Value::Object(names.iter().map(one).collect())
}
