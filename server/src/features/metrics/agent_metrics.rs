//! The metrics of an agent as the API shows them.

use std::collections::BTreeMap;

use muster_metrics::{Columns, Metric, Minute, Thinned};
use serde::Serialize;
use utoipa::ToSchema;

use super::names::NAMES;
use crate::domain::metrics::TimeRange;
use crate::time::Timestamp;

/// The metrics of an agent over some time.
#[derive(Debug, Serialize, ToSchema)]
pub struct AgentMetrics {
    /// Where the range begins.
    #[schema(value_type = String, format = DateTime)]
    from: Timestamp,
    /// Where it ends; this moment is not part of it.
    #[schema(value_type = String, format = DateTime)]
    to: Timestamp,
    /// The time that a point stands for: a minute or more, an hour or more where
    /// the minutes are not kept any longer.
    bucket_seconds: u64,
    /// When each point begins, in seconds since 1970.
    times: Vec<i64>,
    /// By name and label.
    series: Vec<MetricSeries>,
}

/// The points of one series, one for each of the times. Where nothing was
/// measured it is null.
#[derive(Debug, Serialize, ToSchema)]
pub struct MetricSeries {
    /// Name of the metric.
    #[schema(value_type = String, extensions(("x-enum-values" = json!(*NAMES))))]
    name: &'static str,
    /// Which mount, device, interface or sensor; empty for metrics without.
    label: String,
    /// `percent`, `load`, `bytes`, `bytes_per_second`, `count` or `celsius`.
    #[schema(value_type = String)]
    unit: &'static str,
    /// The mean.
    mean: Vec<Option<f64>>,
    /// The smallest value.
    min: Vec<Option<f64>>,
    /// The largest value.
    max: Vec<Option<f64>>,
}

impl AgentMetrics {
    /// What was read, of these metrics.
    pub fn new(range: TimeRange, thinned: Thinned, wanted: &[Metric]) -> Self {
        let chosen = thinned.series.into_iter().filter(|((metric, _), _)| wanted.contains(metric));
        // By the names, which the metrics themselves are not.
        let ordered: BTreeMap<(&'static str, String), (Metric, Columns)> = chosen
            .map(|((metric, label), columns)| ((metric.name(), label), (metric, columns)))
            .collect();
        let series = ordered.into_iter().map(|((name, label), (metric, columns))| MetricSeries {
            name,
            label,
            unit: metric.unit().name(),
            mean: rounded(columns.mean),
            min: rounded(columns.min),
            max: rounded(columns.max),
        });
        Self {
            from: time_of(range.from),
            to: time_of(range.to),
            bucket_seconds: u64::from(thinned.bucket_minutes) * 60,
            times: thinned.times.iter().map(|minute| minute.unix_seconds()).collect(),
            series: series.collect(),
        }
    }
}

/// When a minute begins.
pub fn time_of(minute: Minute) -> Timestamp {
    Timestamp::from_micros(minute.unix_seconds() * 1_000_000)
}

/// Three digits behind the point are more than any metric has.
pub fn rounded_value(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

fn rounded(values: Vec<Option<f64>>) -> Vec<Option<f64>> {
    values.into_iter().map(|value| value.map(rounded_value)).collect()
}
