//! Reading the history of a check on an agent.

use std::collections::BTreeMap;

use anyhow::Context;
use sea_orm::ConnectionTrait;

use super::super::result_queries as queries;
use crate::domain::check_points::{HistoryPoint, thin, unpack};
use crate::error::ApiError;

/// What to read.
#[derive(Clone, Copy, Debug)]
pub struct HistoryRange {
    /// Milliseconds since 1970.
    pub from: i64,
    /// The most points of the answer; none for all there are.
    pub points: Option<usize>,
}

/// The points of a result from a time on, the newest first.
pub async fn read_history(
    db: &impl ConnectionTrait,
    result: i64,
    range: HistoryRange,
) -> Result<Vec<HistoryPoint>, ApiError> {
    // First the newest: what is moved between the two is then in both.
    let newest = queries::find_points(db, result).await?;
    let blocks = queries::list_history(db, result, range.from).await?;
    // A month of a check that runs each minute takes a while.
    let read = tokio::task::spawn_blocking(move || join(blocks, newest, range));
    read.await.context("while a history was unpacked").map_err(ApiError::Internal)
}

fn join(blocks: Vec<Vec<u8>>, newest: Option<Vec<u8>>, range: HistoryRange) -> Vec<HistoryPoint> {
    let all = blocks.iter().chain(&newest).flat_map(|data| unpack(data));
    let in_range = all.filter(|point| point.time >= range.from);
    let by_time: BTreeMap<i64, HistoryPoint> = in_range.map(|point| (point.time, point)).collect();
    let points: Vec<HistoryPoint> = by_time.into_values().collect();
    let mut points = match range.points {
        Some(most) => thin(points, most),
        None => points,
    };
    points.reverse();
    points
}
