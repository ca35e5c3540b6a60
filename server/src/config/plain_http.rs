//! Whether this server is reached without encryption, and what to do about it.

use super::Settings;

/// The warning for the operator of a server that others reach without
/// encryption; none if they cannot, or if a proxy with TLS is before it.
pub(super) fn warning(settings: &Settings) -> Option<String> {
    let has_proxy = settings.public_url.as_ref().is_some_and(|url| url.starts_with("https://"));
    if settings.tls.is_some() || has_proxy || settings.listen.ip().is_loopback() {
        return None;
    }
    Some(format!(
        "MUSTER_LISTEN: others reach {} without encryption; set MUSTER_TLS_CERT, or put a proxy with \
         TLS before the server and set MUSTER_PUBLIC_URL to its https:// address",
        settings.listen
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_others_reach_without_tls_is_warned_about() {
        let warned = |listen: &str, url: &str| {
            let get = |name: &str| match name {
                "MUSTER_LISTEN" => Some(listen.to_owned()),
                "MUSTER_PUBLIC_URL" => Some(url.to_owned()).filter(|url| !url.is_empty()),
                _ => None,
            };
            warning(&Settings::from_source(&get).unwrap()).is_some()
        };
        assert!(warned("0.0.0.0:8000", "") && warned("[::]:8000", "http://rmm.lan:8000"));
        assert!(!warned("127.0.0.1:8000", "") && !warned("[::1]:8000", ""));
        assert!(!warned("0.0.0.0:8000", "https://rmm.example.com"));
    }
}
