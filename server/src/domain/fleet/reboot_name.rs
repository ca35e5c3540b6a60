//! What a reboot at a set time is called.

use crate::ids::RunKey;
/// The name of the reboot that this run is.
pub fn reboot_name(id: RunKey) -> String {
    format!("muster-reboot-{id}")
}
