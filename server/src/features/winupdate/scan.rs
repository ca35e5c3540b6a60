//! The instruction to scan for updates.

use muster_protocol::{ScanUpdates, order_name};

use crate::app::App;
use crate::domain::runs::{Instruction, RunKind};

/// Lists of packages can be long in coming.
const LIMIT_SECONDS: u32 = 1800;

/// The instruction to scan for updates.
pub fn scan_instruction(app: &App) -> Instruction {
    let scan = ScanUpdates {
        refresh: true,
        timeout_seconds: LIMIT_SECONDS,
        output_limit: app.settings.output_limit,
    };
    Instruction::new(RunKind::PatchScan, order_name::SCAN_UPDATES, &scan, LIMIT_SECONDS)
        .described_as("scan for updates")
}
