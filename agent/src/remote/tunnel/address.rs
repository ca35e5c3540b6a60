//! Which addresses a tunnel may lead to. The server has checked the name that the grant
//! holds; what it means is known only here.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Under these addresses clouds hand out credentials of the machine.
const METADATA: [Ipv4Addr; 4] = [
    Ipv4Addr::new(169, 254, 169, 254),
    Ipv4Addr::new(100, 100, 100, 200),
    Ipv4Addr::new(168, 63, 129, 16),
    Ipv4Addr::new(192, 0, 0, 192),
];

/// The address that a text is, with IPv4 in IPv6 as what it means.
pub fn parse(host: &str) -> Option<IpAddr> {
    let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
    bare.parse::<IpAddr>().ok().map(|address| address.to_canonical())
}

/// Whether a name or an address means this computer.
pub fn is_own(host: &str) -> bool {
    match parse(host) {
        Some(address) => address.is_loopback(),
        None => {
            let name = host.trim_end_matches('.').to_ascii_lowercase();
            name == "localhost" || name.ends_with(".localhost")
        }
    }
}

/// Whether a tunnel may lead to an address.
pub fn may_be_dialled(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => may_be_dialled_v4(address),
        IpAddr::V6(address) => {
            let first = address.segments();
            // Where two clouds have their metadata.
            let is_metadata = first[..2] == [0xfd00, 0xec2] || first[..2] == [0xfd20, 0xce];
            let is_one_host = !address.is_unspecified() && !address.is_multicast();
            is_one_host
                && !is_metadata
                && !address.is_unicast_link_local()
                && (address.is_loopback() || embedded_v4(address).is_none_or(may_be_dialled_v4))
        }
    }
}

fn may_be_dialled_v4(address: Ipv4Addr) -> bool {
    let first = address.octets()[0];
    // "This network", which systems take for themselves, and what was never assigned.
    let is_host = first != 0 && first < 240 && !address.is_multicast();
    is_host && !address.is_link_local() && !METADATA.contains(&address)
}

/// The IPv4 address that a gateway or a tunnel makes of an IPv6 address.
fn embedded_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let from = |high: u16, low: u16| {
        let [a, b] = high.to_be_bytes();
        let [c, d] = low.to_be_bytes();
        Some(Ipv4Addr::new(a, b, c, d))
    };
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
    use proptest::prelude::*;

    use super::*;

    fn may(text: &str) -> bool {
        may_be_dialled(parse(text).unwrap())
    }

    #[test]
    fn this_computer_and_its_networks_may_be_dialled() {
        for address in
            ["127.0.0.1", "::1", "[::1]", "10.0.0.1", "192.168.1.1", "fd00::1", "8.8.8.8"]
        {
            assert!(may(address), "{address}");
        }
    }

    #[test]
    fn metadata_and_what_is_no_host_may_not() {
        for address in [
            "169.254.169.254",
            "169.254.0.1",
            "::ffff:169.254.169.254",
            "64:ff9b::169.254.169.254",
            "2002:a9fe:a9fe::1",
            "::169.254.169.254",
            "fe80::1",
            "febf::1",
            "fd00:ec2::254",
            "fd20:ce::254",
            "100.100.100.200",
            "168.63.129.16",
            "192.0.0.192",
            "0.0.0.0",
            "0.1.2.3",
            "::",
            "224.0.0.1",
            "ff02::1",
            "255.255.255.255",
        ] {
            assert!(!may(address), "{address}");
        }
    }

    #[test]
    fn this_computer_has_many_names() {
        for host in ["127.0.0.1", "127.9.9.9", "::1", "[::1]", "::ffff:127.0.0.1", "LocalHost."] {
            assert!(is_own(host), "{host}");
        }
        assert!(is_own("db.localhost"));
        for host in ["10.0.0.1", "localhost.example.com", "example.com", "", "0.0.0.0"] {
            assert!(!is_own(host), "{host}");
        }
    }

    proptest! {
        #[test]
        fn no_way_of_writing_it_leads_to_a_link_local_address(low: u16) {
            let [c, d] = low.to_be_bytes();
            let v4 = Ipv4Addr::new(169, 254, c, d);
            prop_assert!(!may_be_dialled(v4.into()));
            prop_assert!(!may_be_dialled(v4.to_ipv6_mapped().into()));
            prop_assert!(!may_be_dialled(v4.to_ipv6_compatible().into()));
        }

        #[test]
        fn any_text_is_read(text in "\\PC{0,30}") {
            let _ = (parse(&text), is_own(&text));
        }
    }
}
