//! The instruction to scan for updates.

use muster_protocol::{ScanUpdates, order_name};

use super::queries::HidingWishes;
use crate::app::App;
use crate::domain::runs::{Instruction, RunKind};

/// Lists of packages can be long in coming.
const LIMIT_SECONDS: u32 = 1800;

/// The instruction to scan for updates, the same for many agents.
pub fn scan_instruction(app: &App) -> Instruction {
    scan_with_wishes(app, HidingWishes::default())
}

/// The instruction for one agent, which also hides and shows some of them.
pub fn scan_with_wishes(app: &App, wishes: HidingWishes) -> Instruction {
    let HidingWishes { hide, show } = wishes;
    let scan = ScanUpdates {
        refresh: true,
        timeout_seconds: LIMIT_SECONDS,
        output_limit: app.settings.output_limit,
        hide,
        show,
    };
    Instruction::new(RunKind::PatchScan, order_name::SCAN_UPDATES, &scan, LIMIT_SECONDS)
        .described_as("scan for updates")
}
