//! How much of an agent is stored a day: one that somebody has taken over must not fill
//! the disk.

use super::incoming::Incoming;
use super::refusal::Refusal;
use crate::app::App;
use crate::daily_bytes::DailyBytes;
use crate::time::Timestamp;

/// Bytes of recordings that an agent may send within a day.
const BYTES_A_DAY: u64 = 4 * 1024 * 1024 * 1024;
/// What a part counts at least: rows and files cost something, too.
const LEAST_BYTES: u64 = 16 * 1024;

/// What each agent has sent today.
#[derive(Default)]
struct DailyRecordings(DailyBytes);

/// Takes the room of a part, or refuses it.
pub(super) fn take(app: &App, part: &Incoming) -> Result<(), Refusal> {
    let daily = &app.state.of::<DailyRecordings>().0;
    let bytes = (part.bytes.len() as u64).max(LEAST_BYTES);
    let before = daily.add(part.agent, bytes, Timestamp::now());
    if before.saturating_add(bytes) > BYTES_A_DAY { Err(Refusal::TooMuch) } else { Ok(()) }
}

/// For tests: what an agent has left for today.
#[cfg(test)]
pub fn leave_for_today(app: &App, agent: crate::ids::AgentKey, bytes: u64) {
    let daily = &app.state.of::<DailyRecordings>().0;
    daily.add(agent, BYTES_A_DAY - bytes, Timestamp::now());
}
