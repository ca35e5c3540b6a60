//! The network interfaces of this machine, as the system counts them.

use std::net::IpAddr;

use sysinfo::Networks;

use crate::os::network_interface::{Interface, is_reachable};

/// Every interface there is, by name.
pub fn list() -> Vec<Interface> {
    let Ok(networks) = Networks::new_with_refreshed_list() else { return Vec::new() };
    let all = networks.iter().map(|(name, network)| {
        let (name, mac) = (name.to_string_lossy().into_owned(), network.mac_address().to_string());
        let found = network.ip_networks().iter().map(|network| network.addr);
        let addresses: Vec<IpAddr> = found.filter(is_reachable).collect();
        Interface::new(name, mac, &addresses)
    });
    let mut interfaces: Vec<Interface> = all.collect();
    interfaces.sort_by(|one, other| one.name.cmp(&other.name));
    interfaces
}
