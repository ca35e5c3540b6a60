//! One event, one transition.

use super::decision::Decision;
use super::event::{Event, Trigger};
use super::perform::Performance;
use super::rules::Rules;
use super::state::State;
use super::table::row_for;

/// What came of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The state to store.
    pub state: State,
    /// What to do, in this order, in the transaction that stores the state;
    /// messages and actions as jobs of that transaction.
    pub decisions: Vec<Decision>,
}

/// Decides what an event does to the alert of a cause.
///
/// Every event has an answer in every state: timers that come late and events that
/// come twice change nothing.
pub fn step(state: &State, event: &Event, rules: &Rules) -> Step {
    let mut state = *state;
    // Silence that begins or ends now already decides which transition it is.
    match event {
        Event::MaintenanceBegan => state.maintenance = true,
        Event::MaintenanceEnded => state.maintenance = false,
        Event::CoverBegan => state.covered = true,
        Event::CoverEnded => state.covered = false,
        Event::Failed { severity } | Event::FlappingBegan { severity } => {
            state.severity = *severity;
        }
        _ => {}
    }
    let row = row_for(state.phase, state.silence(), Trigger::of(event, rules));
    let mut performance = Performance::new(state, event, rules);
    for effect in row.effects {
        performance.perform(*effect);
    }
    performance.finish(row.next)
}
