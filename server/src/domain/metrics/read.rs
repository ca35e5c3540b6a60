//! Reading the metrics of one agent, as many points as asked for.

use anyhow::Context;
use muster_metrics::{Block, Minute, Step, Thinned, by_the_hour, thin};
use sea_orm::{ConnectionTrait, DbErr};

use super::join;
use super::queries::{self, FirstMinutes, PackedRow};
use super::windows::{WINDOW, aligned, block_start, minus};
use crate::error::ApiError;
use crate::ids::AgentKey;

/// Points of all series that are in memory for one answer.
const MOST_POINTS: usize = 4_000_000;
const HOUR: u32 = 60;

/// What to read.
#[derive(Clone, Copy, Debug)]
pub struct TimeRange {
    pub from: Minute,
    /// Does not count itself.
    pub to: Minute,
    /// The most points of a series.
    pub points: usize,
}

/// Why metrics are not read.
#[derive(Debug, thiserror::Error)]
pub enum ReadMetricsError {
    /// The database failed.
    #[error("the metrics could not be read")]
    Database(#[from] DbErr),
    /// An agent can have thousands of series.
    #[error("the agent has too many series for one answer: name some, or ask for less time")]
    TooMuch,
    /// An error in the server.
    #[error("the metrics could not be put together")]
    Internal(#[source] anyhow::Error),
}

impl From<ReadMetricsError> for ApiError {
    fn from(error: ReadMetricsError) -> Self {
        match error {
            ReadMetricsError::Database(error) => error.into(),
            ReadMetricsError::TooMuch => Self::invalid("to", error.to_string()),
            ReadMetricsError::Internal(cause) => Self::Internal(cause),
        }
    }
}

/// The metrics of an agent in a range, with their extremes: by the minute where
/// these are kept and asked for, otherwise by the hour.
pub async fn read_range(
    db: &impl ConnectionTrait,
    agent: AgentKey,
    range: TimeRange,
) -> Result<Thinned, ReadMetricsError> {
    if range.asks_for_minutes()
        && has_minutes(&queries::find_first_minutes(db, agent).await?, range.from)
    {
        match read_by(Step::Minute, db, agent, range).await {
            Err(ReadMetricsError::TooMuch) => {}
            read => return read,
        }
    }
    read_by(Step::Hour, db, agent, range).await
}

impl TimeRange {
    /// Whether hours would be fewer points than asked for.
    fn asks_for_minutes(self) -> bool {
        let minutes = self.to.0.saturating_sub(self.from.0) as usize;
        minutes.div_ceil(self.points.max(1)) < HOUR as usize
    }
}

/// Whether there are minutes from this one on, as far as there are hours: of
/// what is older, only hours are kept.
fn has_minutes(first: &FirstMinutes, from: Minute) -> bool {
    let minute = |number: i64| Minute(u32::try_from(number).unwrap_or(0));
    let Some(hours) = first.hours.map(minute) else { return true };
    let minutes = [first.block, first.part].into_iter().flatten().map(minute).min();
    minutes.is_some_and(|minutes| from.max(hours) >= block_start(Step::Hour, minutes))
}

async fn read_by(
    step: Step,
    db: &impl ConnectionTrait,
    agent: AgentKey,
    range: TimeRange,
) -> Result<Thinned, ReadMetricsError> {
    let from = aligned(range.from, step.minutes());
    // Parts first: one that is packed between the two is then in both.
    let parts = queries::list_parts(db, agent, from, range.to).await?;
    let start = block_start(step, from);
    let blocks = queries::list_blocks(db, agent, step, start, range.to).await?;
    // Unpacking a month takes a while.
    let thinned = tokio::task::spawn_blocking(move || -> Result<Thinned, ReadMetricsError> {
        let block = match step {
            Step::Minute => join_minutes(&blocks, &parts, range)?,
            Step::Hour => join_hours(&blocks, &parts, TimeRange { from, ..range })?,
        };
        let nothing = || Block::new(step, from, 1).map_err(internal);
        let block = block.map_or_else(nothing, Ok)?;
        Ok(thin(&block, from, range.to, range.points))
    });
    thinned.await.context("while metrics were unpacked").map_err(ReadMetricsError::Internal)?
}

fn join_minutes(
    blocks: &[PackedRow],
    parts: &[PackedRow],
    range: TimeRange,
) -> Result<Option<Block>, ReadMetricsError> {
    join_all(blocks.iter().chain(parts).filter_map(|row| unpack(row, range)))
}

/// Hours that are packed count before those of parts: these may be a few
/// minutes that came later, until they are packed as well.
fn join_hours(
    blocks: &[PackedRow],
    parts: &[PackedRow],
    range: TimeRange,
) -> Result<Option<Block>, ReadMetricsError> {
    let window = |row: &PackedRow| row.start_minute / i64::from(WINDOW);
    let mut recent = Vec::new();
    for parts in parts.chunk_by(|one, next| window(one) == window(next)) {
        if let Some(minutes) = join_all(parts.iter().filter_map(|row| unpack(row, range)))? {
            recent.extend(hours_of(&minutes)?);
        }
    }
    let packed = blocks.iter().filter_map(|row| unpack(row, range));
    join_all(recent.into_iter().chain(packed))
}

fn unpack(row: &PackedRow, range: TimeRange) -> Option<Block> {
    join::unpack(&row.data)?.slice(range.from, range.to)
}

/// The hours that have a minute here.
fn hours_of(minutes: &Block) -> Result<Option<Block>, ReadMetricsError> {
    let start = aligned(minutes.start(), HOUR);
    let end = aligned(minus(minutes.end(), 1), HOUR).plus(HOUR);
    let mut whole =
        Block::new(Step::Minute, start, (end.0 - start.0) as usize).map_err(internal)?;
    whole.merge(minutes).map_err(internal)?;
    Ok(by_the_hour(&whole))
}

/// All of them in one, as far as that is not too much; where several have a
/// point, the last one counts.
fn join_all(blocks: impl Iterator<Item = Block>) -> Result<Option<Block>, ReadMetricsError> {
    let mut joined: Option<Block> = None;
    for block in blocks {
        match &mut joined {
            Some(whole) if points_of_both(whole, &block) > MOST_POINTS => {
                return Err(ReadMetricsError::TooMuch);
            }
            Some(whole) => join::add(whole, &block).map_err(internal)?,
            None => joined = Some(block),
        }
    }
    Ok(joined)
}

/// How many points there is room for once two blocks are one.
fn points_of_both(one: &Block, other: &Block) -> usize {
    let (start, end) = (one.start().min(other.start()), one.end().max(other.end()));
    let length = ((end.0 - start.0) / one.step().minutes()) as usize;
    let new = other.series().keys().filter(|key| !one.series().contains_key(*key)).count();
    length.saturating_mul(one.series().len() + new)
}

fn internal(error: impl Into<anyhow::Error>) -> ReadMetricsError {
    ReadMetricsError::Internal(error.into())
}

#[cfg(test)]
mod tests {
    use muster_metrics::{Metric, SeriesKey};

    use super::super::windows::DAY;
    use super::*;

    fn range(minutes: u32, points: usize) -> TimeRange {
        TimeRange { from: Minute(DAY), to: Minute(DAY + minutes), points }
    }

    #[test]
    fn minutes_are_read_when_hours_would_be_too_few_points() {
        assert!(range(DAY, 500).asks_for_minutes());
        assert!(range(500 * 59, 500).asks_for_minutes());
        assert!(!range(500 * 59 + 1, 500).asks_for_minutes());
        assert!(!range(30 * DAY, 500).asks_for_minutes());
    }

    #[test]
    fn hours_are_read_where_minutes_are_deleted_already() {
        let day = |number: i64| number * i64::from(DAY);
        let kept =
            FirstMinutes { block: Some(day(9) + 360), part: Some(day(12)), hours: Some(day(2)) };
        assert!(!has_minutes(&kept, Minute(DAY)), "there are hours before the minutes");
        assert!(!has_minutes(&kept, Minute(9 * DAY - 1)));
        assert!(has_minutes(&kept, Minute(9 * DAY)), "the first day has both");
        let new = FirstMinutes { hours: Some(day(9)), ..kept };
        assert!(has_minutes(&new, Minute(0)), "nothing is older");
        let unpacked = FirstMinutes { block: None, part: Some(5), hours: None };
        assert!(has_minutes(&unpacked, Minute(0)));
        let away = FirstMinutes { block: None, part: None, hours: Some(day(2)) };
        assert!(!has_minutes(&away, Minute(day(3) as u32)));
    }

    /// One point of so many interfaces.
    fn interfaces(count: usize, at: Minute) -> Block {
        let mut block = Block::new(Step::Minute, at, 1).unwrap();
        for number in 0..count {
            let key = SeriesKey::mean(Metric::NetSent, number.to_string());
            block.set(key, at, 1.0).unwrap();
        }
        block
    }

    #[test]
    fn more_points_than_fit_into_memory_are_refused() {
        let joined = |count: usize| {
            let blocks = [interfaces(count, Minute(0)), interfaces(count, Minute(99_999))];
            join_all(blocks.into_iter()).map(|block| block.map(|block| block.length()))
        };
        assert_eq!(joined(40).unwrap(), Some(100_000));
        assert!(matches!(joined(41), Err(ReadMetricsError::TooMuch)));
    }
}
