//! Results as an agent sent them, once they were found to be allowed.

use muster_protocol::{CheckReport, MAX_ENTRIES, MAX_SAMPLES, MAX_STREAM_BYTES, Reading};

use crate::ids::AgentKey;

/// Results in one message; agents of ours send no more.
pub const MOST_REPORTS: usize = 500;
/// Bytes of the texts in one message. Agents of ours stop at half of it, after a
/// result that may be as long as two streams.
const MOST_BYTES: usize = 1 << 20;
/// Bytes of a text that is no stream.
const LONGEST_TEXT: usize = 4096;
/// What a result costs beside its texts.
const OVERHEAD: usize = 100;

/// One message of an agent.
pub struct AgentReports {
    pub agent: AgentKey,
    /// By number.
    pub reports: Vec<CheckReport>,
    pub bytes: usize,
}

/// Why a message is refused: no agent of ours sends it.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum RefusedReports {
    #[error("there are no results, or too many at once")]
    Count,
    #[error("the numbers of the results do not grow")]
    Order,
    #[error("the results are too large")]
    Size,
    #[error("a result has numbers that cannot be measured")]
    Number,
}

impl AgentReports {
    /// Accepts what an agent sent, if one of ours could have sent it.
    pub fn check(agent: AgentKey, reports: Vec<CheckReport>) -> Result<Self, RefusedReports> {
        if reports.is_empty() || reports.len() > MOST_REPORTS {
            return Err(RefusedReports::Count);
        }
        if !reports.is_sorted_by(|one, next| one.number < next.number) {
            return Err(RefusedReports::Order);
        }
        let mut bytes = 0;
        for report in &reports {
            if !has_real_numbers(&report.reading) {
                return Err(RefusedReports::Number);
            }
            bytes += size(report).ok_or(RefusedReports::Size)?;
        }
        if bytes > MOST_BYTES {
            return Err(RefusedReports::Size);
        }
        Ok(Self { agent, reports, bytes })
    }

    /// The number of the last result: the agent need not send anything up to this
    /// one again.
    pub fn through(&self) -> u64 {
        self.reports.last().map_or(0, |report| report.number)
    }
}

/// The bytes of a result; none if a part of it is too long.
fn size(report: &CheckReport) -> Option<usize> {
    let text = |text: &str| (text.len() <= LONGEST_TEXT).then_some(text.len());
    let stream = |text: &str| (text.len() <= MAX_STREAM_BYTES).then_some(text.len());
    let reading = match &report.reading {
        Reading::Percent { samples } => {
            (!samples.is_empty() && samples.len() <= MAX_SAMPLES).then_some(samples.len())?
        }
        Reading::Service { state, .. } => text(state)?,
        Reading::Events { entries, .. } => {
            if entries.len() > MAX_ENTRIES {
                return None;
            }
            let mut sum = 0;
            for entry in entries {
                let texts = [&entry.source, &entry.event_type, &entry.category, &entry.computer];
                for part in texts.into_iter().chain([&entry.message]) {
                    sum += text(part)?;
                }
            }
            sum
        }
        Reading::Script { stdout, stderr, .. } => stream(stdout)? + stream(stderr)?,
        Reading::Unreachable { reason } | Reading::Unable { reason } => text(reason)?,
        Reading::Disk { .. }
        | Reading::NoDisk
        | Reading::Ping { .. }
        | Reading::Http { .. }
        | Reading::Port { .. } => 0,
    };
    Some(OVERHEAD + text(&report.version)? + reading)
}

/// Whether every number of a reading can have been measured.
fn has_real_numbers(reading: &Reading) -> bool {
    let is_percent = |value: f64| (0.0..=100.0).contains(&value);
    let is_time = |value: f64| (0.0..=1e12).contains(&value);
    match reading {
        Reading::Disk { free_percent, .. } => is_percent(*free_percent),
        Reading::Percent { samples } => samples.iter().all(|sample| is_percent(*sample)),
        Reading::Ping { sent, received, latency_ms } => {
            received <= sent && latency_ms.is_none_or(is_time)
        }
        Reading::Script { seconds, .. } => is_time(*seconds),
        Reading::Http { latency_ms, .. } | Reading::Port { latency_ms } => is_time(*latency_ms),
        Reading::NoDisk
        | Reading::Service { .. }
        | Reading::Events { .. }
        | Reading::Unreachable { .. }
        | Reading::Unable { .. } => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(number: u64, reading: Reading) -> CheckReport {
        CheckReport {
            number,
            check: 1,
            version: "v".to_owned(),
            time: 0,
            took_ms: 0,
            reading,
            forced: false,
        }
    }

    fn refused(reports: Vec<CheckReport>) -> Option<RefusedReports> {
        AgentReports::check(AgentKey(1), reports).err()
    }

    #[test]
    fn what_no_agent_of_ours_sends_is_refused() {
        let disk =
            |free_percent: f64| Reading::Disk { free_percent, free_bytes: 1, total_bytes: 2 };
        let script = |length: usize| Reading::Script {
            code: 0,
            stdout: "x".repeat(length),
            stderr: String::new(),
            seconds: 0.5,
        };
        let many = |count: u64| (0..count).map(|number| report(number, Reading::NoDisk)).collect();
        assert_eq!(refused(many(500)), None);
        assert_eq!(refused(many(501)), Some(RefusedReports::Count));
        assert_eq!(refused(Vec::new()), Some(RefusedReports::Count));
        let twice = vec![report(2, Reading::NoDisk), report(2, Reading::NoDisk)];
        assert_eq!(refused(twice), Some(RefusedReports::Order));
        for value in [f64::NAN, f64::INFINITY, -0.1, 100.1] {
            assert_eq!(refused(vec![report(1, disk(value))]), Some(RefusedReports::Number));
        }
        assert_eq!(refused(vec![report(1, script(MAX_STREAM_BYTES))]), None);
        assert_eq!(
            refused(vec![report(1, script(MAX_STREAM_BYTES + 1))]),
            Some(RefusedReports::Size)
        );
        let large = (0..17).map(|number| report(number, script(MAX_STREAM_BYTES))).collect();
        assert_eq!(refused(large), Some(RefusedReports::Size));
        let samples = vec![1.0; MAX_SAMPLES + 1];
        assert_eq!(
            refused(vec![report(1, Reading::Percent { samples })]),
            Some(RefusedReports::Size)
        );
        let lost = Reading::Ping { sent: 3, received: 4, latency_ms: None };
        assert_eq!(refused(vec![report(1, lost)]), Some(RefusedReports::Number));
    }
}
