//! A server for one measurement, on data that is thrown away.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, bail};
use serde_json::json;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::app::App;
use crate::auth::random_letters;
use crate::cli::enroll_token;
use crate::config::Settings;
use crate::features::accounts::console;
use crate::time::Timestamp;

const START_LIMIT: Duration = Duration::from_secs(60);
const TOKEN_LIFE: Duration = Duration::from_secs(24 * 3600);

/// A server in its own process, so that its memory is measured separately from
/// the simulation's.
pub struct OwnServer {
    /// Where it listens.
    pub url: String,
    /// Its process.
    pub pid: u32,
    /// The key of its administrator.
    pub api_key: String,
    /// Lets agents enrol.
    pub token: String,
    process: Child,
    folder: PathBuf,
}

impl OwnServer {
    /// Starts a server with one site in its own folder.
    pub async fn start(database: Option<&str>, bus: Option<&str>) -> anyhow::Result<Self> {
        let folder = std::env::temp_dir().join(format!("muster-sim-{}", random_letters(12)));
        std::fs::create_dir(&folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let started = Self::start_in(folder.clone(), database, bus).await;
        if started.is_err() {
            remove(&folder);
        }
        started
    }

    async fn start_in(
        folder: PathBuf,
        database: Option<&str>,
        bus: Option<&str>,
    ) -> anyhow::Result<Self> {
        let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
        // An empty one counts as absent: nothing of this installation is used.
        let settings = [
            ("MUSTER_DATA", folder.display().to_string()),
            ("MUSTER_LISTEN", "127.0.0.1:0".to_owned()),
            ("MUSTER_DATABASE_URL", text(database)),
            ("MUSTER_BUS_URL", text(bus)),
            ("MUSTER_KEY_FILE", String::new()),
            ("MUSTER_TLS_CERT", String::new()),
            ("MUSTER_TLS_KEY", String::new()),
            ("MUSTER_LOG", "error".to_owned()),
            // Only what was requested is measured.
            ("COLLECTION_DISABLED", "true".to_owned()),
            // All simulated agents come from a few addresses of this machine.
            ("CONNECTIONS_PER_ADDRESS", "1000000".to_owned()),
        ];
        let app = App::open(Settings::from_source(&|name| {
            let found = settings.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| value.clone()).filter(|value| !value.is_empty())
        })?)
        .await?;
        console::create_user(&app, "sim", &console::random_password(), true).await?;
        let api_key = console::create_api_key(&app, "sim", "sim").await?;
        let mut process = Command::new(std::env::current_exe()?)
            .arg("serve")
            .envs(settings)
            .env_remove("MUSTER_CONFIG")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .context("cannot start a server")?;
        let pid = process.id().context("the server ended at once")?;
        let url = tokio::time::timeout(START_LIMIT, listening(&mut process))
            .await
            .context("the server does not start in time")??;
        let site = make_site(&url, api_key.reveal()).await?;
        let expires = Timestamp::now().plus(TOKEN_LIFE);
        let token = enroll_token::create(&app, site, None, expires, "server").await?;
        app.close(Duration::from_secs(5)).await;
        let (api_key, token) = (api_key.reveal().to_owned(), token.text.reveal().to_owned());
        Ok(Self { url, pid, api_key, token, process, folder })
    }

    /// Stops it, and removes all its data.
    pub async fn stop(mut self) {
        // It may have exited already.
        let _ = self.process.kill().await;
        remove(&self.folder);
    }
}

/// The address in the line that a server prints when it is ready.
async fn listening(process: &mut Child) -> anyhow::Result<String> {
    let stdout = process.stdout.take().context("its output is piped")?;
    let mut lines = BufReader::new(stdout).lines();
    while let Some(line) = lines.next_line().await? {
        if let Some((_, url)) = line.split_once("listens on ") {
            return Ok(url.trim().to_owned());
        }
    }
    bail!("the server ended before it was ready")
}

async fn make_site(url: &str, key: &str) -> anyhow::Result<i64> {
    let client = reqwest::Client::builder().no_proxy().build()?;
    let body = json!({ "client": { "name": "Simulation" }, "site": { "name": "Simulated" } });
    let made = client.post(format!("{url}/clients/")).header("X-API-KEY", key).json(&body);
    made.send().await?.error_for_status().context("cannot make a site")?;
    let listed = client.get(format!("{url}/clients/")).header("X-API-KEY", key).send().await?;
    let clients: serde_json::Value = listed.json().await?;
    clients[0]["sites"][0]["id"].as_i64().context("the new site is not listed")
}

fn remove(folder: &std::path::Path) {
    if let Err(error) = std::fs::remove_dir_all(folder) {
        tracing::warn!(%error, folder = %folder.display(), "a folder could not be removed");
    }
}
