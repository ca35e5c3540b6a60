//! Whose wall clock a rule keeps.

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use serde::{Deserialize, Serialize};

use crate::named_zone::NamedZone;
use crate::wall_clock::first_instant;

/// The first instant we count with: the year 1.
pub(crate) const FIRST: DateTime<Utc> = year_start(1);

/// The first instant beyond: the year 10000. Within these limits no sum of an
/// instant, a zone's distance and a repetition leaves the range of chrono.
pub(crate) const BEYOND: DateTime<Utc> = year_start(10_000);

/// Whose wall clock a rule keeps; as text `utc`, `agent` or an IANA name.
///
/// Reading text never fails: a name that is not known here becomes
/// [`Zone::Unknown`], which [`crate::validate()`] refuses. An agent may meet one
/// all the same, when the server's table of zones is newer than its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Zone {
    /// Coordinated universal time.
    #[default]
    Utc,
    /// The agent's own zone; the digits of the rule's instants are local ones.
    Agent,
    /// A zone of the IANA table.
    Named(NamedZone),
    /// A name that is not in our table. Its rule never runs.
    Unknown(String),
}

impl Zone {
    /// Returns the zone of the wall clock, for an agent whose own zone is `agent`.
    pub(crate) fn resolve(&self, agent: NamedZone) -> Option<NamedZone> {
        match self {
            Self::Utc => Some(NamedZone::utc()),
            Self::Agent => Some(agent),
            Self::Named(zone) => Some(*zone),
            Self::Unknown(_) => None,
        }
    }

    /// Returns the instant that a rule's `start` or `expire` means.
    pub(crate) fn instant_of(&self, stamp: DateTime<Utc>, agent: NamedZone) -> DateTime<Utc> {
        match self {
            Self::Agent => first_instant(agent, stamp.clamp(FIRST, BEYOND).naive_utc()),
            Self::Utc | Self::Named(_) | Self::Unknown(_) => stamp,
        }
    }
}

impl From<String> for Zone {
    fn from(text: String) -> Self {
        if text.eq_ignore_ascii_case("utc") {
            return Self::Utc;
        }
        if text == "agent" {
            return Self::Agent;
        }
        text.parse().map_or(Self::Unknown(text), Self::Named)
    }
}

impl From<Zone> for String {
    fn from(zone: Zone) -> Self {
        match zone {
            Zone::Utc => "utc".to_owned(),
            Zone::Agent => "agent".to_owned(),
            Zone::Named(zone) => zone.name().to_owned(),
            Zone::Unknown(name) => name,
        }
    }
}

const fn year_start(year: i32) -> DateTime<Utc> {
    match NaiveDate::from_ymd_opt(year, 1, 1) {
        Some(date) => date.and_time(NaiveTime::MIN).and_utc(),
        None => panic!("chrono knows these years"),
    }
}
