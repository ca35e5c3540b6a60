//! The point of a judgement.

use super::super::evaluate::{Judgement, Verdict};
use crate::domain::check_points::{HistoryPoint, PointState};

/// Characters of a text that are kept for each point.
const LONGEST_TEXT: usize = 250;
/// The largest number of hundredths that is kept.
const LARGEST: f64 = 1e15;

/// What became of a reading; none if nothing is known by it. The time is in
/// microseconds.
pub fn point_of(judgement: &Judgement, time: i64) -> Option<HistoryPoint> {
    let state = match judgement.verdict {
        Verdict::Unknown => return None,
        Verdict::Passing => PointState::Passing,
        Verdict::Failing(severity) => PointState::Failing(severity),
    };
    let text = match state {
        PointState::Passing => String::new(),
        PointState::Failing(_) => judgement.more_info.chars().take(LONGEST_TEXT).collect(),
    };
    Some(HistoryPoint {
        time: time.div_euclid(1000),
        value: hundredths(judgement.value?),
        state,
        retcode: judgement.output.retcode,
        latency: judgement.latency_ms.map(hundredths),
        text,
    })
}

fn hundredths(value: f64) -> i64 {
    (value * 100.0).round().clamp(-LARGEST, LARGEST) as i64
}
