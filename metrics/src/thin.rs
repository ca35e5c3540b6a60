//! As many points as a screen has, with the extremes kept.

use std::collections::BTreeMap;

use crate::{Aspect, Block, Metric, Minute, SeriesKey};

/// A range in buckets of equal width.
#[derive(Debug, Clone, PartialEq)]
pub struct Thinned {
    /// The beginning of the first bucket.
    pub from: Minute,
    /// The width of a bucket.
    pub bucket_minutes: u32,
    /// The beginning of each bucket.
    pub times: Vec<Minute>,
    /// By metric and label: an entry for each bucket.
    pub series: BTreeMap<(Metric, String), Columns>,
}

/// What is known of each bucket; `None` where nothing was measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Columns {
    /// The mean of the points in the bucket.
    pub mean: Vec<Option<f64>>,
    /// The smallest value in the bucket.
    pub min: Vec<Option<f64>>,
    /// The largest value in the bucket.
    pub max: Vec<Option<f64>>,
}

/// The points of a range, whose end does not count, in at most `points` buckets
/// (at least one). The first begins with the step that `from` lies in. An empty
/// range has no buckets, and a series without a point in the range is left out.
pub fn thin(block: &Block, from: Minute, to: Minute, points: usize) -> Thinned {
    let step = block.step.minutes();
    let from = Minute(from.0 / step * step);
    let steps = to.0.saturating_sub(from.0).div_ceil(step);
    let points = u32::try_from(points.max(1)).unwrap_or(u32::MAX);
    let per_bucket = steps.div_ceil(points).max(1);
    let buckets = steps.div_ceil(per_bucket);
    let bucket_minutes = per_bucket.saturating_mul(step);
    let grid =
        Grid { block, from, per_bucket: per_bucket as usize, steps, count: buckets as usize };
    let mut series = BTreeMap::new();
    for (key, points) in &block.series {
        grid.add(&mut series, key, points);
    }
    let times = (0..buckets).map(|bucket| from.plus(bucket.saturating_mul(bucket_minutes)));
    Thinned { from, bucket_minutes, times: times.collect(), series }
}

/// Which points fall into which bucket.
struct Grid<'a> {
    block: &'a Block,
    /// A multiple of the block's step.
    from: Minute,
    /// Points in time of each bucket.
    per_bucket: usize,
    /// Points in time of the range.
    steps: u32,
    /// How many buckets there are.
    count: usize,
}

impl Grid<'_> {
    fn add(
        &self,
        series: &mut BTreeMap<(Metric, String), Columns>,
        key: &SeriesKey,
        points: &[Option<i64>],
    ) {
        let found = self.buckets(points).filter_map(|(bucket, points)| {
            Extremes::of(key.metric, points).map(|found| (bucket, found))
        });
        let mut found = found.peekable();
        if found.peek().is_none() {
            return;
        }
        let name = (key.metric, key.label.clone());
        let columns = series.entry(name).or_insert_with(|| Columns::of(self.count));
        found.for_each(|(bucket, found)| columns.add(bucket, key.aspect, found));
    }

    /// The parts of a series that lie in the range, each with its bucket.
    fn buckets<'p>(
        &self,
        points: &'p [Option<i64>],
    ) -> impl Iterator<Item = (usize, &'p [Option<i64>])> + use<'p> {
        let step = self.block.step.minutes();
        let start = self.block.start;
        // Points of the range before the block's first, and of the block before the range.
        let ahead = (start.0.saturating_sub(self.from.0) / step) as usize;
        let skipped = (self.from.0.saturating_sub(start.0) / step) as usize;
        let end = (self.steps as usize + skipped).saturating_sub(ahead).min(points.len());
        let points = points.get(skipped..end).unwrap_or_default();
        let width = self.per_bucket;
        let (partial, whole) = points.split_at((width - ahead % width).min(points.len()));
        let first = ahead / width;
        let rest = whole.chunks(width).enumerate();
        let rest = rest.map(move |(index, points)| (first + 1 + index, points));
        std::iter::once((first, partial)).chain(rest)
    }
}

impl Columns {
    fn of(buckets: usize) -> Columns {
        let nothing = vec![None; buckets];
        Columns { mean: nothing.clone(), min: nothing.clone(), max: nothing }
    }

    /// A mean is between its extremes and stands for them where they are not kept.
    fn add(&mut self, bucket: usize, aspect: Aspect, found: Extremes) {
        if aspect == Aspect::Mean {
            self.mean[bucket] = Some(found.mean);
        }
        if aspect != Aspect::Max {
            let min = &mut self.min[bucket];
            *min = Some(min.map_or(found.min, |known| known.min(found.min)));
        }
        if aspect != Aspect::Min {
            let max = &mut self.max[bucket];
            *max = Some(max.map_or(found.max, |known| known.max(found.max)));
        }
    }
}

/// The points of one series in one bucket.
struct Extremes {
    mean: f64,
    min: f64,
    max: f64,
}

impl Extremes {
    fn of(metric: Metric, points: &[Option<i64>]) -> Option<Extremes> {
        let (mut sum, mut count, mut min, mut max) = (0.0, 0_u32, i64::MAX, i64::MIN);
        for step in points.iter().flatten().copied() {
            sum += metric.value_of(step);
            count += 1;
            min = min.min(step);
            max = max.max(step);
        }
        if count == 0 {
            return None;
        }
        let (min, max) = (metric.value_of(min), metric.value_of(max));
        // Sums are rounded: the mean of equal values would not be quite their value.
        let mean = (sum / f64::from(count)).clamp(min, max);
        Some(Extremes { mean, min, max })
    }
}
