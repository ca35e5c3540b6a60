//! Settings: environment first, then the same keys in `muster.toml`.
//!
//! Parsed once, at the start. A wrong one stops the start with one sentence
//! that names it and says what it should be.

mod plain_http;
mod private;
mod reading;
mod remote;
mod twilio;
mod warnings;
mod weak;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use ipnet::IpNet;
use reading::{Source, flag, from_file, networks, number, read_file, texts};
use reqwest::Url;
use sqlx::postgres::PgConnectOptions;

use crate::auth::Secret;
use crate::hex::hex_bytes;
use crate::storage::Location;
use crate::web_files::WebFiles;

/// Bytes of an Ed25519 key.
const PUBLISHER_KEY_BYTES: usize = 32;

/// The operator's settings.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The TOML file that some of them come from.
    pub config_file: Option<PathBuf>,
    /// Folder of the database file and the key file.
    pub data: PathBuf,
    /// Address to listen on.
    pub listen: SocketAddr,
    /// The address people and agents use, without a closing slash.
    pub public_url: Option<String>,
    /// Certificate chain and private key, PEM.
    pub tls: Option<(PathBuf, PathBuf)>,
    /// Where the database is.
    pub database: Location,
    /// NATS, when replicas share the fleet.
    pub bus_url: Option<Secret>,
    /// The key that encrypts secrets and signs the audit chain.
    pub key_file: PathBuf,
    /// Public key of the publisher who signs agent programs offline, in
    /// hexadecimal; agents that enrol with it take no others.
    pub publisher_key: Option<String>,
    /// Filter of the log, as `tracing` reads it.
    pub log: String,
    /// The web interface: that of a folder, or the one inside the program.
    pub web_files: WebFiles,
    /// Opens the health report; without it the path is inactive.
    pub monitoring_token: Option<Secret>,
    /// Whether the schema browser is served.
    pub swagger_enabled: bool,
    /// Whether the beta API is served.
    pub beta_api_enabled: bool,
    /// Whether no script runs on the server itself, whatever is set in the UI.
    pub server_scripts_disabled: bool,
    /// Whether agents are asked for software and missing updates only on
    /// request.
    pub collection_disabled: bool,
    /// Name of the protected account.
    pub owner_user: Option<String>,
    /// Login attempts per address and minute.
    pub login_rate_minute: u32,
    /// Login attempts per address and day.
    pub login_rate_day: u32,
    /// A session ends this long after its last use.
    pub session_idle: Duration,
    /// A session ends this long after it began.
    pub session_max: Duration,
    /// Largest request body in bytes.
    pub body_limit: usize,
    /// How long headers and body of a request may take to arrive, each.
    pub request_time: Duration,
    /// Connections of one address on which nobody has proven anything.
    pub connections_per_address: usize,
    /// Bytes kept of each output stream of a run.
    pub output_limit: u64,
    /// Largest before or after value in an audit row, in bytes.
    pub audit_value_limit: usize,
    /// Origins of web pages that may call the API.
    pub web_origins: Vec<String>,
    /// Whether `/ws/dashinfo/` takes a session token in its address.
    pub web_socket_url_tokens: bool,
    /// Proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// Internal networks that the server may connect to when a caller names a
    /// host there.
    pub outbound_allow: Vec<IpNet>,
    /// Where Twilio's HTTP interface is.
    pub twilio_url: Url,
    /// Certificate to report on when a proxy has it.
    pub cert_file: Option<PathBuf>,
    /// Address whose certificate to report on.
    pub cert_url: Option<String>,
    /// Whether remote sessions can be opened and relayed.
    pub remote_enabled: bool,
    /// Relays of their own, `wss://…` without a closing slash; none: every server
    /// relays.
    pub remote_urls: Vec<String>,
}

impl Settings {
    /// Reads the settings of this process.
    pub fn load(config: Option<&Path>) -> anyhow::Result<Self> {
        let file = match config {
            Some(path) => read_file(path)?,
            None => toml::Table::new(),
        };
        let settings = Self::from_source(&|name| {
            let sent = std::env::var(name).ok().or_else(|| from_file(&file, name));
            sent.filter(|text| !text.is_empty())
        })?;
        Ok(Self { config_file: config.map(Path::to_owned), ..settings })
    }

