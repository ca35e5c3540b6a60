//! The inventory of a Windows machine: only what needs no system calls of its own.

use muster_protocol::Inventory;
use sysinfo::System;

/// Collects the inventory; the rest is not written for Windows yet.
pub fn collect(users: &[String]) -> Inventory {
    Inventory {
        operating_system: System::long_os_version().unwrap_or_default(),
        boot_time: i64::try_from(System::boot_time().unwrap_or(0)).unwrap_or(0),
        logged_in_username: users.first().cloned().unwrap_or_default(),
        time_zone: time_zone(),
        detail: "{}".to_owned(),
        ..Inventory::default()
    }
}

/// Differs each time the machine starts; empty when that is not known.
pub fn boot_mark() -> String {
    String::new()
}

/// What stays the same when the disk is wiped; not written for Windows yet.
pub fn hardware_id() -> String {
    String::new()
}

/// IANA name of the machine's time zone; empty when it has none.
pub fn time_zone() -> String {
    iana_time_zone::get_timezone().unwrap_or_default()
}

/// Whether the system asks for a restart: not known here yet.
pub fn needs_reboot() -> bool {
    false
}
