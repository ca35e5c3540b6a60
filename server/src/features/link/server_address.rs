//! Whether an agent that connects looks for this server.
//!
//! An agent signs the address it was enrolled with. At another address somebody
//! may pass on to us what was meant for them.

use std::net::IpAddr;

use axum::http::Uri;
use axum::http::uri::Authority;

use crate::config::Settings;

/// Whether an address that an agent signed, `host:port`, is one of this
/// server's: that of `MUSTER_PUBLIC_URL`, one in `WEB_ORIGINS`, the one it
/// listens on, or the agent's own computer. Ports do not count. Without
/// `MUSTER_PUBLIC_URL` the server does not know its name, and every address is
/// right.
pub fn is_ours(settings: &Settings, signed: &str) -> bool {
    let Some(public_url) = &settings.public_url else { return true };
    let Ok(signed) = signed.parse::<Authority>() else { return false };
    let host = bare(signed.host());
    if let Ok(address) = host.parse::<IpAddr>()
        && (address.is_loopback() || address == settings.listen.ip())
    {
        return true;
    }
    let is_named = |url: &String| {
        url.parse::<Uri>().is_ok_and(|url| url.host().is_some_and(|name| bare(name) == host))
    };
    host == "localhost" || is_named(public_url) || settings.web_origins.iter().any(is_named)
}

/// A host as it is compared: in lower case, and IPv6 without its brackets.
fn bare(host: &str) -> String {
    host.trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(public_url: &str) -> Settings {
        let get = |name: &str| match name {
            "MUSTER_PUBLIC_URL" => Some(public_url.to_owned()).filter(|url| !url.is_empty()),
            "MUSTER_LISTEN" => Some("192.0.2.7:8000".to_owned()),
            "WEB_ORIGINS" => Some("https://rmm.lan:8443".to_owned()),
            _ => None,
        };
        Settings::from_source(&get).unwrap()
    }

    #[test]
    fn an_address_is_ours_if_the_settings_name_its_host() {
        let settings = settings("https://rmm.example.com/base");
        for ours in ["rmm.example.com:443", "RMM.example.com:8000", "rmm.lan:443", "192.0.2.7:8000"]
        {
            assert!(is_ours(&settings, ours), "{ours}");
        }
        for here in ["127.0.0.1:8000", "[::1]:8000", "localhost:80"] {
            assert!(is_ours(&settings, here), "{here}");
        }
        for other in ["evil.example.com:443", "rmm.example.com.evil.org:443", "192.0.2.8:8000"] {
            assert!(!is_ours(&settings, other), "{other}");
        }
        for nonsense in ["", "a b", "rmm.example.com/443"] {
            assert!(!is_ours(&settings, nonsense), "{nonsense}");
        }
    }

    #[test]
    fn a_server_that_does_not_know_its_name_takes_every_address() {
        assert!(is_ours(&settings(""), "anything.example.com:443"));
    }

    #[test]
    fn addresses_of_ipv6_are_compared_without_brackets() {
        let settings = settings("https://[2001:db8::1]:8443");
        assert!(is_ours(&settings, "[2001:DB8::1]:8443"));
        assert!(!is_ours(&settings, "[2001:db8::2]:8443"));
    }
}
