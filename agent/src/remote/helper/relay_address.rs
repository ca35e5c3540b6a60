//! Where the relay is.

use anyhow::{Context, ensure};
use muster_remote::CONNECT_PATH;

use crate::server_url::ServerUrl;

/// The server of the relay, and the path of its sockets there. Without a name it is the
/// agent's own server.
pub fn relay_address(named: &str, own: &ServerUrl) -> anyhow::Result<(ServerUrl, &'static str)> {
    if named.is_empty() {
        return Ok((own.clone(), CONNECT_PATH));
    }
    let text = match named.split_once("://") {
        Some(("wss", rest)) => format!("https://{rest}"),
        Some(("ws", rest)) => format!("http://{rest}"),
        _ => named.to_owned(),
    };
    let relay: ServerUrl = text.parse().context("the relay's address cannot be read")?;
    // The ticket travels before anything is sealed.
    ensure!(
        relay.is_protected() || !own.is_protected(),
        "the relay's address is not encrypted: {relay}"
    );
    // What the address names is the whole path already.
    let path = if relay.path("").is_empty() { CONNECT_PATH } else { "/" };
    Ok((relay, path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(named: &str, own: &str) -> Option<String> {
        let (relay, path) = relay_address(named, &own.parse().unwrap()).ok()?;
        Some(relay.web_socket(path))
    }

    #[test]
    fn without_a_name_it_is_the_own_server() {
        let found = address("", "https://rmm.example.org/muster").unwrap();
        assert_eq!(found, "wss://rmm.example.org:443/muster/remote/v1/connect/");
    }

    #[test]
    fn a_named_relay_is_another_server() {
        let expected = Some("wss://relay.example.org:443/remote/v1/connect/".to_owned());
        for named in [
            "wss://relay.example.org/remote/v1/connect/",
            "https://relay.example.org/remote/v1/connect/",
            "wss://relay.example.org",
            "wss://relay.example.org/",
        ] {
            assert_eq!(address(named, "https://rmm.example.org"), expected, "{named}");
        }
        for wrong in ["relay", "ftp://relay.example.org", "wss://"] {
            assert_eq!(address(wrong, "https://rmm.example.org"), None, "{wrong}");
        }
    }

    #[test]
    fn a_ticket_is_not_shown_to_everybody_on_the_way() {
        assert_eq!(address("ws://relay.example.org/x/", "https://rmm.example.org"), None);
        assert!(address("ws://127.0.0.1:9/x/", "https://rmm.example.org").is_some());
        assert!(address("ws://relay.example.org/x/", "http://rmm.example.org").is_some());
    }
}
