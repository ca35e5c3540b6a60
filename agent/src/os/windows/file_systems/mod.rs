//! File systems on disks of this machine, by drive letter or by the folder that a
//! volume is mounted in, and how full they are.

mod volume_api;

use crate::os::disk_space::percent_used;
use volume_api::{
    drive_bits, free_space, is_fixed, is_mount_point, mount_points, volume_information,
    volume_path, volume_paths,
};

/// What a volume is, apart from how full it is.
#[derive(Debug, Default, PartialEq)]
pub struct Volume {
    /// Its own path, `\\?\Volume{…}\`; empty for one that has none.
    pub path: String,
    /// The name somebody gave it.
    pub label: String,
    /// The kind of its file system.
    pub kind: String,
}

/// How full a file system is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Space {
    /// Bytes it has, for this account.
    pub total: u64,
    /// Bytes that are free, for this account.
    pub free: u64,
}

impl Space {
    /// Bytes in use.
    pub fn used(&self) -> u64 {
        self.total - self.free
    }

    /// The part in use, 0 to 100.
    pub fn percent_used(&self) -> f64 {
        percent_used(self.used(), self.free)
    }
}

/// Where file systems on fixed disks are: `C:`, `C:\Data`. Nothing on the network
/// and no card reader is asked, as either might not answer.
pub fn mounts() -> Vec<String> {
    let mut mounts = drive_letters();
    let volumes = volume_paths().into_iter().filter(|volume| is_fixed(volume));
    let folders = volumes.flat_map(|volume| mount_points(&volume)).map(|folder| name_of(&folder));
    let mut folders: Vec<String> = folders.filter(|folder| folder.len() > "C:".len()).collect();
    folders.sort();
    mounts.append(&mut folders);
    mounts
}

/// The letters of fixed disks, in their order.
fn drive_letters() -> Vec<String> {
    let fixed = letters_of(drive_bits()).into_iter();
    fixed.filter(|letter| is_fixed(&format!("{letter}\\"))).collect()
}

/// One bit for each letter.
fn letters_of(bits: u32) -> Vec<String> {
    let letters = ('A'..='Z').enumerate().filter(|(index, _)| bits >> index & 1 == 1);
    letters.map(|(_, letter)| format!("{letter}:")).collect()
}

/// The name of a disk for what Windows calls its root.
fn name_of(root: &str) -> String {
    root.trim_end_matches('\\').to_owned()
}

/// The root of a disk for one of its names; none for what can be no disk. A share of
/// a server is none: the agent would log in there with the account of the machine.
fn root_of(disk: &str) -> Option<String> {
    let name = disk.replace('/', "\\");
    let name = name.trim_end_matches('\\');
    let (letter, rest) = name.split_at_checked(1)?;
    let rest = rest.strip_prefix(':')?;
    let is_letter = letter.starts_with(|letter: char| letter.is_ascii_alphabetic());
    let is_path = rest.is_empty() || rest.starts_with('\\');
    (is_letter && is_path).then(|| format!("{name}\\"))
}

/// How full the file system at a folder is; none when it has no size.
pub fn measure(disk: &str) -> Option<Space> {
    free_space(&root_of(disk)?).map(|(total, free)| Space { total, free })
}

/// How full the file system is that is mounted at a folder, on whatever disk; none
/// when nothing with a size is. It may wait: for a drive on the network.
pub fn measure_mount(disk: &str) -> Option<Space> {
    let root = root_of(disk)?;
    let is_drive = root.len() == r"C:\".len();
    (is_drive || is_mount_point(&root)).then(|| measure(&root)).flatten()
}

/// What the volume at a folder is; what is not known is empty.
pub fn describe(disk: &str) -> Volume {
    let Some(root) = root_of(disk) else { return Volume::default() };
    let (label, kind) = volume_information(&root);
    Volume { path: volume_path(&root), label, kind }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_bit_is_a_letter() {
        assert_eq!(letters_of(0b1100), ["C:", "D:"]);
        assert_eq!(letters_of(1 << 25 | 1), ["A:", "Z:"]);
        assert_eq!(letters_of(0), Vec::<String>::new());
    }

    #[test]
    fn the_root_of_a_disk_is_found_by_all_its_names() {
        for (name, root) in [("C:", r"C:\"), ("c:/", r"c:\"), (r"C:\Data\", r"C:\Data\")] {
            assert_eq!(root_of(name).as_deref(), Some(root), "{name}");
        }
        for other in
            ["", "C", "/data", "Data", "1:", "C:Data", r"\\.\C:", r"\\?\C:\", r"\\a\b", "ä:"]
        {
            assert_eq!(root_of(other), None, "{other}");
        }
    }

    #[test]
    fn the_system_drive_is_a_fixed_disk_with_a_size() {
        let drive = std::env::var("SystemDrive").unwrap_or_else(|_| "C:".to_owned());
        assert!(mounts().contains(&drive), "{:?}", mounts());
        let space = measure(&drive).unwrap();
        assert!(space.total > 0 && space.free <= space.total);
        assert!((0.0..=100.0).contains(&space.percent_used()));
        assert!(!describe(&drive).kind.is_empty());
    }

    #[test]
    fn a_folder_is_no_disk_and_neither_is_a_drive_that_is_missing() {
        assert!(measure_mount("C:").is_some() && measure_mount(r"c:\").is_some());
        assert_eq!(measure_mount(r"C:\Windows"), None);
        assert_eq!(measure_mount(r"C:\no such folder"), None);
        let missing = letters_of(!drive_bits()).pop().unwrap();
        assert_eq!(measure_mount(&missing), None);
    }
}
