//! The inventory of a Linux machine, from `/sys`, `/proc` and `/etc`.

mod graphics;
mod hardware;
mod local_accounts;
mod network;
mod system;
mod text_file;

use muster_protocol::Inventory;
use serde_json::json;

use super::{file_systems, process_stat};
use crate::os::InventoryParts;
use crate::os::detail_text::detail_text;
use crate::os::machine_id;
use crate::os::network_interface::local_addresses;
use text_file::read_line;

/// Collects the inventory, with the parts that other programs were asked for.
pub fn collect(parts: &InventoryParts) -> Inventory {
    let cpus = hardware::cpu_models();
    let gpus = graphics::cards();
    let disks = hardware::physical_disks();
    let memory = hardware::memory_bytes();
    let interfaces = network::interfaces();
    let local_ips = local_addresses(&interfaces);
    let make_model = hardware::make_model();
    let serial_number = hardware::serial_number();
    let (local_users, local_groups) = local_accounts::read();
    let detail = json!({
        "cpus": cpus,
        "gpus": gpus,
        "disks": disks,
        "local_ips": local_ips,
        "make_model": make_model,
        "serialnumber": serial_number,
        "memory": memory,
        "network": interfaces,
        "kernel": system::kernel_release(),
        "local_users": local_users,
        "local_groups": local_groups,
    });
    let mut detail = detail.as_object().cloned().unwrap_or_default();
    parts.add_to(&mut detail);
    let logged_in_username = parts.active_user();
    Inventory {
        operating_system: system::operating_system(),
        make_model,
        serial_number,
        cpu_model: cpus,
        graphics: gpus.join(", "),
        physical_disks: disks,
        memory_bytes: memory,
        local_ips,
        boot_time: i64::try_from(system::boot_time()).unwrap_or(0),
        last_logged_in_user: system::last_login().unwrap_or_else(|| logged_in_username.clone()),
        logged_in_username,
        needs_reboot: system::needs_reboot(),
        time_zone: system::time_zone(),
        disks: file_systems::list(),
        detail: detail_text(detail),
    }
}

/// Differs each time the machine starts.
pub fn boot_mark() -> String {
    process_stat::boot_id()
}

/// IANA name of the machine's time zone.
pub fn time_zone() -> String {
    system::time_zone()
}

/// Whether the system asks for a restart.
pub fn needs_reboot() -> bool {
    system::needs_reboot()
}

/// What stays the same when the disk is wiped, hashed; empty when there is
/// nothing of the kind.
///
/// The id of the installation is better than nothing: it survives a new
/// enrolment, though not a new installation.
pub fn hardware_id() -> String {
    let board = |name: &str| read_line(&format!("/sys/class/dmi/id/{name}"));
    let (uuid, serial) = (board("product_uuid"), board("product_serial"));
    machine_id::id_of(&uuid, &serial, &read_line("/etc/machine-id"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_detail_has_what_programs_expect() {
        let parts = InventoryParts { sessions: Vec::new(), wake_timers: Ok(Vec::new()) };
        let detail: serde_json::Value = serde_json::from_str(&collect(&parts).detail).unwrap();
        for key in [
            "cpus",
            "gpus",
            "disks",
            "local_ips",
            "make_model",
            "serialnumber",
            "memory",
            "local_users",
            "local_groups",
            "sessions",
            "wake_timers",
        ] {
            assert!(detail.get(key).is_some(), "{key} is missing");
        }
    }
}
