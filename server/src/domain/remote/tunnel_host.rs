//! Where a tunnel may lead: the agent's own ports, other addresses with a right of
//! their own, and never the addresses under which clouds hand out credentials.
//!
//! A name is resolved by the agent, which checks the result by the same rules.

use std::net::{IpAddr, Ipv6Addr};

/// Longer than any name of a host.
const LONGEST_HOST: usize = 253;

/// Under these names clouds hand out credentials of the machine.
const METADATA_NAMES: [&str; 3] = ["metadata", "metadata.google.internal", "instance-data"];

/// Whether it is the agent itself.
pub fn is_loopback(host: &str) -> bool {
    match address(host) {
        Some(address) => address.is_loopback(),
        None => {
            let name = host.trim_end_matches('.').to_ascii_lowercase();
            name == "localhost" || name.ends_with(".localhost")
        }
    }
}

/// Why no tunnel leads there; none if one may.
pub fn tunnel_problem(host: &str) -> Option<&'static str> {
    let is_known = |letter: char| letter.is_ascii_alphanumeric() || "-._:[]".contains(letter);
    if host.is_empty() || host.len() > LONGEST_HOST || !host.chars().all(is_known) {
        return Some("must be the name or the address of a host");
    }
    let Some(address) = address(host) else {
        let name = host.trim_end_matches('.').to_ascii_lowercase();
        return METADATA_NAMES.contains(&name.as_str()).then_some(IS_LINK_LOCAL);
    };
    let is_link_local = match address {
        IpAddr::V4(address) => address.is_link_local(),
        // fd00:ec2::254 is where one cloud has its metadata.
        IpAddr::V6(address) => {
            address.is_unicast_link_local()
                || address == Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254)
        }
    };
    if is_link_local {
        return Some(IS_LINK_LOCAL);
    }
    let is_one_host = !address.is_unspecified() && !address.is_multicast();
    (!is_one_host).then_some("must be the address of one host")
}

const IS_LINK_LOCAL: &str = "must not be a link-local address: clouds have credentials there";

/// The address that a text is, with IPv4 in IPv6 as what it means.
fn address(host: &str) -> Option<IpAddr> {
    let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
    bare.parse::<IpAddr>().ok().map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_agent_itself_has_many_names() {
        let own =
            ["127.0.0.1", "127.1.2.3", "::1", "[::1]", "localhost", "LOCALHOST.", "a.localhost"];
        assert!(own.iter().all(|host| is_loopback(host) && tunnel_problem(host).is_none()));
        assert!(is_loopback("::ffff:127.0.0.1"));
        let others = ["10.0.0.1", "localhost.example.com", "example.com", "::", "0.0.0.0"];
        assert!(!others.iter().any(|host| is_loopback(host)));
    }

    #[test]
    fn no_tunnel_leads_to_metadata_or_to_many_hosts() {
        let refused = [
            "169.254.169.254",
            "::ffff:169.254.169.254",
            "[fe80::1]",
            "fd00:ec2::254",
            "metadata.google.internal.",
            "0.0.0.0",
            "::",
            "224.0.0.1",
            "ff02::1",
            "",
            "a b",
            "a/b",
            "user@host",
        ];
        for host in refused {
            assert!(tunnel_problem(host).is_some(), "{host}");
        }
        assert!(tunnel_problem(&"a".repeat(254)).is_some());
        for host in ["10.0.0.1", "fd00::1", "printer.office.example.com", "pc_1"] {
            assert_eq!(tunnel_problem(host), None, "{host}");
        }
    }

    proptest! {
        #[test]
        fn whatever_is_the_agent_itself_may_be_reached(host in ".{0,40}") {
            if is_loopback(&host) && host.is_ascii() {
                let is_known = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
                let is_plain = host.chars().all(is_known);
                prop_assert_eq!(tunnel_problem(&host).is_none(), is_plain);
            }
        }

        #[test]
        fn no_address_of_the_link_local_network_is_reached(a in any::<u8>(), b in any::<u8>()) {
            let plain = format!("169.254.{a}.{b}");
            prop_assert!(tunnel_problem(&plain).is_some());
            let mapped = format!("[::ffff:169.254.{a}.{b}]");
            prop_assert!(tunnel_problem(&mapped).is_some());
        }
    }
}
