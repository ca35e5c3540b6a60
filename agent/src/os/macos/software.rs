//! What is installed on macOS.

use muster_protocol::Software;

use crate::os::Problem;

/// Everything that is installed.
pub async fn list_software() -> Result<Vec<Software>, Problem> {
    Err(Problem::not_supported_yet("listing software"))
}