    /// Reads the settings from anything that maps a name to a text.
    pub fn from_source(get: Source<'_>) -> anyhow::Result<Self> {
        let data = PathBuf::from(get("MUSTER_DATA").unwrap_or_else(|| "./data".to_owned()));
        let bus_url = get("MUSTER_BUS_URL").map(Secret::new);
        let database = database(get, &data)?;
        if bus_url.is_some() && matches!(database, Location::File(_)) {
            bail!(
                "MUSTER_BUS_URL is set but MUSTER_DATABASE_URL is not: \
                 replicas need PostgreSQL, SQLite serves one process"
            );
        }
        let swagger_enabled = flag(get, "SWAGGER_ENABLED")?;
        let beta_api_enabled = flag(get, "BETA_API_ENABLED")?;
        if beta_api_enabled && !swagger_enabled {
            bail!("BETA_API_ENABLED needs SWAGGER_ENABLED=true as well");
        }
        Ok(Self {
            config_file: None,
            listen: listen(get)?,
            public_url: public_url(get)?,
            tls: tls(get)?,
            key_file: get("MUSTER_KEY_FILE").map_or_else(|| data.join("secret.key"), PathBuf::from),
            publisher_key: publisher_key(get)?,
            log: get("MUSTER_LOG").unwrap_or_else(|| "info".to_owned()),
            web_files: get("MUSTER_WEB_FOLDER")
                .map_or(WebFiles::None, |folder| WebFiles::Folder(folder.into())),
            monitoring_token: get("MON_TOKEN").map(Secret::new),
            server_scripts_disabled: flag(get, "SERVER_SCRIPTS_DISABLED")?,
            collection_disabled: flag(get, "COLLECTION_DISABLED")?,
            owner_user: get("OWNER_USER"),
            login_rate_minute: number(get, "LOGIN_RATE_MINUTE", 10, 1, 100_000)?,
            login_rate_day: number(get, "LOGIN_RATE_DAY", 300, 1, 10_000_000)?,
            session_idle: hours(number(get, "SESSION_IDLE_HOURS", 5, 1, 8760)?),
            session_max: hours(24 * number::<u64>(get, "SESSION_MAX_DAYS", 7, 1, 365)?),
            body_limit: number(get, "BODY_LIMIT", 10 * 1024 * 1024, 1024, 1 << 30)?,
            request_time: Duration::from_secs(number(get, "REQUEST_SECONDS", 75, 1, 3600)?),
            connections_per_address: number(get, "CONNECTIONS_PER_ADDRESS", 200, 10, 1 << 20)?,
            output_limit: number(get, "OUTPUT_LIMIT", 10 * 1024 * 1024, 1024, 1 << 30)?,
            audit_value_limit: number(get, "AUDIT_VALUE_LIMIT", 512 * 1024, 1024, 1 << 24)?,
            web_origins: web_origins(get)?,
            web_socket_url_tokens: flag(get, "WEB_SOCKET_URL_TOKENS")?,
            trusted_proxies: networks(get, "TRUSTED_PROXIES")?,
            outbound_allow: networks(get, "OUTBOUND_ALLOW")?,
            twilio_url: twilio::url(get)?,
            cert_file: get("CERT_FILE").map(PathBuf::from),
            cert_url: get("CERT_URL"),
            remote_enabled: remote::is_enabled(get)?,
            remote_urls: remote::urls(get)?,
            data,
            database,
            bus_url,
            swagger_enabled,
            beta_api_enabled,
        })
    }
}

fn database(get: Source<'_>, data: &Path) -> anyhow::Result<Location> {
    let Some(url) = get("MUSTER_DATABASE_URL") else {
        return Ok(Location::File(data.join("muster.db")));
    };
    if let Some(path) = url.strip_prefix("sqlite:") {
        let path = path.trim_start_matches("//");
        return Ok(Location::File(PathBuf::from(path)));
    }
    if url.starts_with("postgres://") || url.starts_with("postgresql://") {
        // The parser's message may repeat the URL, and with it the password.
        return PgConnectOptions::from_str(&url)
            .map(|options| Location::Postgres(Box::new(options)))
            .map_err(|_| anyhow!("MUSTER_DATABASE_URL is not a valid PostgreSQL URL: it should look like postgres://user:password@host/database"));
    }
    bail!("MUSTER_DATABASE_URL must begin with postgres:// or sqlite:")
}

fn listen(get: Source<'_>) -> anyhow::Result<SocketAddr> {
    let text = get("MUSTER_LISTEN").unwrap_or_else(|| "127.0.0.1:8000".to_owned());
    let problem =
        || format!("MUSTER_LISTEN is {text:?}: it should be ADDRESS:PORT, such as 0.0.0.0:8000");
    text.parse().with_context(problem)
}

fn public_url(get: Source<'_>) -> anyhow::Result<Option<String>> {
    let Some(text) = get("MUSTER_PUBLIC_URL") else { return Ok(None) };
    let text = text.trim_end_matches('/').to_owned();
    if !text.starts_with("https://") && !text.starts_with("http://") {
        bail!(
            "MUSTER_PUBLIC_URL is {text:?}: it should be an address such as https://rmm.example.com"
        );
    }
    Ok(Some(text))
}

fn tls(get: Source<'_>) -> anyhow::Result<Option<(PathBuf, PathBuf)>> {
    match (get("MUSTER_TLS_CERT"), get("MUSTER_TLS_KEY")) {
        (None, None) => Ok(None),
        (Some(certificate), Some(key)) => Ok(Some((certificate.into(), key.into()))),
        (Some(_), None) => {
            bail!("MUSTER_TLS_CERT is set but MUSTER_TLS_KEY is not: TLS needs both")
        }
        (None, Some(_)) => {
            bail!("MUSTER_TLS_KEY is set but MUSTER_TLS_CERT is not: TLS needs both")
        }
    }
}

fn publisher_key(get: Source<'_>) -> anyhow::Result<Option<String>> {
    let Some(text) = get("MUSTER_PUBLISHER_KEY") else { return Ok(None) };
    if hex_bytes(&text, PUBLISHER_KEY_BYTES).is_none() {
        // What was put there by mistake may be the private key.
        bail!("MUSTER_PUBLISHER_KEY should be the 64 hexadecimal digits that muster-sign printed");
    }
    Ok(Some(text.to_ascii_lowercase()))
}

fn web_origins(get: Source<'_>) -> anyhow::Result<Vec<String>> {
    let origins = texts(get, "WEB_ORIGINS");
    if origins.iter().any(|origin| origin == "*") {
        bail!("WEB_ORIGINS has \"*\": it should name origins such as https://pages.example.com");
    }
    Ok(origins)
}

fn hours(hours: u64) -> Duration {
    Duration::from_secs(3600 * hours)
}
