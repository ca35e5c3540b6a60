//! Which entries of the log are asked for.

use muster_protocol::{LogEntry, ReadEventLog};

use crate::os::{Problem, refusals};

/// The part of the log an entry belongs to; each belongs to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// Programs and people.
    Application,
    /// What belongs to the system.
    System,
    /// Logins and rights.
    Security,
}

/// What of the log is wanted.
#[derive(Clone, Debug, PartialEq)]
pub enum Wanted {
    Part(Channel),
    /// What one service, program or subsystem wrote.
    Named(String),
    /// All of it.
    Everything,
}

/// A request, checked.
#[derive(Debug)]
pub struct LogRequest {
    /// What of the log.
    pub wanted: Wanted,
    /// Only this type; empty for all.
    pub event_type: String,
    /// Only of this program; empty for all.
    pub source: String,
    /// Only with this number; none for all.
    pub event_id: Option<u64>,
}

impl LogRequest {
    /// Checks a request. Whether there is a log of that name is not known yet.
    pub fn new(request: &ReadEventLog) -> Result<Self, Problem> {
        if !matches!(request.event_type.as_str(), "" | "INFO" | "WARNING" | "ERROR") {
            return Err(refusals::unknown_event_type(&request.event_type));
        }
        let wanted = match request.log.as_str() {
            "" => Wanted::Everything,
            "Application" => Wanted::Part(Channel::Application),
            "System" => Wanted::Part(Channel::System),
            "Security" => Wanted::Part(Channel::Security),
            name => Wanted::Named(name.to_owned()),
        };
        Ok(Self {
            wanted,
            event_type: request.event_type.clone(),
            source: request.source.clone(),
            event_id: request.event_id,
        })
    }

    /// Whether an entry is wanted, apart from its text. What one service or program wrote
    /// the system has chosen.
    pub fn wants(&self, channel: Channel, entry: &LogEntry) -> bool {
        let is_of_part = match &self.wanted {
            Wanted::Part(part) => *part == channel,
            Wanted::Named(_) | Wanted::Everything => true,
        };
        is_of_part
            && (self.event_type.is_empty() || self.event_type == entry.event_type)
            && (self.source.is_empty() || self.source == entry.source)
            && self.event_id.is_none_or(|id| id == entry.event_id)
    }
}
