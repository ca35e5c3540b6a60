//! A real server for tests: real router, real database, real sockets.
//!
//! SQLite and the in-process bus by default; PostgreSQL and NATS when
//! `MUSTER_TEST_DATABASE_URL` and `MUSTER_TEST_BUS_URL` are set. Each server
//! has its own database.

mod able;
mod account_examples;
mod alert_examples;
mod alerting_examples;
mod answers;
mod architecture;
mod callers_reading;
mod callers_sending;
mod certificates;
mod check_examples;
mod check_result_examples;
pub mod checks;
mod client;
mod database;
mod edit_conflicts;
mod endpoint;
mod endpoints;
mod examples;
mod fake_agent;
mod fixtures;
mod growth;
mod hostile;
mod hostile_bodies;
mod hostile_http;
mod hostile_json;
mod hostile_link;
mod hostile_sockets;
mod hostile_strangers;
mod identity;
mod installer_examples;
mod later_upgrade_samples;
mod live_examples;
pub mod metrics;
pub mod owners;
mod person;
mod policy_examples;
mod push_examples;
mod push_service;
mod raw;
mod recording_examples;
mod recordings;
mod registry_examples;
mod remote_examples;
mod remote_helper;
mod removed_agents;
mod shared_examples;
mod sms_service;
mod smtp;
mod statements;
mod task_examples;
mod upgrade_lists;
mod upgrade_samples;
mod upgrades;
mod url_action_examples;
mod view_examples;
mod waiting;
mod walk;
mod watch_examples;
mod webhook_receiver;

use std::path::Path;

use tempfile::TempDir;

pub use able::{data, output};
pub use certificates::write_certificate;
pub use client::{Client, Reply};
pub use database::{empty, empty_databases};
pub use examples::World;
pub use fake_agent::{FakeAgent, outcome};
pub use fixtures::{Location, superuser_key};
pub use growth::grow;
pub use identity::Identity;
pub use person::TestSocket;
pub use push_service::{PushService, fixed_agreement_key};
pub use recordings::TestRecording;
pub use remote_examples::link_fields;
pub use remote_helper::{Heard, Helper};
pub use sms_service::SmsService;
pub use smtp::{SmtpBehaviour, SmtpServer};
pub use waiting::{TEST_TIMEOUT, as_time_passes, until, until_equal, until_true};
pub use webhook_receiver::{ReceivedWebhook, WebhookReceiver};

use crate::app::App;
use crate::config::Settings;
use crate::serve::Running;
use crate::storage::sql;

/// A server that listens on a free port of this machine.
pub struct TestServer {
    /// The parts, for access without the API.
    pub app: App,
    /// Where it listens, `http://127.0.0.1:PORT`.
    pub url: String,
    /// Calls with a superuser's key.
    pub admin: Client,
    /// Kept while the server lives; removed with it.
    pub folder: TempDir,
    running: Option<Running>,
}

impl TestServer {
    /// Starts a server with the default settings.
    pub async fn start() -> Self {
        Self::start_with(|_| {}).await
    }

    /// Starts a server with changed settings.
    pub async fn start_with(change: impl FnOnce(&mut Settings)) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut settings = settings_in(folder.path()).await;
        change(&mut settings);
        Self::start_on(settings, folder).await
    }

    /// Starts a server on settings as they are: a second one on a database,
    /// or one that was stopped.
    pub async fn start_on(settings: Settings, folder: TempDir) -> Self {
        // The first test of a process installs it for all.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let app = App::open(settings).await.expect("the test server opens");
        let running = Running::start(app.clone()).await.expect("the test server starts");
        let url = format!("http://{}", running.address);
        let key = fixtures::superuser_key(&app).await;
        let admin = Client::new(&url).with_key(&key);
        let server = Self { app, url, admin, folder, running: Some(running) };
        server.wait_until_started().await;
        server
    }

    /// What runs beside a start has ended: work that is scheduled after a test has
    /// advanced the clock would wait for ever, and numbers of events would jump.
    async fn wait_until_started(&self) {
        let schedules = "select count(*) from schedules";
        until_true("periodic work is scheduled", async || {
            sql::number(self.app.db.read(), schedules, []).await.is_ok_and(|count| count > 0)
        })
        .await;
        self.receive_published().await;
    }

    /// A caller without a credential.
    pub fn anonymous(&self) -> Client {
        Client::new(&self.url)
    }

    /// Stops the server as SIGTERM does, and returns what it ran on.
    pub async fn stop(mut self) -> (Settings, TempDir) {
        let running = self.running.take().expect("it runs until it is stopped");
        running.stop().await.expect("the test server stops");
        (self.app.settings.clone(), self.folder)
    }
}

/// Settings for a server in this folder, with its own database.
pub async fn settings_in(folder: &Path) -> Settings {
    let database = database::fresh(folder).await;
    let bus = std::env::var("MUSTER_TEST_BUS_URL").ok();
    let data = folder.to_string_lossy().into_owned();
    let get = move |name: &str| match name {
        "MUSTER_DATA" => Some(data.clone()),
        "MUSTER_LISTEN" => Some("127.0.0.1:0".to_owned()),
        "MUSTER_DATABASE_URL" => database.clone(),
        "MUSTER_BUS_URL" => bus.clone(),
        // Tests log in more often than people do.
        "LOGIN_RATE_MINUTE" | "LOGIN_RATE_DAY" => Some("100000".to_owned()),
        // Nobody listens there: a test that sends text messages has its own service.
        "TWILIO_URL" => Some("http://127.0.0.1:1".to_owned()),
        // Mail servers of tests are on this machine.
        "OUTBOUND_ALLOW" => Some("127.0.0.0/8".to_owned()),
        // Agents of tests receive what their test sends, and nothing else.
        "COLLECTION_DISABLED" => Some("true".to_owned()),
        _ => None,
    };
    Settings::from_source(&get).expect("the test settings are right")
}
