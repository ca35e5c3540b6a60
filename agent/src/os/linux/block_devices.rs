//! Which block devices are disks of their own.

use std::path::Path;

/// Devices without a disk, and those that are made of other devices, where the
/// same bytes are read and written once more.
const NOT_DISKS: [&str; 9] = ["loop", "ram", "zram", "dm-", "md", "sr", "fd", "nbd", "drbd"];

/// Whether a device with this name is a disk, or a part of one.
pub fn is_disk(name: &str) -> bool {
    !NOT_DISKS.iter().any(|prefix| name.starts_with(prefix))
}

/// Whether the device is a whole disk of this machine, not a partition.
pub fn is_whole(name: &str) -> bool {
    // A folder cannot have a slash in its name, as some drivers' devices do.
    Path::new("/sys/block").join(name.replace('/', "!")).exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_made_of_others_are_no_disks() {
        for name in ["sda", "sda1", "nvme0n1", "vda", "mmcblk0", "cciss/c0d0"] {
            assert!(is_disk(name), "{name}");
        }
        for name in ["loop0", "ram1", "zram0", "dm-3", "md127", "sr0", "fd0"] {
            assert!(!is_disk(name), "{name}");
        }
        assert!(!is_whole("no-such-disk"));
    }
}
