//! Network interfaces and the addresses others can reach.

use std::net::IpAddr;

use serde::Serialize;
use sysinfo::Networks;

/// One network interface.
#[derive(Debug, PartialEq, Serialize)]
pub struct Interface {
    pub name: String,
    /// Its hardware address.
    pub mac: String,
    pub addresses: Vec<String>,
}

/// Every interface but loopback, by name.
pub fn interfaces() -> Vec<Interface> {
    let Ok(networks) = Networks::new_with_refreshed_list() else { return Vec::new() };
    let mut interfaces: Vec<Interface> = networks
        .iter()
        .filter(|(name, _)| name.as_os_str() != "lo")
        .map(|(name, network)| {
            let found = network.ip_networks().iter().map(|network| network.addr);
            let mut addresses: Vec<String> =
                found.filter(is_reachable).map(|address| address.to_string()).collect();
            addresses.sort();
            Interface {
                name: name.to_string_lossy().into_owned(),
                mac: network.mac_address().to_string(),
                addresses,
            }
        })
        .collect();
    interfaces.sort_by(|one, other| one.name.cmp(&other.name));
    interfaces
}

/// The addresses of all interfaces.
pub fn local_addresses(interfaces: &[Interface]) -> Vec<String> {
    interfaces.iter().flat_map(|interface| interface.addresses.clone()).collect()
}

fn is_reachable(address: &IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => !address.is_loopback() && !address.is_link_local(),
        IpAddr::V6(address) => !address.is_loopback() && !address.is_unicast_link_local(),
    }
}
