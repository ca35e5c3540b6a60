//! Where the server may connect to when a caller names the target.
//!
//! Callers who may change the settings name hosts that the server then connects to.
//! Without a rule they could reach what only the server can: its own machine and the
//! networks behind its firewall. The operator allows such targets with
//! `OUTBOUND_ALLOW`.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use ipnet::IpNet;

/// Why the server does not connect to a host.
#[derive(Debug, thiserror::Error)]
pub enum OutboundError {
    /// The name has no address, or the resolver failed.
    #[error("{host} cannot be resolved: {reason}")]
    Unresolved {
        host: String,
        /// What the resolver says.
        reason: String,
    },
    /// It is an internal target. The address is not in the text, as callers
    /// would learn from it what internal names mean.
    #[error(
        "{host} is on the server's own machine or in a private network, \
         and the setting OUTBOUND_ALLOW does not name it"
    )]
    NotAllowed { host: String, address: IpAddr },
}

/// The addresses of a host that the server may connect to, in the order of the
/// resolver; never none.
///
/// Connect to one of these and not to the name, which may mean something else
/// when it is resolved again. A redirect is another host.
pub async fn resolve(
    host: &str,
    port: u16,
    allowed: &[IpNet],
) -> Result<Vec<SocketAddr>, OutboundError> {
    let unresolved = |reason: String| OutboundError::Unresolved { host: host.to_owned(), reason };
    let found = tokio::net::lookup_host((host, port)).await;
    let found = found.map_err(|error| unresolved(error.to_string()))?;
    let (usable, refused): (Vec<SocketAddr>, Vec<SocketAddr>) =
        found.partition(|address| may_connect_to(address.ip(), allowed));
    match refused.first() {
        Some(address) if usable.is_empty() => {
            Err(OutboundError::NotAllowed { host: host.to_owned(), address: address.ip() })
        }
        None if usable.is_empty() => Err(unresolved("it has no address".to_owned())),
        _ => Ok(usable),
    }
}

fn may_connect_to(address: IpAddr, allowed: &[IpNet]) -> bool {
    let address = address.to_canonical();
    !is_internal(address) || allowed.iter().any(|network| network.contains(&address))
}

fn is_internal(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_internal_v4(address),
        IpAddr::V6(address) => {
            let is_site_local = (address.segments()[0] & 0xffc0) == 0xfec0;
            let is_own_gateway = address.segments()[..3] == [0x64, 0xff9b, 1];
            address.is_loopback()
                || address.is_unspecified()
                || address.is_multicast()
                || address.is_unique_local()
                || address.is_unicast_link_local()
                || is_site_local
                || is_own_gateway
                || embedded_v4(address).is_some_and(is_internal_v4)
        }
    }
}

fn is_internal_v4(address: Ipv4Addr) -> bool {
    let [first, second, ..] = address.octets();
    // Between a provider and its customers.
    let is_shared = first == 100 && (64..128).contains(&second);
    address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_multicast()
        || is_shared
        // "This network", which systems take for themselves, and what was never
        // assigned.
        || first == 0
        || first >= 240
}

/// The IPv4 address that a gateway or a tunnel makes of an IPv6 address.
fn embedded_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let from =
        |high: u16, low: u16| Some(Ipv4Addr::from_bits((u32::from(high) << 16) | u32::from(low)));
    match address.segments() {
        // NAT64, and the old form of addresses that are compatible with IPv4.
        [0x64, 0xff9b, _, _, _, _, high, low] | [0, 0, 0, 0, 0, 0, high, low] => from(high, low),
        // 6to4.
        [0x2002, high, low, ..] => from(high, low),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn may(address: &str, allowed: &[&str]) -> bool {
        let allowed: Vec<IpNet> = allowed.iter().map(|text| text.parse().unwrap()).collect();
        may_connect_to(address.parse().unwrap(), &allowed)
    }

    #[test]
    fn the_internet_is_allowed_and_what_is_inside_is_not() {
        for outside in ["192.0.2.1", "8.8.8.8", "100.128.0.1", "2001:db8::1", "2002:808:808::1"] {
            assert!(may(outside, &[]), "{outside}");
        }
        let inside = [
            "127.0.0.1",
            "127.1.2.3",
            "0.0.0.0",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "fec0::1",
            "ff02::1",
            "::ffff:10.0.0.1",
            "::ffff:127.0.0.1",
            "::127.0.0.1",
            "64:ff9b::10.0.0.1",
            "64:ff9b:1::1",
            "2002:a00:1::1",
        ];
        for inside in inside {
            assert!(!may(inside, &["192.0.2.0/24"]), "{inside}");
        }
    }

    #[test]
    fn the_operator_allows_single_networks() {
        assert!(may("10.1.2.3", &["10.1.0.0/16"]) && !may("10.2.2.3", &["10.1.0.0/16"]));
        assert!(may("::ffff:10.1.2.3", &["10.1.0.0/16"]));
        assert!(may("fd00::1", &["10.0.0.0/8", "fd00::/8"]));
    }

    #[tokio::test]
    async fn a_host_is_resolved_to_addresses_that_may_be_used() {
        let loopback: Vec<IpNet> = vec!["127.0.0.0/8".parse().unwrap()];
        let found = resolve("127.0.0.1", 25, &loopback).await.unwrap();
        assert_eq!(found, ["127.0.0.1:25".parse::<SocketAddr>().unwrap()]);
        // Other ways to write the same address.
        for host in ["127.0.0.1", "127.1", "localhost", "0"] {
            let refusal = resolve(host, 25, &[]).await.unwrap_err();
            assert!(matches!(refusal, OutboundError::NotAllowed { .. }), "{host}: {refusal}");
            assert!(refusal.to_string().contains("OUTBOUND_ALLOW"), "{refusal}");
        }
        let refusal = resolve("no\0host", 25, &[]).await.unwrap_err();
        assert!(matches!(refusal, OutboundError::Unresolved { .. }), "{refusal}");
    }
}
