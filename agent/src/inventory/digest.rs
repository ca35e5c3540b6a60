//! A digest that changes when something worth telling did, and not before.

use muster_protocol::{Inventory, encode, hex};
use ring::digest::{SHA256, digest};

/// A disk counts as changed when it filled or emptied by so many percent.
const PERCENT_STEP: u8 = 5;

/// The digest of an inventory on a machine that was started as `boot_mark` says.
///
/// Numbers that move all the time are left out or made coarse. The time of the
/// start is computed by the kernel and moves with the clock; the mark does not.
pub fn of(inventory: &Inventory, boot_mark: &str) -> String {
    let mut steady = inventory.clone();
    if !boot_mark.is_empty() {
        steady.boot_time = 0;
    }
    for disk in &mut steady.disks {
        disk.used = 0;
        disk.free = 0;
        disk.percent = disk.percent / PERCENT_STEP * PERCENT_STEP;
    }
    let mut text = encode(&steady);
    text.extend_from_slice(boot_mark.as_bytes());
    hex::encode(digest(&SHA256, &text).as_ref())
}

#[cfg(test)]
mod tests {
    use muster_protocol::Disk;
    use proptest::prelude::*;

    use super::*;

    fn machine(used: u64, percent: u8) -> Inventory {
        let disk = Disk { device: "/".to_owned(), total: 1000, used, percent, ..Disk::default() };
        Inventory { disks: vec![disk], boot_time: 5, ..Inventory::default() }
    }

    #[test]
    fn a_restart_a_new_disk_and_a_fuller_disk_are_news() {
        let before = of(&machine(500, 50), "a");
        assert_ne!(of(&machine(500, 50), "b"), before);
        assert_ne!(of(&machine(550, 55), "a"), before);
        assert_ne!(of(&Inventory { disks: vec![], ..machine(500, 50) }, "a"), before);
    }

    proptest! {
        #[test]
        fn bytes_and_clock_corrections_are_no_news(used: u64, boot_time: i64, percent in 50..55u8) {
            let now = Inventory { boot_time, ..machine(used, percent) };
            prop_assert_eq!(of(&now, "a"), of(&machine(500, 50), "a"));
        }
    }
}
