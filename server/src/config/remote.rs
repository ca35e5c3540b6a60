//! Whether there are remote sessions, and which relays they go over.

use anyhow::bail;

use super::Settings;
use super::reading::{Source, flag, texts};

/// Reads `MUSTER_REMOTE`.
pub(super) fn is_enabled(get: Source<'_>) -> anyhow::Result<bool> {
    Ok(get("MUSTER_REMOTE").is_none() || flag(get, "MUSTER_REMOTE")?)
}

/// Reads `MUSTER_REMOTE_URLS`. An address of the web is that of its WebSockets.
pub(super) fn urls(get: Source<'_>) -> anyhow::Result<Vec<String>> {
    let read = |text: String| {
        let text = text.trim_end_matches('/').to_owned();
        let text = match text.split_once("://") {
            Some(("https", rest)) => format!("wss://{rest}"),
            Some(("http", rest)) => format!("ws://{rest}"),
            _ => text,
        };
        if !text.starts_with("wss://") && !text.starts_with("ws://") {
            bail!(
                "MUSTER_REMOTE_URLS has {text:?}: it should be addresses such as \
                 wss://relay.example.com"
            );
        }
        Ok(text)
    };
    texts(get, "MUSTER_REMOTE_URLS").into_iter().map(read).collect()
}

/// The warning for the operator of replicas whose viewers and agents may reach different
/// ones of them.
pub(super) fn warning(settings: &Settings) -> Option<String> {
    let may_miss =
        settings.bus_url.is_some() && settings.remote_enabled && settings.remote_urls.is_empty();
    let warning = "MUSTER_REMOTE_URLS: behind a load balancer the two ends of a remote session may \
                   reach different servers and never meet; name the relays, or set MUSTER_REMOTE \
                   to false";
    may_miss.then(|| warning.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(named: &[(&str, &str)]) -> anyhow::Result<Settings> {
        Settings::from_source(&|name: &str| {
            let found = named.iter().find(|(known, _)| *known == name);
            found.map(|(_, text)| (*text).to_owned())
        })
    }

    #[test]
    fn sessions_are_on_unless_the_operator_switches_them_off() {
        let is_on = |named: &[(&str, &str)]| settings(named).unwrap().remote_enabled;
        assert!(is_on(&[]) && is_on(&[("MUSTER_REMOTE", "true")]));
        assert!(!is_on(&[("MUSTER_REMOTE", "off")]));
        let error = settings(&[("MUSTER_REMOTE", "perhaps")]).unwrap_err().to_string();
        assert!(error.starts_with("MUSTER_REMOTE is"), "{error}");
    }

    #[test]
    fn relays_are_read_as_addresses_of_websockets() {
        let text = "wss://a.example.com/, https://b.example.com,http://127.0.0.1:1,ws://c";
        let relays = settings(&[("MUSTER_REMOTE_URLS", text)]).unwrap().remote_urls;
        let expected = ["wss://a.example.com", "wss://b.example.com", "ws://127.0.0.1:1", "ws://c"];
        assert_eq!(relays, expected);
        assert!(settings(&[]).unwrap().remote_urls.is_empty());
        for wrong in ["relay.example.com", "ftp://relay.example.com", "wss://a,b"] {
            let error = settings(&[("MUSTER_REMOTE_URLS", wrong)]).unwrap_err().to_string();
            assert!(error.starts_with("MUSTER_REMOTE_URLS has"), "{error}");
        }
    }

    #[test]
    fn replicas_without_named_relays_are_warned_about() {
        let alone = ("MUSTER_DATABASE_URL", "postgres://muster@127.0.0.1/muster");
        let shared = ("MUSTER_BUS_URL", "tls://token@bus.example.com");
        let is_warned = |named: &[(&str, &str)]| warning(&settings(named).unwrap()).is_some();
        assert!(is_warned(&[alone, shared]));
        assert!(!is_warned(&[alone]));
        assert!(!is_warned(&[alone, shared, ("MUSTER_REMOTE", "false")]));
        assert!(!is_warned(&[alone, shared, ("MUSTER_REMOTE_URLS", "wss://relay.example.com")]));
    }
}
