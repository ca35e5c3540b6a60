//! The name of a scheduled reboot.

use crate::ids::RunKey;
/// The name of the reboot with this run.
pub fn reboot_name(id: RunKey) -> String {
    format!("muster-reboot-{id}")
}
