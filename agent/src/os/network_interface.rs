//! A network interface, and the addresses of it that others can reach.

use std::net::IpAddr;

use serde::Serialize;

/// One network interface.
#[derive(Debug, PartialEq, Serialize)]
pub struct Interface {
    pub name: String,
    /// Its hardware address.
    pub mac: String,
    /// In the order of their text.
    pub addresses: Vec<String>,
}

impl Interface {
    /// An interface with these addresses.
    pub fn new(name: String, mac: String, addresses: &[IpAddr]) -> Self {
        let mut addresses: Vec<String> = addresses.iter().map(IpAddr::to_string).collect();
        addresses.sort();
        Self { name, mac, addresses }
    }
}

/// Whether other machines can reach an address.
pub fn is_reachable(address: &IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => !address.is_loopback() && !address.is_link_local(),
        IpAddr::V6(address) => !address.is_loopback() && !address.is_unicast_link_local(),
    }
}

/// The addresses of all interfaces.
pub fn local_addresses(interfaces: &[Interface]) -> Vec<String> {
    interfaces.iter().flat_map(|interface| interface.addresses.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_others_cannot_reach_are_left_out() {
        let reached = ["10.0.0.5", "2001:db8::1", "fd00::1"];
        assert!(reached.iter().all(|address| is_reachable(&address.parse().unwrap())));
        let others = ["127.0.0.1", "169.254.7.8", "::1", "fe80::1"];
        assert!(!others.iter().any(|address| is_reachable(&address.parse().unwrap())));
    }

    #[test]
    fn the_addresses_of_an_interface_are_texts_in_order() {
        let found: [IpAddr; 2] = ["192.0.2.7", "10.0.0.5"].map(|address| address.parse().unwrap());
        let interface = Interface::new("eth0".to_owned(), String::new(), &found);
        assert_eq!(local_addresses(&[interface]), ["10.0.0.5", "192.0.2.7"]);
    }
}
