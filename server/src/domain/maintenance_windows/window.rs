//! A maintenance window as it is stored.

use chrono::{DateTime, NaiveDateTime, Utc};
use muster_alerting::rrule::{Problem, Window, WindowForm};

use crate::audit::Stamps;
use crate::auth::Scope;
use crate::ids::AgentKey;
use crate::time::Timestamp;

/// How the wall time of a start is written.
const START_FORMAT: &str = "%Y-%m-%dT%H:%M:%S";

/// A stored maintenance window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredWindow {
    /// Key of the row; 0 before it is stored.
    pub id: i64,
    pub name: String,
    /// Why nobody is notified.
    pub reason: String,
    /// What the clock of the zone shows when it first opens.
    pub start: NaiveDateTime,
    /// IANA name of the zone.
    pub time_zone: String,
    pub minutes: i64,
    /// A rule of RFC 5545; empty: once.
    pub rrule: String,
    pub enabled: bool,
    pub target: WindowTarget,
    /// The scope of the person who last saved it.
    pub scope: Scope,
    /// Whether it was open when that was last announced.
    pub was_open: bool,
    /// Who made and changed it.
    pub stamps: Stamps,
}

/// What a window silences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowTarget {
    Agent(AgentKey),
    Site(i64),
    Client(i64),
    /// The agents that a policy reaches.
    Policy(i64),
    /// The agents that a saved view shows.
    View(i64),
}

impl WindowTarget {
    /// The names of types in the API.
    pub const TYPES: &'static [&'static str] = &["agent", "site", "client", "policy", "view"];

    /// The name of its type in the API.
    pub fn type_name(self) -> &'static str {
        match self {
            Self::Agent(_) => "agent",
            Self::Site(_) => "site",
            Self::Client(_) => "client",
            Self::Policy(_) => "policy",
            Self::View(_) => "view",
        }
    }

    /// Its key.
    pub fn id(self) -> i64 {
        match self {
            Self::Agent(agent) => agent.0,
            Self::Site(id) | Self::Client(id) | Self::Policy(id) | Self::View(id) => id,
        }
    }
}

impl StoredWindow {
    /// The times at which it is open, or every problem it has.
    pub fn times(&self) -> Result<Window, Vec<Problem>> {
        let rule = Some(self.rrule.as_str()).filter(|rule| !rule.is_empty());
        Window::read(&WindowForm {
            start: self.start,
            zone: &self.time_zone,
            minutes: u32::try_from(self.minutes).unwrap_or(0),
            rrule: rule,
        })
    }

    /// Whether it is open. One that cannot be read is never open.
    pub fn is_open(&self, at: Timestamp) -> bool {
        self.enabled && self.times().is_ok_and(|times| times.is_open(instant(at)))
    }

    /// When it opens or closes next.
    pub fn next_change(&self, after: Timestamp) -> Option<Timestamp> {
        if !self.enabled {
            return None;
        }
        let times = self.times().ok()?;
        times.next_change(instant(after)).map(|change| timestamp(change.at))
    }
}

/// Reads `2026-01-31T22:00:00`, also without seconds and with a space.
pub fn read_start(text: &str) -> Option<NaiveDateTime> {
    let text = text.trim().replace(' ', "T");
    let read = |format| NaiveDateTime::parse_from_str(&text, format).ok();
    read(START_FORMAT).or_else(|| read("%Y-%m-%dT%H:%M"))
}

/// Writes what [`read_start`] reads.
pub fn shown_start(start: NaiveDateTime) -> String {
    start.format(START_FORMAT).to_string()
}

/// A point in time as the rules have it.
pub fn instant(time: Timestamp) -> DateTime<Utc> {
    DateTime::from_timestamp_micros(time.micros()).unwrap_or(DateTime::<Utc>::MAX_UTC)
}

/// A point in time as the server has it.
pub fn timestamp(time: DateTime<Utc>) -> Timestamp {
    Timestamp::from_micros(time.timestamp_micros())
}
