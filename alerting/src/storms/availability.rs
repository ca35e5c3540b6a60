//! When an agent is overdue: one timer for each agent, no scan.

use chrono::{DateTime, TimeDelta, Utc};

/// A time during which no server could have seen an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerAbsence {
    /// The last time the server is known to have run.
    pub from: DateTime<Utc>,
    /// When it was back.
    pub to: DateTime<Utc>,
}

/// Returns the instant at which an agent that stays away is overdue.
///
/// The server's own absence does not count as the agent's, and after it an agent
/// always has its offline time to connect: nobody is notified of agents that
/// return within their time.
pub fn overdue_at(
    last_seen: DateTime<Utc>,
    overdue_time: TimeDelta,
    offline_time: TimeDelta,
    absence: Option<ServerAbsence>,
) -> DateTime<Utc> {
    let due = later(last_seen, overdue_time);
    let Some(ServerAbsence { from, to }) = absence else {
        return due;
    };
    // Seen after the absence, or overdue before it: it made no difference.
    if last_seen >= to || due <= from {
        return due;
    }
    let missed = (to - from.max(last_seen)).max(TimeDelta::zero());
    later(due, missed).max(later(to, offline_time))
}

/// Adds within the years that chrono knows.
fn later(instant: DateTime<Utc>, by: TimeDelta) -> DateTime<Utc> {
    instant.checked_add_signed(by).unwrap_or(DateTime::<Utc>::MAX_UTC)
}
