//! What the list of processes is like on every system.

use std::time::Duration;

/// Between the two samples that show how busy a process is.
pub const BETWEEN_SAMPLES: Duration = Duration::from_millis(400);

/// Longer command lines are cut.
pub const MAX_COMMAND_LINE_BYTES: usize = 16 * 1024;
