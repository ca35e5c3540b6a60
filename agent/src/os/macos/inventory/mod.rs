//! The inventory of a macOS machine, by the tools that the system has for people.

mod hardware;
mod local_accounts;
mod network;
pub mod pending_restart;
mod profile;
mod system;

use std::path::Path;

use muster_protocol::{Disk, Inventory};
use serde_json::{Value, json};
use sysinfo::{DiskRefreshKind, System};

use super::file_systems::{measure, volumes};
use crate::os::InventoryParts;
use crate::os::detail_text::detail_text;
use crate::os::machine_id;
use crate::os::network_interface::local_addresses;

/// Collects the inventory, with the parts that other programs were asked for.
pub fn collect(parts: &InventoryParts) -> Inventory {
    let profile = profile::read();
    let interfaces = network::interfaces();
    let (cpus, graphics) = (hardware::cpu_models(&profile), hardware::graphics(&profile));
    let (make_model, physical_disks) =
        (hardware::make_model(&profile), hardware::physical_disks(&profile));
    let local_ips = local_addresses(&interfaces);
    let memory = System::new().map_or(0, |mut system| {
        system.refresh_memory();
        system.total_memory()
    });
    let (_, serial_number) = system::marks();
    let detail = json!({
        "cpus": cpus,
        "gpus": graphics,
        "disks": physical_disks,
        "local_ips": local_ips,
        "make_model": make_model,
        "serialnumber": serial_number,
        "memory": memory,
        "network": interfaces,
        "kernel": System::kernel_version().unwrap_or_default(),
        "system_profiler": profile,
    });
    let mut detail = detail.as_object().cloned().unwrap_or_default();
    local_accounts::add_to(&mut detail);
    parts.add_to(&mut detail);
    let logged_in_username = parts.active_user();
    let last_user = Some(system::last_user()).filter(|name| !name.is_empty());
    Inventory {
        operating_system: system::operating_system(),
        make_model,
        serial_number,
        cpu_model: cpus,
        graphics: graphics.join(", "),
        physical_disks,
        memory_bytes: memory,
        local_ips,
        boot_time: System::boot_time().ok().and_then(|time| time.try_into().ok()).unwrap_or(0),
        last_logged_in_user: last_user.unwrap_or_else(|| logged_in_username.clone()),
        logged_in_username,
        needs_reboot: needs_reboot(),
        time_zone: time_zone(),
        disks: disks(&profile),
        detail: detail_text(detail),
    }
}

/// Differs each time the machine starts; empty when that is not known.
pub fn boot_mark() -> String {
    system::boot_mark()
}

/// IANA name of the machine's time zone; empty when it has none.
pub fn time_zone() -> String {
    system::time_zone(Path::new("/etc/localtime"))
}

/// Whether updates wait for a restart.
pub fn needs_reboot() -> bool {
    pending_restart::is_pending(Path::new(pending_restart::FILE), &boot_mark())
}

/// What stays the same when the disk is wiped, hashed; empty when it is not known.
pub fn hardware_id() -> String {
    let (uuid, serial) = system::marks();
    machine_id::id_of(&uuid, &serial, "")
}

/// Every volume that people see and that can be measured.
fn disks(profile: &Value) -> Vec<Disk> {
    let describe = |volume: &sysinfo::Disk| {
        let space = measure(volume.mount_point())?;
        let device = volume.mount_point().to_string_lossy().into_owned();
        let source = hardware::device_of(profile, &device);
        Some(Disk {
            source: source.unwrap_or_else(|| volume.name().to_string_lossy().into_owned()),
            device,
            fstype: volume.file_system().to_string_lossy().into_owned(),
            total: space.total,
            used: space.used,
            free: space.free,
            percent: space.percent_used().round() as u8,
        })
    };
    volumes(DiskRefreshKind::nothing()).iter().filter_map(describe).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::os::LoginSession;

    #[test]
    fn what_no_tool_says_is_empty_and_the_rest_is_there() {
        // Here are none of the tools; the numbers are this machine's.
        let ann = LoginSession { user: "ann".to_owned(), ..LoginSession::default() };
        let parts = InventoryParts { sessions: vec![ann], wake_timers: Ok(Vec::new()) };
        let inventory = collect(&parts);
        assert_eq!((inventory.make_model.as_str(), inventory.serial_number.as_str()), ("", ""));
        assert_eq!(inventory.logged_in_username, "ann");
        assert!(inventory.memory_bytes > 0 && inventory.boot_time > 1_000_000_000);
        let detail: Value = serde_json::from_str(&inventory.detail).unwrap();
        for key in ["cpus", "gpus", "disks", "local_ips", "make_model", "serialnumber", "memory"] {
            assert!(detail.get(key).is_some(), "{key} is missing");
        }
    }
}
