//! Reading single settings: as text, and as what they mean.

use std::path::Path;

use anyhow::{Context, anyhow, bail};
use ipnet::IpNet;

/// Anything that maps the name of a setting to its text.
pub type Source<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Every name that is a setting; any other key in `muster.toml` is a mistake.
const NAMES: &[&str] = &[
    "MUSTER_DATA",
    "MUSTER_LISTEN",
    "MUSTER_PUBLIC_URL",
    "MUSTER_TLS_CERT",
    "MUSTER_TLS_KEY",
    "MUSTER_DATABASE_URL",
    "MUSTER_BUS_URL",
    "MUSTER_KEY_FILE",
    "MUSTER_PUBLISHER_KEY",
    "MUSTER_LOG",
    "MUSTER_WEB_FOLDER",
    "MON_TOKEN",
    "SWAGGER_ENABLED",
    "BETA_API_ENABLED",
    "OWNER_USER",
    "SERVER_SCRIPTS_DISABLED",
    "COLLECTION_DISABLED",
    "LOGIN_RATE_MINUTE",
    "LOGIN_RATE_DAY",
    "SESSION_IDLE_HOURS",
    "SESSION_MAX_DAYS",
    "BODY_LIMIT",
    "REQUEST_SECONDS",
    "CONNECTIONS_PER_ADDRESS",
    "OUTPUT_LIMIT",
    "AUDIT_VALUE_LIMIT",
    "WEB_ORIGINS",
    "WEB_SOCKET_URL_TOKENS",
    "TRUSTED_PROXIES",
    "OUTBOUND_ALLOW",
    "TWILIO_URL",
    "CERT_FILE",
    "CERT_URL",
    "MUSTER_REMOTE",
    "MUSTER_REMOTE_URLS",
];

pub fn read_file(path: &Path) -> anyhow::Result<toml::Table> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read the settings file {}", path.display()))?;
    let table: toml::Table = text
        .parse()
        .with_context(|| format!("the settings file {} is not valid TOML", path.display()))?;
    match table.keys().find(|key| !NAMES.contains(&key.as_str())) {
        Some(key) => bail!("{key} in {} is not a setting", path.display()),
        None => Ok(table),
    }
}

pub fn from_file(file: &toml::Table, name: &str) -> Option<String> {
    match file.get(name)? {
        toml::Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

pub fn flag(get: Source<'_>, name: &str) -> anyhow::Result<bool> {
    let Some(text) = get(name) else { return Ok(false) };
    match text.to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" | "on" => Ok(true),
        "false" | "0" | "no" | "off" => Ok(false),
        _ => bail!("{name} is {text:?}: it should be true or false"),
    }
}

pub fn number<N>(
    get: Source<'_>,
    name: &str,
    default: u64,
    least: u64,
    most: u64,
) -> anyhow::Result<N>
where
    N: TryFrom<u64>,
{
    let number = match get(name) {
        None => default,
        Some(text) => {
            text.parse().ok().filter(|number| (least..=most).contains(number)).ok_or_else(|| {
                anyhow!("{name} is {text:?}: it should be a whole number from {least} to {most}")
            })?
        }
    };
    N::try_from(number).map_err(|_| anyhow!("{name} is too large for this machine"))
}

pub fn texts(get: Source<'_>, name: &str) -> Vec<String> {
    let text = get(name).unwrap_or_default();
    text.split(',').map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned).collect()
}

pub fn networks(get: Source<'_>, name: &str) -> anyhow::Result<Vec<IpNet>> {
    let read = |text: &String| {
        let address = text.parse::<std::net::IpAddr>().map(IpNet::from);
        address.or_else(|_| text.parse::<IpNet>()).map_err(|_| {
            anyhow!("{name} has {text:?}: it should be addresses or networks such as 10.0.0.0/8")
        })
    };
    texts(get, name).iter().map(read).collect()
}
