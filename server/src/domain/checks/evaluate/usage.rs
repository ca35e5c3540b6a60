//! The use of processors or memory.

use super::super::settings::Usage;
use super::thresholds::{Crossing, mildest, percent, settle, worst};
use super::wording::{joined, short};
use super::{Judgement, Output, Previous, Verdict};

/// Judges the mean of the newest samples.
pub fn judge(usage: &Usage, samples: &[f64], time: i64, previous: Previous) -> Judgement {
    if samples.is_empty() {
        return Judgement::unknown("the agent has no samples yet".to_owned(), previous);
    }
    let mean = samples.iter().sum::<f64>() / samples.len() as f64;
    let (warning, error) = (percent(usage.warning_threshold), percent(usage.error_threshold));
    let above = |limit: Option<f64>| limit.is_some_and(|limit| mean > limit);
    let recovering = above(usage.patience.recovery_threshold);
    let crossing = Crossing {
        severity: worst(above(warning), above(error)),
        recovering: mildest(warning.is_some(), error.is_some()).filter(|_| recovering),
    };
    let settled = settle(crossing, &usage.patience, previous, time);
    let minutes = samples.len();
    let shown = format!("{} % in use, mean of the last {minutes} min", short(mean));
    let limit = match (settled.verdict, crossing.severity) {
        (_, Some(severity)) => {
            let limit = if above(error) { error } else { warning };
            limit.map(|limit| format!("{} above {} %", severity.as_str(), short(limit)))
        }
        (Verdict::Failing(_), None) => {
            let limit = usage.patience.recovery_threshold;
            limit.map(|limit| format!("passes again at {} %", short(limit)))
        }
        _ => None,
    };
    let waits = settled.waits_minutes.map(|minutes| format!("a failure in {minutes} min"));
    let more_info = joined([Some(shown), limit, waits]);
    let output = Output { samples: samples.to_vec(), ..Output::default() };
    let crossed_since = settled.crossed_since;
    Judgement { crossed_since, ..Judgement::new(settled.verdict, more_info, mean) }.with(output)
}
