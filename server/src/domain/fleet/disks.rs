//! The file systems of a machine as the API shows them.

use muster_protocol::Disk;
use serde::Serialize;
use utoipa::ToSchema;

use crate::sizes::for_people;

/// A mounted file system.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ShownDisk {
    /// Mount point or drive letter.
    pub device: String,
    /// What is mounted there.
    pub source: String,
    /// Kind of file system.
    pub fstype: String,
    /// Its size, as text for people: `125.4 GB`.
    pub total: String,
    /// Its size in bytes.
    pub total_bytes: u64,
    /// What is in use, as text for people.
    pub used: String,
    /// Bytes in use.
    pub used_bytes: u64,
    /// What an ordinary user can still use, as text for people.
    pub free: String,
    /// Bytes that an ordinary user can still use.
    pub free_bytes: u64,
    /// Part in use, rounded.
    pub percent: u8,
}

impl From<Disk> for ShownDisk {
    fn from(disk: Disk) -> Self {
        Self {
            device: disk.device,
            source: disk.source,
            fstype: disk.fstype,
            total: for_people(disk.total),
            total_bytes: disk.total,
            used: for_people(disk.used),
            used_bytes: disk.used,
            free: for_people(disk.free),
            free_bytes: disk.free,
            percent: disk.percent,
        }
    }
}

/// The file systems that are stored as JSON text. It was checked when it was
/// received; none are shown if it cannot be parsed.
pub fn shown_disks(stored: &str) -> Vec<ShownDisk> {
    let disks: Vec<Disk> = serde_json::from_str(stored).unwrap_or_default();
    disks.into_iter().map(ShownDisk::from).collect()
}
