//! Every transition, as data.
//!
//! A row is for some phases, some reasons for silence and one trigger. For every
//! combination there is exactly one row: a test reads them all.

use super::effect::{Effect, Effect as E};
use super::event::{Trigger, Trigger as T};
use super::state::Phase::{self, Acknowledged, Clear, Open, Snoozed, Suppressed};
use super::state::Silence;

/// One transition, for all phases and silences it names.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// What happened.
    pub trigger: Trigger,
    /// In which phases.
    pub phases: &'static [Phase],
    /// Under which silences, those that the event begins or ends already applied.
    pub silences: &'static [Silence],
    /// The next phase; none means the same.
    pub next: Option<Phase>,
    /// What is done, in this order.
    pub effects: &'static [Effect],
}

impl Row {
    /// Whether the row is for this combination.
    pub fn is_for(&self, phase: Phase, silence: Silence, trigger: Trigger) -> bool {
        self.trigger == trigger && self.phases.contains(&phase) && self.silences.contains(&silence)
    }
}

/// What nothing comes of; for combinations the table does not have, which a test excludes.
const NOTHING: Row = row(Trigger::Failed, ANY, ALWAYS, None, &[]);

/// Returns the row for a combination.
pub fn row_for(phase: Phase, silence: Silence, trigger: Trigger) -> &'static Row {
    TABLE.iter().find(|row| row.is_for(phase, silence, trigger)).unwrap_or(&NOTHING)
}

const ANY: &[Phase] = &Phase::ALL;
const NONE_OPEN: &[Phase] = &[Clear, Suppressed];
const HEARD: &[Phase] = &[Open, Acknowledged];
const ANY_OPEN: &[Phase] = &[Open, Acknowledged, Snoozed];
const ALWAYS: &[Silence] = &Silence::ALL;
const LOUD: &[Silence] = &[Silence::None];
const COVERED: &[Silence] = &[Silence::Covered];
const MAINTENANCE: &[Silence] = &[Silence::Maintenance];
const SILENT: &[Silence] = &[Silence::Covered, Silence::Maintenance];
/// Recoveries of alerts that were announced are announced, unless it is maintenance.
const NO_MAINTENANCE: &[Silence] = &[Silence::None, Silence::Covered];

