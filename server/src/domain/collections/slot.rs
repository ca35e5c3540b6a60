//! When an agent is due next: at its own time in every period.

use std::time::Duration;

/// The golden ratio: agents added one after the other get times far apart, and
/// any number of them are spread evenly over the period.
const APART: f64 = 0.618_033_988_749_895;

/// SQL for the next time of `agent_id` after `$1`, at most a period away.
pub fn next(period: Duration) -> String {
    let period = period.as_micros();
    let step = (period as f64 * APART) as u64;
    format!("$1 + {period} - (($1 - (agent_id * {step}) % {period}) % {period})")
}
