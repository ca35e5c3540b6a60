//! Network interfaces, without those that the system has for itself.

use sysinfo::MacAddr;

use crate::os::network_interface::Interface;
use crate::os::unix::network_interfaces;

/// Every interface that has an address of its own, by name: there are a dozen without one,
/// over which the system talks to itself.
pub fn interfaces() -> Vec<Interface> {
    let mut interfaces = network_interfaces::list();
    interfaces.retain(|interface| !interface.addresses.is_empty());
    let no_mac = MacAddr::UNSPECIFIED.to_string();
    for interface in interfaces.iter_mut().filter(|interface| interface.mac == no_mac) {
        interface.mac.clear();
    }
    interfaces
}
