//! State of runs in this server's memory.

use super::ended::Ended;
use super::lost_orders::LostOrders;
use super::together::Together;

/// Part of the [`App`](crate::app::App).
#[derive(Default)]
pub struct RunState {
    pub(super) ended: Ended,
    pub(super) together: Together,
    /// Orders that may be lost with the connection they were sent on.
    pub lost_orders: LostOrders,
}
