//! What a machine is made of, and the state it is in.

use serde::{Deserialize, Serialize};

/// What an agent reports about its machine. Text that is not known is empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Inventory {
    /// Name, release and architecture of the system, in one line.
    pub operating_system: String,
    /// Maker and model of the machine.
    pub make_model: String,
    /// Serial number of the machine.
    pub serial_number: String,
    /// One entry per processor socket or kind.
    pub cpu_model: Vec<String>,
    /// Graphics cards, one line.
    pub graphics: String,
    /// One line per physical disk: name, size, kind.
    pub physical_disks: Vec<String>,
    /// Memory in bytes.
    pub memory_bytes: u64,
    /// Addresses of the machine itself, loopback and link-local left out.
    pub local_ips: Vec<String>,
    /// Seconds since 1970 when the system started.
    pub boot_time: i64,
    /// Who is logged in now; empty when nobody is.
    pub logged_in_username: String,
    /// Who was logged in last; empty when unknown.
    pub last_logged_in_user: String,
    /// Whether the system asks for a reboot.
    pub needs_reboot: bool,
    /// IANA name of the system's time zone; empty when unknown.
    pub time_zone: String,
    /// Mounted file systems.
    pub disks: Vec<Disk>,
    /// Everything else, as JSON text: the `wmi_detail` of the API.
    pub detail: String,
}

/// One mounted file system.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Disk {
    /// Mount point or drive letter: what a disk check is given.
    pub device: String,
    /// What is mounted there.
    pub source: String,
    /// Kind of file system.
    pub fstype: String,
    /// Size in bytes.
    pub total: u64,
    /// Bytes in use.
    pub used: u64,
    /// Bytes free for an ordinary user.
    pub free: u64,
    /// Part in use, rounded.
    pub percent: u8,
}
