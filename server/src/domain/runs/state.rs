//! State of runs in this server's memory.

use super::ended::EndedRuns;
use super::lost_orders::LostOrders;
use super::output_room::DailyOutput;
use super::reports::AgentReports;
use super::start_together::StartQueue;
use crate::batch::Batch;
use crate::domain::key_store::MaskCache;

/// Part of the [`App`](crate::app::App).
pub struct RunState {
    pub(super) ended: EndedRuns,
    /// The output that was stored today.
    pub(super) daily_output: DailyOutput,
    /// Reports of agents that wait to be stored.
    pub(super) report_queue: Batch<AgentReports>,
    /// Runs that wait to be stored.
    pub(super) start_queue: StartQueue,
    /// Orders that may be lost with the connection they were sent on.
    pub lost_orders: LostOrders,
    /// Secrets that must not be stored in output.
    pub masks: MaskCache,
}

impl RunState {
    pub fn new(has_one_writer: bool) -> Self {
        Self {
            ended: EndedRuns::default(),
            daily_output: DailyOutput::default(),
            report_queue: Batch::default(),
            start_queue: StartQueue::new(has_one_writer),
            lost_orders: LostOrders::default(),
            masks: MaskCache::default(),
        }
    }
}
