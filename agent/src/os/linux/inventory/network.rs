//! Network interfaces, without loopback.

use crate::os::network_interface::Interface;
use crate::os::unix::network_interfaces;

/// Every interface but loopback, by name.
pub fn interfaces() -> Vec<Interface> {
    let mut interfaces = network_interfaces::list();
    interfaces.retain(|interface| interface.name != "lo");
    interfaces
}
