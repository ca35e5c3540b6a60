//! Network interfaces and the addresses others can reach.

use std::net::IpAddr;

use serde::Serialize;
use sysinfo::{MacAddr, Networks};

/// One network interface.
#[derive(Debug, PartialEq, Serialize)]
pub struct Interface {
    pub name: String,
    /// Its hardware address.
    pub mac: String,
    pub addresses: Vec<String>,
}

/// Every interface that has an address of its own, by name: there are a dozen without one,
/// over which the system talks to itself.
pub fn interfaces() -> Vec<Interface> {
    let Ok(networks) = Networks::new_with_refreshed_list() else { return Vec::new() };
    let describe = |name: &std::ffi::OsString, network: &sysinfo::NetworkData| {
        let found = network.ip_networks().iter().map(|network| network.addr);
        let addresses = found.filter(is_reachable).map(|address| address.to_string());
        let mut addresses: Vec<String> = addresses.collect();
        addresses.sort();
        let mac = Some(network.mac_address()).filter(|mac| *mac != MacAddr::UNSPECIFIED);
        let mac = mac.map(|mac| mac.to_string()).unwrap_or_default();
        Interface { name: name.to_string_lossy().into_owned(), mac, addresses }
    };
    let all = networks.iter().map(|(name, network)| describe(name, network));
    let mut interfaces: Vec<Interface> =
        all.filter(|interface| !interface.addresses.is_empty()).collect();
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
