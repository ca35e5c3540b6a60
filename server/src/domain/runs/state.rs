//! What this server knows of runs and does not store.

use super::ended::Ended;
use super::lost_orders::LostOrders;
use super::together::Together;

/// Part of the [`App`](crate::app::App).
#[derive(Default)]
pub struct RunState {
    pub(super) ended: Ended,
    pub(super) together: Together,
    /// Orders that may be lost with the connection they went onto.
    pub lost_orders: LostOrders,
}
