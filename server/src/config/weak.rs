//! Settings that are valid, and protect less than their operator may think.

use ipnet::IpNet;

use super::Settings;

/// Shorter tokens can be guessed.
const SHORT_TOKEN: usize = 16;

/// A sentence for each.
pub(super) fn warnings(settings: &Settings) -> Vec<String> {
    let wide = settings.trusted_proxies.iter().filter(|network| is_wide(network));
    let mut warnings: Vec<String> = wide
        .map(|network| {
            format!(
                "TRUSTED_PROXIES has {network}: every computer in it can claim any address, \
                 and so evade login limits and the networks of keys; name the proxies alone"
            )
        })
        .collect();
    let token = settings.monitoring_token.as_ref();
    if token.is_some_and(|token| token.reveal().chars().count() < SHORT_TOKEN) {
        warnings.push(format!(
            "MON_TOKEN has fewer than {SHORT_TOKEN} characters: a longer one is harder to guess"
        ));
    }
    warnings
}

/// Whether a network has room for more than a few proxies. Those of this machine
/// are not counted: programs on it can connect without a proxy.
fn is_wide(network: &IpNet) -> bool {
    let is_wide = match network {
        IpNet::V4(network) => network.prefix_len() < 24,
        IpNet::V6(network) => network.prefix_len() < 64,
    };
    is_wide && !network.addr().is_loopback()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_networks_of_proxies_and_short_tokens_are_named() {
        let warnings = |proxies: &'static str, token: &'static str| {
            let get = move |name: &str| match name {
                "TRUSTED_PROXIES" => Some(proxies.to_owned()),
                "MON_TOKEN" => Some(token.to_owned()),
                _ => None,
            };
            Settings::from_source(&get).unwrap().warnings()
        };
        let long = "0123456789abcdef";

        let single = "192.0.2.1, 10.0.0.0/24, 127.0.0.0/8, fd00::/64, ::1";
        assert_eq!(warnings(single, long), [""; 0]);
        let found = warnings("10.0.0.0/23, fd00::/63, 192.0.2.1", &long[1..]);
        assert_eq!(found.len(), 3);
        for (sentence, part) in found.iter().zip(["10.0.0.0/23", "fd00::/63", "MON_TOKEN"]) {
            assert!(sentence.contains(part), "{sentence}");
        }
    }
}
