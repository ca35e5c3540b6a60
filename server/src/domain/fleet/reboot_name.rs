//! What a reboot at a set time is called.

/// The name of the reboot that this run is.
pub fn reboot_name(id: i64) -> String {
    format!("muster-reboot-{id}")
}