/// Every transition.
pub const TABLE: &[Row] = &[
    // A failure opens one alert, or updates it. Silenced, it is recorded as suppressed.
    row(T::Failed, &[Clear], LOUD, Some(Open), OPENS),
    row(T::Failed, &[Suppressed], LOUD, Some(Open), REPLACES_SUPPRESSED),
    row(T::Failed, &[Clear], COVERED, Some(Suppressed), &[E::Suppress, E::ListInCover]),
    row(T::Failed, &[Clear], MAINTENANCE, Some(Suppressed), &[E::Suppress]),
    row(T::Failed, HEARD, LOUD, None, &[E::Update, E::Announce, E::RunAction]),
    row(T::Failed, HEARD, SILENT, None, &[E::Update]),
    row(T::Failed, &[Snoozed], ALWAYS, None, &[E::Update]),
    row(T::Failed, &[Suppressed], SILENT, None, &[E::Update]),
    // A failure for which nothing applies opens nothing, but an alert that is there follows it.
    row(T::FailedUnwanted, &[Clear], ALWAYS, None, &[]),
    row(T::FailedUnwanted, ANY_OPEN, ALWAYS, None, &[E::Update]),
    row(T::FailedUnwanted, &[Suppressed], ALWAYS, None, &[E::Update]),
    // Flapping is one message about all changes to come.
    row(T::FlappingBegan, &[Clear], LOUD, Some(Open), OPENS_FLAPPING),
    row(T::FlappingBegan, &[Suppressed], LOUD, Some(Open), REPLACES_SUPPRESSED),
    row(T::FlappingBegan, &[Clear], COVERED, Some(Suppressed), &[E::Suppress, E::ListInCover]),
    row(T::FlappingBegan, &[Clear], MAINTENANCE, Some(Suppressed), &[E::Suppress]),
    row(T::FlappingBegan, HEARD, LOUD, None, &[E::Update, E::AnnounceFlapping]),
    row(T::FlappingBegan, HEARD, SILENT, None, &[E::Update]),
    row(T::FlappingBegan, &[Snoozed], ALWAYS, None, &[E::Update]),
    row(T::FlappingBegan, &[Suppressed], SILENT, None, &[E::Update]),
    // A recovery closes; only snoozes and maintenance keep its message back.
    row(T::Recovered, &[Clear], ALWAYS, None, &[]),
    row(T::Recovered, HEARD, NO_MAINTENANCE, Some(Clear), RECOVERS),
    row(T::Recovered, HEARD, MAINTENANCE, Some(Clear), &[E::Close]),
    row(T::Recovered, &[Snoozed], ALWAYS, Some(Clear), &[E::Close]),
    row(T::Recovered, &[Suppressed], COVERED, Some(Clear), &[E::Close, E::ListInCover]),
    row(T::Recovered, &[Suppressed], LOUD, Some(Clear), &[E::Close]),
    row(T::Recovered, &[Suppressed], MAINTENANCE, Some(Clear), &[E::Close]),
    // An action that could not start is tried again at the next failure.
    row(T::ActionFailed, ANY_OPEN, ALWAYS, None, &[E::AllowActionAgain]),
    row(T::ActionFailed, NONE_OPEN, ALWAYS, None, &[]),
    // What people do.
    row(T::Acknowledge, HEARD, ALWAYS, Some(Acknowledged), &[E::Acknowledge]),
    row(T::Acknowledge, &[Snoozed], ALWAYS, None, &[E::Acknowledge]),
    row(T::Acknowledge, NONE_OPEN, ALWAYS, None, &[E::Refuse]),
    row(T::Snooze, ANY_OPEN, ALWAYS, Some(Snoozed), &[E::Snooze]),
    row(T::Snooze, NONE_OPEN, ALWAYS, None, &[E::Refuse]),
    row(T::Unsnooze, &[Snoozed], ALWAYS, Some(Open), WAKES),
    row(T::Unsnooze, HEARD, ALWAYS, None, &[]),
    row(T::Unsnooze, NONE_OPEN, ALWAYS, None, &[E::Refuse]),
    row(T::Resolve, ANY_OPEN, ALWAYS, Some(Clear), &[E::Close]),
    row(T::Resolve, &[Suppressed], ALWAYS, Some(Clear), &[E::Close]),
    row(T::Resolve, &[Clear], ALWAYS, None, &[E::Refuse]),
    // Timers. One that comes late finds another phase and does nothing.
    row(T::SnoozeEnded, &[Snoozed], LOUD, Some(Open), WAKES_WITH_MESSAGE),
    row(T::SnoozeEnded, &[Snoozed], SILENT, Some(Open), WAKES),
    row(T::SnoozeEnded, HEARD, ALWAYS, None, &[]),
    row(T::SnoozeEnded, NONE_OPEN, ALWAYS, None, &[]),
    row(T::PeriodicDue, HEARD, LOUD, None, &[E::AnnounceRepeated, E::ScheduleRepetition]),
    row(T::PeriodicDue, HEARD, SILENT, None, &[E::ScheduleRepetition]),
    row(T::PeriodicDue, &[Clear, Snoozed, Suppressed], ALWAYS, None, &[]),
    row(T::EscalationDue, &[Open], LOUD, None, &[E::Escalate, E::ScheduleEscalation]),
    row(T::EscalationDue, &[Open], SILENT, None, &[E::ScheduleEscalation]),
    row(T::EscalationDue, &[Clear, Acknowledged, Snoozed, Suppressed], ALWAYS, None, &[]),
    row(T::FaultsCleared, ANY_OPEN, ALWAYS, Some(Clear), &[E::Close]),
    row(T::FaultsCleared, &[Suppressed], ALWAYS, Some(Clear), &[E::Close]),
    row(T::FaultsCleared, &[Clear], ALWAYS, None, &[]),
    // Silence begins without a message and ends without one: what was suppressed is
    // closed, and only a failure after that opens an alert.
    row(T::MaintenanceBegan, ANY, ALWAYS, None, &[]),
    row(T::MaintenanceEnded, &[Suppressed], LOUD, Some(Clear), ENDS_SUPPRESSION),
    row(T::MaintenanceEnded, &[Suppressed], SILENT, None, &[]),
    row(T::MaintenanceEnded, &[Clear, Open, Acknowledged, Snoozed], ALWAYS, None, &[]),
    row(T::CoverBegan, &[Clear], ALWAYS, None, &[]),
    row(T::CoverBegan, ANY_OPEN, ALWAYS, None, &[E::ListInCover]),
    row(T::CoverBegan, &[Suppressed], ALWAYS, None, &[E::ListInCover]),
    row(T::CoverEnded, &[Suppressed], LOUD, Some(Clear), ENDS_SUPPRESSION),
    row(T::CoverEnded, &[Suppressed], SILENT, None, &[]),
    row(T::CoverEnded, &[Clear, Open, Acknowledged, Snoozed], ALWAYS, None, &[]),
];

const OPENS: &[Effect] =
    &[E::Open, E::Announce, E::RunAction, E::ScheduleRepetition, E::ScheduleEscalation];
const REPLACES_SUPPRESSED: &[Effect] =
    &[E::Close, E::Open, E::Announce, E::RunAction, E::ScheduleRepetition, E::ScheduleEscalation];
const OPENS_FLAPPING: &[Effect] =
    &[E::Open, E::AnnounceFlapping, E::RunAction, E::ScheduleRepetition, E::ScheduleEscalation];
const RECOVERS: &[Effect] = &[E::AnnounceResolved, E::RunResolvedAction, E::Close];
const WAKES: &[Effect] = &[E::EndSnooze, E::ScheduleRepetition, E::ScheduleEscalation];
const WAKES_WITH_MESSAGE: &[Effect] =
    &[E::EndSnooze, E::AnnounceStillFailing, E::ScheduleRepetition, E::ScheduleEscalation];
const ENDS_SUPPRESSION: &[Effect] = &[E::Close, E::RestartOverdueTimer];

const fn row(
    trigger: Trigger,
    phases: &'static [Phase],
    silences: &'static [Silence],
    next: Option<Phase>,
    effects: &'static [Effect],
) -> Row {
    Row { trigger, phases, silences, next, effects }
}
