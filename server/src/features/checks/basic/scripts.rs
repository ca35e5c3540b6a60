//! The scripts of ready-made monitoring.

use crate::features::scripts::ReadyScript;

const CATEGORY: &str = "Monitoring";

/// Whether something was written to a folder lately.
pub const BACKUP: ReadyScript = ReadyScript {
    name: "Backup freshness",
    description: "Fails when a folder has no file of the last hours. Arguments: hours, paths.",
    category: CATEGORY,
    shell: "shell",
    body: include_str!("scripts/backup_freshness.sh"),
    platforms: &["linux", "darwin"],
};

/// Whether certificates are valid for long enough.
pub const CERTIFICATE: ReadyScript = ReadyScript {
    name: "Certificate expiry",
    description: "Warns of certificates that expire soon. Arguments: days, files or host:port.",
    category: CATEGORY,
    shell: "shell",
    body: include_str!("scripts/certificate_expiry.sh"),
    platforms: &["linux", "darwin"],
};

/// Whether the system waits for a reboot.
pub const REBOOT: ReadyScript = ReadyScript {
    name: "Reboot pending",
    description: "Fails when a reboot has been pending for some days. Argument: days.",
    category: CATEGORY,
    shell: "shell",
    body: include_str!("scripts/reboot_pending.sh"),
    platforms: &["linux"],
};

/// The same on Windows.
pub const REBOOT_WINDOWS: ReadyScript = ReadyScript {
    name: "Reboot pending (Windows)",
    description: "Fails when a reboot has been pending for some days. Argument: days.",
    category: CATEGORY,
    shell: "powershell",
    body: include_str!("scripts/reboot_pending.ps1"),
    platforms: &["windows"],
};
