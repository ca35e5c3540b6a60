//! Updates of the operating system, the same on every platform.
//!
//! Scan and install are orders: what they report travels as the run's stdout,
//! a JSON document of the types here.

use serde::{Deserialize, Serialize};

/// What `scan_updates` prints.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct UpdateScan {
    /// Which updater was asked: `apt`, `dnf`, `zypper`, `pacman`, `windows_update`, ….
    pub source: String,
    /// What could be installed.
    pub updates: Vec<Update>,
    /// Whether the system asks for a reboot.
    pub reboot_required: bool,
}

/// One update.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Update {
    /// Identifies it for ever: on Windows its GUID, elsewhere `package=version`.
    pub guid: String,
    /// Package, or knowledge-base number.
    pub name: String,
    /// The version it brings.
    pub version: String,
    /// The version that is installed.
    pub installed_version: String,
    /// A line for people.
    pub title: String,
    /// `Critical`, `Important`, `Moderate`, `Low`, or empty.
    pub severity: String,
    /// Whether it closes a security hole.
    pub is_security: bool,
    /// Whether the administrator holds the package back.
    pub is_held: bool,
    /// More for people than the title.
    pub description: String,
    /// Articles about it: `KB5034441`.
    pub kb_ids: Vec<String>,
    /// What kind of update it is, in the language of the system.
    pub categories: Vec<String>,
    /// The same by identifiers, in the same order.
    pub category_ids: Vec<String>,
    /// Pages about it.
    pub more_info_urls: Vec<String>,
    /// Where help is.
    pub support_url: String,
    /// Which edition of the update it is; 0 where updates have none.
    pub revision: u32,
    /// The most it downloads; 0 when unknown.
    pub size_bytes: u64,
    /// Whether it is a driver.
    pub is_driver: bool,
    /// Whether the machine has its files already.
    pub is_downloaded: bool,
    /// Whether its installation can ask for something.
    pub can_ask_for_input: bool,
    /// Whether it always needs a restart.
    pub needs_reboot: bool,
    /// Why the last attempt to install it failed; empty when none did.
    pub error: String,
}

/// Body of the order `scan_updates`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ScanUpdates {
    /// Whether to refresh the lists of what there is first.
    pub refresh: bool,
    /// After this many seconds the whole process tree is killed.
    pub timeout_seconds: u32,
    /// Bytes kept of each stream.
    pub output_limit: u64,
    /// Updates that the system itself is to leave out, too, by `guid`. Only agents
    /// that name [`crate::capability::HIDE_UPDATES`] do so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hide: Vec<String>,
    /// Updates that the system is to offer again. The same agents.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub show: Vec<String>,
}

/// Body of the order `install_updates`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InstallUpdates {
    /// Which ones, by `guid`. Never empty.
    pub guids: Vec<String>,
    /// After this many seconds the whole process tree is killed.
    pub timeout_seconds: u32,
    /// Bytes kept of each stream.
    pub output_limit: u64,
}

/// Body of the orders `install_software` and `uninstall_software`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChangeSoftware {
    /// The package.
    pub name: String,
    /// `apt`, `dnf`, `zypper`, `pacman`, …; empty for the system's own.
    pub manager: String,
    /// A version; empty for the newest.
    pub version: String,
    /// After this many seconds the whole process tree is killed.
    pub timeout_seconds: u32,
    /// Bytes kept of each stream.
    pub output_limit: u64,
}
