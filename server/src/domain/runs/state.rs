//! State of runs in this server's memory.

use super::ended::EndedRuns;
use super::lost_orders::LostOrders;
use super::together::ReportQueue;

/// Part of the [`App`](crate::app::App).
#[derive(Default)]
pub struct RunState {
    pub(super) ended: EndedRuns,
    pub(super) report_queue: ReportQueue,
    /// Orders that may be lost with the connection they were sent on.
    pub lost_orders: LostOrders,
}
