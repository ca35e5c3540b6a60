//! What an alert is about, and what is known of it between two events.

use chrono::{DateTime, Utc};
use muster_alerting::channels::Channels;
use muster_alerting::machine::{Phase, State, Timer};
use muster_alerting::storms::Flapping;
use muster_alerting::{Kind, Severity};
use sea_orm::FromQueryResult;

use crate::ids::AgentKey;
use crate::storage::{TextEnum, stored_as_text};
use crate::time::Timestamp;

/// What a cause is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CauseKind {
    Availability,
    Check,
    Task,
    Custom,
    /// A whole site that cannot be reached.
    Site,
}

impl TextEnum for CauseKind {
    const ALL: &'static [Self] =
        &[Self::Availability, Self::Check, Self::Task, Self::Custom, Self::Site];

    fn as_str(self) -> &'static str {
        match self {
            Self::Availability => "availability",
            Self::Check => "check",
            Self::Task => "task",
            Self::Custom => "custom",
            Self::Site => "site",
        }
    }
}

stored_as_text!(CauseKind);

impl CauseKind {
    /// The kind of its alerts.
    pub fn alert_kind(self) -> Kind {
        match self {
            Self::Availability | Self::Site => Kind::Availability,
            Self::Check => Kind::Check,
            Self::Task => Kind::Task,
            Self::Custom => Kind::Custom,
        }
    }
}

/// A cause and its state.
#[derive(Clone, Debug, PartialEq)]
pub struct Cause {
    pub id: i64,
    pub kind: CauseKind,
    pub agent: Option<AgentKey>,
    pub site: Option<i64>,
    pub check: Option<i64>,
    pub task: Option<i64>,
    pub state: State,
    /// When the newest event happened that was decided.
    pub last_event: i64,
    pub flapping: Flapping,
    pub timers: Timers,
    /// Key of its open or suppressed alert.
    pub alert: Option<i64>,
}

/// When the timers of a cause are due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timers {
    pub repetition: Option<Timestamp>,
    pub escalation: Option<Timestamp>,
    pub snooze_end: Option<Timestamp>,
    /// When it may have stopped flapping.
    pub calm: Option<Timestamp>,
}

impl Timers {
    /// Sets or removes a timer.
    pub fn set(&mut self, timer: Timer, at: Option<Timestamp>) {
        match timer {
            Timer::Repetition => self.repetition = at,
            Timer::Escalation => self.escalation = at,
            Timer::SnoozeEnd => self.snooze_end = at,
        }
    }
}

/// A cause as it is stored.
#[derive(FromQueryResult)]
pub struct CauseRow {
    id: i64,
    kind: CauseKind,
    agent_id: Option<AgentKey>,
    site_id: Option<i64>,
    check_id: Option<i64>,
    task_id: Option<i64>,
    phase: String,
    maintenance: bool,
    covered: bool,
    severity: String,
    hidden: bool,
    announced_dashboard: bool,
    announced_email: bool,
    announced_sms: bool,
    action_started: bool,
    engaged: bool,
    escalated: i64,
    last_event: i64,
    changes: String,
    failing: bool,
    flapping: bool,
    repeat_at: Option<Timestamp>,
    escalate_at: Option<Timestamp>,
    snooze_ends_at: Option<Timestamp>,
    calm_at: Option<Timestamp>,
    alert: Option<i64>,
}

impl From<CauseRow> for Cause {
    fn from(row: CauseRow) -> Self {
        let state = State {
            phase: Phase::parse(&row.phase).unwrap_or_default(),
            maintenance: row.maintenance,
            covered: row.covered,
            severity: Severity::parse(&row.severity).unwrap_or_default(),
            hidden: row.hidden,
            announced: Channels {
                dashboard: row.announced_dashboard,
                email: row.announced_email,
                sms: row.announced_sms,
            },
            action_started: row.action_started,
            engaged: row.engaged,
            escalated: usize::try_from(row.escalated).unwrap_or(0),
        };
        let changes: Vec<i64> = serde_json::from_str(&row.changes).unwrap_or_default();
        Self {
            id: row.id,
            kind: row.kind,
            agent: row.agent_id,
            site: row.site_id,
            check: row.check_id,
            task: row.task_id,
            state,
            last_event: row.last_event,
            flapping: Flapping {
                changes: changes.into_iter().map(instant).collect(),
                failing: row.failing,
                flapping: row.flapping,
            },
            timers: Timers {
                repetition: row.repeat_at,
                escalation: row.escalate_at,
                snooze_end: row.snooze_ends_at,
                calm: row.calm_at,
            },
            alert: row.alert,
        }
    }
}

/// Microseconds since 1970 as the machine counts time.
pub fn instant(micros: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_micros(micros).unwrap_or(DateTime::<Utc>::MAX_UTC)
}

/// A time of the machine as it is stored.
pub fn stamp(time: DateTime<Utc>) -> Timestamp {
    Timestamp::from_micros(time.timestamp_micros())
}
