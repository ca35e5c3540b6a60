//! Every event there is: its topic, its type, its data and when it happens.
//!
//! Events are made here and nowhere else, by one constructor each
//! (`Event::run_queued(…)`). `docs/events.md` and the types of the web
//! interface (`web/src/live/events.gen.ts`) are written from this catalogue by
//! the tests of `features/live_events`.

mod agents;
mod alerts;
mod bulk;
mod checks;
mod config;
mod event_type;
mod inventory;
mod notes;
mod recordings;
mod remote;
mod runs;
mod tasks;
#[cfg(test)]
mod tests;
mod topic;
mod watches;

pub use agents::{AGENT_MOVED, AGENT_REMOVED, AgentChanges, AgentRef, ChangedKeys};
pub use alerts::AlertInfo;
pub use bulk::{BulkCounts, BulkProgress};
pub use checks::{CheckCounts, CheckResult, CheckResultCounts, FailingCounts};
pub use config::{ConfigObject, Entity};
#[cfg(test)]
pub use event_type::Entry;
pub use event_type::EventType;
pub use runs::{RUN_FINISHED, RUN_OUTPUT};
pub use tasks::TaskResult;
pub use topic::{Topic, TopicKind, WideTopic};
pub use watches::WatchFired;

/// All events, in the order in which they are documented.
#[cfg(test)]
pub fn entries() -> Vec<Entry> {
    [
        agents::entries(),
        checks::entries(),
        tasks::entries(),
        alerts::entries(),
        runs::entries(),
        bulk::entries(),
        inventory::entries(),
        notes::entries(),
        watches::entries(),
        remote::entries(),
        recordings::entries(),
        config::entries(),
    ]
    .concat()
}
