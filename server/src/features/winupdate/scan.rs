//! The order that looks for updates.

use muster_protocol::{Order, ScanUpdates, order_name};

use crate::app::App;

/// Type of the run.
pub const KIND: &str = "patch_scan";
/// What the history shows.
pub const COMMAND: &str = "scan for updates";
/// Lists of packages can be long in coming.
pub const LIMIT_SECONDS: u32 = 1800;

/// The order of one scan.
pub fn order(app: &App, run_id: String) -> Order {
    let scan = ScanUpdates {
        refresh: true,
        timeout_seconds: LIMIT_SECONDS,
        output_limit: app.settings.output_limit,
    };
    Order::new(run_id, order_name::SCAN_UPDATES, &scan)
}
