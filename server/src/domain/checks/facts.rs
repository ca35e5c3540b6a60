//! What follows from the settings of a check: its key, where it runs, what is secret.

use ring::digest::{SHA256, digest};

use super::settings::{CheckKind, CheckSettings, ScriptCheck};
use crate::domain::fleet::PLATFORMS;
use crate::environment;
use crate::hex::hex_digits;

impl CheckSettings {
    /// What it is about, in the form in which checks are compared: of two of one
    /// type with the same key, an agent runs one.
    pub fn key(&self) -> String {
        match &self.kind {
            CheckKind::Diskspace(disk) if is_drive(&disk.disk) => disk.disk.to_lowercase(),
            CheckKind::Diskspace(disk) => disk.disk.clone(),
            CheckKind::Cpuload(_) | CheckKind::Memory(_) => String::new(),
            CheckKind::Ping(ping) => ping.ip.to_lowercase(),
            CheckKind::Winsvc(service) => service.svc_name.to_lowercase(),
            CheckKind::Eventlog(log) => {
                let event = log.event_id.map_or("*".to_owned(), |id| id.to_string());
                format!("{}\n{event}\n{}", log.log_name, log.event_source)
            }
            CheckKind::Script(script) => script.key(),
            CheckKind::Http(http) => http.url.clone(),
            CheckKind::Port(port) => format!("{}:{}", port.host.to_lowercase(), port.port),
        }
    }

    /// Whether agents of this platform run it.
    pub fn runs_on(&self, plat: &str) -> bool {
        self.supported_platforms.iter().any(|name| name == plat)
            && self.kind.possible_platforms().contains(&plat)
    }

    /// The script it runs, if it runs one.
    pub fn script(&self) -> Option<&ScriptCheck> {
        match &self.kind {
            CheckKind::Script(script) => Some(script),
            _ => None,
        }
    }

    /// Whether the definition of an agent depends on values from elsewhere.
    pub fn has_placeholders(&self) -> bool {
        self.script().is_some_and(ScriptCheck::has_placeholders)
    }

    /// For the audit log: of the environment only the names, as values are where
    /// people put passwords.
    pub fn audited(&self) -> Self {
        let mut settings = self.clone();
        if let CheckKind::Script(script) = &mut settings.kind {
            script.env_vars = environment::names(&script.env_vars);
        }
        settings
    }

    /// As callers see it who may not change it: without values of environments.
    pub fn masked(mut self) -> Self {
        if let CheckKind::Script(script) = &mut self.kind {
            environment::mask(&mut script.env_vars);
        }
        self
    }
}

impl CheckKind {
    /// Every type, in the order in which people are offered them.
    pub const TYPES: &'static [&'static str] =
        &["diskspace", "cpuload", "memory", "ping", "winsvc", "eventlog", "script", "http", "port"];

    /// The name of its type in the API.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Diskspace(_) => "diskspace",
            Self::Cpuload(_) => "cpuload",
            Self::Memory(_) => "memory",
            Self::Ping(_) => "ping",
            Self::Winsvc(_) => "winsvc",
            Self::Eventlog(_) => "eventlog",
            Self::Script(_) => "script",
            Self::Http(_) => "http",
            Self::Port(_) => "port",
        }
    }

    /// Where it could run: a drive is on Windows, a mount point elsewhere.
    pub fn possible_platforms(&self) -> &'static [&'static str] {
        match self {
            Self::Diskspace(disk) if is_drive(&disk.disk) => &["windows"],
            Self::Diskspace(_) => &["linux", "darwin"],
            _ => PLATFORMS,
        }
    }
}

impl ScriptCheck {
    /// Its script with arguments and environment. A digest, because values of an
    /// environment may be secret.
    fn key(&self) -> String {
        let what = serde_json::json!([self.script, self.script_args, self.env_vars]);
        hex_digits(digest(&SHA256, what.to_string().as_bytes()).as_ref())
    }

    /// Whether values are filled in. A mask counts: the value that the script has
    /// may contain placeholders.
    fn has_placeholders(&self) -> bool {
        self.script_args.iter().chain(&self.env_vars).any(|text| text.contains("{{"))
            || self.env_vars.iter().any(|entry| environment::is_masked(entry))
    }
}

/// Whether a disk is a drive such as `C:`.
pub fn is_drive(disk: &str) -> bool {
    matches!(disk.as_bytes(), [letter, b':'] if letter.is_ascii_alphabetic())
}
