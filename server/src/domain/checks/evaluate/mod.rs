//! Whether what a check found is a failure: a pure function of its settings, the
//! reading, and what was known before.

#[cfg(test)]
mod answer_tests;
mod answers;
mod space;
mod states;
#[cfg(test)]
mod tests;
mod thresholds;
mod usage;
mod wording;

use muster_alerting::Severity;
use muster_protocol::{LogEntry, Reading};

use super::settings::CheckKind;

/// What was known of a check on an agent before a reading.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Previous {
    pub is_failing: bool,
    /// Since when a threshold is crossed, microseconds since 1970; also while it
    /// was not crossed for long enough to be a failure.
    pub crossed_since: Option<i64>,
}

/// A reading, and when it was taken.
#[derive(Clone, Copy, Debug)]
pub struct Taken<'a> {
    pub reading: &'a Reading,
    /// Microseconds since 1970.
    pub time: i64,
    /// Days until the disk of the check is full, if that is known and asked for.
    pub days_until_full: Option<f64>,
}

/// Whether a reading is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Passing,
    Failing(Severity),
    /// It says nothing: what was known before stays so.
    Unknown,
}

impl Verdict {
    /// 0 for passing, higher the worse it is; none if it is not known.
    #[cfg(test)]
    pub fn rank(self) -> Option<u8> {
        match self {
            Self::Passing => Some(0),
            Self::Failing(Severity::Info) => Some(1),
            Self::Failing(Severity::Warning) => Some(2),
            Self::Failing(Severity::Error) => Some(3),
            Self::Unknown => None,
        }
    }

    fn of(severity: Option<Severity>) -> Self {
        severity.map_or(Self::Passing, Self::Failing)
    }

    /// The value in the history of a check that measures nothing.
    fn as_number(self) -> f64 {
        if matches!(self, Self::Failing(_)) { 1.0 } else { 0.0 }
    }
}

/// What a reading means.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    pub verdict: Verdict,
    /// One sentence with the values that were found.
    pub more_info: String,
    /// The value of the history; none for no point.
    pub value: Option<f64>,
    /// Beside a value that is no latency itself.
    pub latency_ms: Option<f64>,
    pub crossed_since: Option<i64>,
    pub output: Output,
}

/// What a result shows beside its status.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Output {
    /// The newest samples of processor or memory.
    pub samples: Vec<f64>,
    pub log: Vec<LogEntry>,
    pub stdout: String,
    pub stderr: String,
    pub retcode: Option<i64>,
    /// Seconds.
    pub execution_time: Option<f64>,
}

impl Judgement {
    fn new(verdict: Verdict, more_info: String, value: f64) -> Self {
        Self {
            verdict,
            more_info,
            value: Some(value),
            latency_ms: None,
            crossed_since: None,
            output: Output::default(),
        }
    }

    /// One of a check whose history says only whether it failed.
    fn of_state(verdict: Verdict, more_info: String) -> Self {
        Self::new(verdict, more_info, verdict.as_number())
    }

    /// A reading from which nothing follows.
    fn unknown(more_info: String, previous: Previous) -> Self {
        let crossed_since = previous.crossed_since;
        Self { value: None, crossed_since, ..Self::new(Verdict::Unknown, more_info, 0.0) }
    }

    fn with(self, output: Output) -> Self {
        Self { output, ..self }
    }
}

/// Judges a reading. One that does not fit the check says nothing: the check had
/// another type of measurement, or the agent is not one of ours.
pub fn judge(kind: &CheckKind, taken: Taken<'_>, previous: Previous) -> Judgement {
    match (kind, taken.reading) {
        (_, Reading::Unable { reason }) => {
            Judgement::unknown(format!("could not be measured: {reason}"), previous)
        }
        (CheckKind::Diskspace(disk), Reading::Disk { .. } | Reading::NoDisk) => {
            space::judge(disk, taken, previous)
        }
        (CheckKind::Cpuload(usage) | CheckKind::Memory(usage), Reading::Percent { samples }) => {
            usage::judge(usage, samples, taken.time, previous)
        }
        (CheckKind::Ping(ping), reading) => {
            answers::judge_ping(ping, reading).unwrap_or_else(|| misfit(previous))
        }
        (CheckKind::Http(http), reading) => {
            answers::judge_http(http, reading).unwrap_or_else(|| misfit(previous))
        }
        (CheckKind::Port(port), reading) => {
            answers::judge_port(port, reading).unwrap_or_else(|| misfit(previous))
        }
        (CheckKind::Winsvc(service), Reading::Service { state, restarted }) => {
            states::judge_service(service, state, *restarted)
        }
        (CheckKind::Eventlog(log), Reading::Events { count, entries }) => {
            states::judge_events(log, *count, entries)
        }
        (CheckKind::Script(script), Reading::Script { code, stdout, stderr, seconds }) => {
            let output = Output {
                stdout: stdout.clone(),
                stderr: stderr.clone(),
                retcode: Some(i64::from(*code)),
                execution_time: Some(*seconds),
                ..Output::default()
            };
            states::judge_script(script, i64::from(*code)).with(output)
        }
        _ => misfit(previous),
    }
}

fn misfit(previous: Previous) -> Judgement {
    let sentence = "the agent reported something that this check does not measure";
    Judgement::unknown(sentence.to_owned(), previous)
}
