//! When a disk is full by the trend of the last week.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use muster_metrics::{Metric, Minute};
use sea_orm::ConnectionTrait;

use crate::app::App;
use crate::domain::metrics::{TimeRange, minute_of, read_range};
use crate::ids::AgentKey;
use crate::time::Timestamp;

const WEEK_MINUTES: u32 = 7 * 24 * 60;
const MINUTES_A_DAY: f64 = 24.0 * 60.0;
/// One point an hour.
const POINTS: usize = 7 * 24;
/// Of less time nothing is known.
const LEAST_POINTS: usize = 12;
/// For how long a trend is used.
const KEPT: Duration = Duration::from_secs(3600);
/// Trends that are kept in memory.
const MOST_TRENDS: usize = 50_000;

/// Trends that were computed within the last hour.
#[derive(Default)]
struct Trends(Mutex<HashMap<(AgentKey, String), ComputedTrend>>);

/// When a trend was computed, and what it is; none if it is not known.
type ComputedTrend = (Timestamp, Option<f64>);

/// Days until a disk with so many free bytes is full; none if it does not become
/// fuller, or too little is known.
pub async fn days_until_full(
    app: &App,
    db: &impl ConnectionTrait,
    agent: AgentKey,
    disk: &str,
    free_bytes: u64,
) -> Option<f64> {
    let bytes_a_day = trend(app, db, agent, disk).await?;
    (bytes_a_day < 0.0).then(|| free_bytes as f64 / -bytes_a_day)
}

/// How many bytes become free in a day.
async fn trend(app: &App, db: &impl ConnectionTrait, agent: AgentKey, disk: &str) -> Option<f64> {
    let (trends, now) = (app.state.of::<Trends>(), Timestamp::now());
    let key = (agent, disk.to_owned());
    let known = trends.lock().get(&key).copied();
    if let Some((_, trend)) = known.filter(|(time, _)| now.since(*time) < KEPT) {
        return trend;
    }
    let to = minute_of(now);
    let from = Minute(to.0.saturating_sub(WEEK_MINUTES));
    let range = TimeRange { from, to: to.plus(1), points: POINTS };
    let found = match read_range(db, agent, range).await {
        Ok(thinned) => {
            let wanted = thinned.series.iter().find(|((metric, label), _)| {
                *metric == Metric::DiskFree && is_same_disk(label, disk)
            });
            let points = wanted.into_iter().flat_map(|(_, columns)| {
                let times = thinned.times.iter().map(|time| f64::from(time.0) / MINUTES_A_DAY);
                times.zip(&columns.mean).filter_map(|(time, mean)| Some((time, (*mean)?)))
            });
            slope(&points.collect::<Vec<_>>())
        }
        Err(error) => {
            tracing::warn!(error = %error, "the trend of a disk could not be computed");
            None
        }
    };
    let mut kept = trends.lock();
    if kept.len() >= MOST_TRENDS {
        kept.retain(|_, (time, _)| now.since(*time) < KEPT);
    }
    if kept.len() < MOST_TRENDS {
        kept.insert(key, (now, found));
    }
    found
}

impl Trends {
    #[expect(clippy::type_complexity, reason = "named once, in the type above")]
    fn lock(
        &self,
    ) -> std::sync::MutexGuard<'_, HashMap<(AgentKey, String), (Timestamp, Option<f64>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the label of a metric names a disk, as people write it.
fn is_same_disk(label: &str, disk: &str) -> bool {
    let trimmed = |name: &str| match name.trim_end_matches(['/', '\\']) {
        "" => "/".to_owned(),
        name if name.ends_with(':') => name.to_uppercase(),
        name => name.to_owned(),
    };
    trimmed(label) == trimmed(disk)
}

/// The slope of the straight line through points, by least squares; none if they
/// are too few.
fn slope(points: &[(f64, f64)]) -> Option<f64> {
    if points.len() < LEAST_POINTS {
        return None;
    }
    let count = points.len() as f64;
    let mean_x = points.iter().map(|(x, _)| x).sum::<f64>() / count;
    let mean_y = points.iter().map(|(_, y)| y).sum::<f64>() / count;
    let spread: f64 = points.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    let common: f64 = points.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    (spread > 0.0).then(|| common / spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slope_of_a_line_is_found_and_that_of_few_points_is_not() {
        let line = |count: usize| -> Vec<(f64, f64)> {
            (0..count).map(|x| (x as f64 / 24.0, 1e12 - x as f64 * 1e9)).collect()
        };
        let found = slope(&line(168)).unwrap();
        assert!((found + 24e9).abs() < 1e3, "{found}");
        assert!(slope(&line(LEAST_POINTS)).is_some());
        assert_eq!(slope(&line(LEAST_POINTS - 1)), None);
        assert_eq!(slope(&[(1.0, 1.0); 20]), None);
    }

    #[test]
    fn disks_are_found_however_they_are_written() {
        assert!(is_same_disk("/", "/") && is_same_disk("/data", "/data/"));
        assert!(is_same_disk("C:\\", "c:") && !is_same_disk("/data", "/Data"));
    }
}
