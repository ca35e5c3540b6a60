//! The inventory of a Windows machine, from its firmware, the registry and WMI.

mod answers;
mod boot_mark;
mod classes;
mod detail;
mod group_members;
mod hardware;
#[cfg(test)]
mod hardware_tests;
mod join;
mod net_buffer;
mod network;
mod pending_reboot;
mod security;
mod smbios;
mod system;
mod time_zone;
mod zone_names;

use muster_protocol::{Disk, Inventory};

use super::file_systems::{self, Space};
use super::registry_values::machine_text;
use crate::os::InventoryParts;
use crate::os::machine_id;
use crate::os::network_interface::local_addresses;
use detail::Facts;
use hardware::PhysicalDisk;

/// Collects the inventory, with the parts that other programs were asked for. Takes half a
/// minute at most when WMI does not answer.
pub fn collect(parts: &InventoryParts) -> Inventory {
    let answers = answers::collect();
    let board = smbios::read();
    let (disks, physical_disks) = (disks(), hardware::physical_disks(&answers));
    let interfaces = network::interfaces();
    let pending_reboot = pending_reboot::causes();
    let facts = Facts {
        disks: &disks,
        physical_disks: &physical_disks,
        interfaces: &interfaces,
        pending_reboot: &pending_reboot,
        parts,
    };
    let logged_in_username = parts.active_user();
    let last_user = Some(system::last_user()).filter(|user| !user.is_empty());
    Inventory {
        operating_system: system::operating_system(),
        make_model: hardware::make_model(&answers, &board.make_model()),
        serial_number: hardware::serial_number(&answers, &board.serial_number()),
        cpu_model: hardware::cpu_models(&answers),
        graphics: hardware::graphics(&answers),
        physical_disks: physical_disks.iter().map(PhysicalDisk::line).collect(),
        memory_bytes: system::memory_bytes(),
        local_ips: local_addresses(&interfaces),
        boot_time: system::boot_time(),
        last_logged_in_user: last_user.unwrap_or_else(|| logged_in_username.clone()),
        logged_in_username,
        needs_reboot: !pending_reboot.is_empty(),
        time_zone: time_zone(),
        detail: detail::text_of(&answers, &facts),
        disks,
    }
}

/// Differs each time the machine starts; empty when that is not known.
pub fn boot_mark() -> String {
    boot_mark::read()
}

/// Removes what the agent wrote for it.
pub(in crate::os::windows) fn forget_boot_mark() {
    boot_mark::forget();
}

/// IANA name of the machine's time zone; empty when it has none.
pub fn time_zone() -> String {
    time_zone::name()
}

/// Whether the system asks for a restart.
pub fn needs_reboot() -> bool {
    !pending_reboot::causes().is_empty()
}

/// What stays the same when the disk is wiped, hashed; empty when there is
/// nothing of the kind.
///
/// The id of the installation is better than nothing: it survives a new
/// enrolment, though not a new installation.
pub fn hardware_id() -> String {
    let board = smbios::read();
    let installation = machine_text(r"SOFTWARE\Microsoft\Cryptography", "MachineGuid");
    machine_id::id_of(&board.uuid, &board.serial, &installation)
}

/// Every file system on a fixed disk that can be measured.
fn disks() -> Vec<Disk> {
    let describe = |mount: String| {
        let space = file_systems::measure(&mount)?;
        let volume = file_systems::describe(&mount);
        let Space { total, free } = space;
        Some(Disk {
            device: mount,
            source: volume.path,
            fstype: volume.kind,
            total,
            used: space.used(),
            free,
            percent: space.percent_used().round() as u8,
        })
    };
    file_systems::mounts().into_iter().filter_map(describe).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::os::LoginSession;

    #[test]
    fn this_machine_is_described() {
        let ann = LoginSession { user: "ann".to_owned(), ..LoginSession::default() };
        let parts = InventoryParts { sessions: vec![ann], wake_timers: Ok(Vec::new()) };
        let inventory = collect(&parts);
        assert!(inventory.operating_system.starts_with("Windows"));
        assert!(inventory.memory_bytes > 0 && inventory.boot_time > 1_000_000_000);
        assert!(!inventory.cpu_model.is_empty());
        assert_eq!(inventory.logged_in_username, "ann");
        assert!(!inventory.last_logged_in_user.is_empty());
        let system = inventory.disks.iter().find(|disk| disk.device == "C:").unwrap();
        assert!(system.total > 0 && system.percent <= 100, "{system:?}");
        let detail: Value = serde_json::from_str(&inventory.detail).unwrap();
        for group in classes::CLASSIC {
            assert!(detail[group].is_array(), "{group} is missing");
        }
        assert!(detail["os"][0][0]["Caption"].is_string(), "{}", detail["os"]);
        assert!(detail["pending_reboot"].is_array());
        assert_eq!(detail["sessions"], serde_json::json!([{ "user": "ann" }]));
    }

    #[test]
    fn a_start_and_a_machine_have_steady_marks() {
        assert_eq!(boot_mark(), boot_mark());
        assert!(!boot_mark().is_empty());
        assert_eq!(hardware_id(), hardware_id());
        // Wine may have neither firmware nor an id of the installation.
        assert!(matches!(hardware_id().len(), 0 | 64), "{}", hardware_id());
    }
}
