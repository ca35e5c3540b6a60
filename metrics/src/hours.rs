//! Minutes become hours: what is kept for a year.

use crate::{Aspect, Block, Metric, Minute, SeriesKey, Step};

const MINUTES: usize = 60;

/// The mean, the smallest and the largest value of each hour that lies wholly in
/// the block, of the minutes that are there. `None` without such an hour, and for
/// a block that is by the hour already.
pub fn by_the_hour(block: &Block) -> Option<Block> {
    if block.step != Step::Minute {
        return None;
    }
    let start = block.start.0.checked_next_multiple_of(60)?;
    let length = block.end().0.checked_sub(start)? as usize / MINUTES;
    let mut hours = Block::new(Step::Hour, Minute(start), length).ok()?;
    let first = (start - block.start.0) as usize;
    for (key, points) in &block.series {
        let points = &points[first..first + length * MINUTES];
        let summaries = points.chunks(MINUTES).map(|hour| Summary::of(key.metric, hour));
        insert(&mut hours, key, &summaries.collect::<Vec<_>>());
    }
    Some(hours)
}

/// One series of minutes is three of hours.
fn insert(hours: &mut Block, key: &SeriesKey, summaries: &[Option<Summary>]) {
    if summaries.iter().all(Option::is_none) {
        return;
    }
    for aspect in Aspect::ALL {
        let steps = summaries.iter().map(|summary| summary.map(|found| found.step_of(aspect)));
        let key = SeriesKey { aspect, ..key.clone() };
        hours.series.insert(key, steps.collect());
    }
}

/// An hour of one series.
#[derive(Clone, Copy)]
struct Summary {
    mean: i64,
    min: i64,
    max: i64,
}

impl Summary {
    fn of(metric: Metric, points: &[Option<i64>]) -> Option<Summary> {
        let there = || points.iter().flatten().copied();
        let (min, max) = (there().min()?, there().max()?);
        // Of the values, because the steps of a rate are not equally wide.
        let sum: f64 = there().map(|step| metric.value_of(step)).sum();
        let mean = metric.step_of(sum / there().count() as f64);
        Some(Summary { mean: mean.clamp(min, max), min, max })
    }

    fn step_of(self, aspect: Aspect) -> i64 {
        match aspect {
            Aspect::Mean => self.mean,
            Aspect::Min => self.min,
            Aspect::Max => self.max,
        }
    }
}
