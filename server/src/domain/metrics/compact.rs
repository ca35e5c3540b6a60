//! Packs what agents have sent: the parts of a window become one block by the
//! minute, and its hours a part of the day's block. Points that come later are
//! added to the blocks that are there.

use std::collections::BTreeMap;
use std::time::Duration;

use muster_metrics::{Block, BlockError, Minute, Step, by_the_hour};
use sea_orm::ConnectionTrait;

use super::queries::{self, PackedRow, UnpackedAgent};
use super::windows::{DAY, block_start, minus, width};
use super::{join, minute_of};
use crate::app::App;
use crate::ids::AgentKey;
use crate::jobs::Periodic;
use crate::time::Timestamp;

/// A window is packed when it ended so many minutes ago: by then agents have
/// sent what they measured in it.
const REST: u32 = 30;
/// Days of agents that are packed in one turn, each in a transaction of its own.
/// All windows end at the same time, and a hundred thousand agents are packed
/// before the next ones do.
const PER_TURN: i64 = 400;

/// Every minute: packs windows that have ended.
pub const COMPACTION: Periodic = Periodic {
    name: "metric_compaction",
    every: Duration::from_secs(60),
    handler: |app| Box::pin(compact(app)),
};

async fn compact(app: App) -> anyhow::Result<()> {
    let now = minute_of(Timestamp::now());
    let open = block_start(Step::Minute, minus(now, REST));
    let mut left = PER_TURN;
    while left > 0 {
        let agents = queries::list_unpacked(app.db.read(), open, left).await?;
        if agents.is_empty() {
            break;
        }
        for agent in &agents {
            if app.stopping.is_cancelled() {
                return Ok(());
            }
            compact_day(&app, agent, open).await?;
            left -= 1;
        }
    }
    Ok(())
}

/// Packs the oldest day of an agent that is not packed, up to the open window.
/// One that was away for a month has its next day packed after the others.
async fn compact_day(app: &App, agent: &UnpackedAgent, open: Minute) -> anyhow::Result<()> {
    let oldest = Minute(u32::try_from(agent.oldest)?);
    let day = block_start(Step::Hour, oldest);
    let write = app.db.begin().await?;
    let end = open.min(day.plus(DAY));
    let parts = queries::take_parts(&write, agent.id, day, end).await?;
    let mut hours = PackedDay::read(&write, agent.id, day).await?;
    for (window, parts) in by_window(parts)? {
        compact_window(&write, agent.id, window, &parts, &mut hours).await?;
    }
    hours.store(&write, agent.id).await?;
    write.commit().await?;
    Ok(())
}

/// The parts, by the window each is in.
fn by_window(parts: Vec<PackedRow>) -> anyhow::Result<BTreeMap<Minute, Vec<PackedRow>>> {
    let mut windows: BTreeMap<Minute, Vec<PackedRow>> = BTreeMap::new();
    for part in parts {
        let start = Minute(u32::try_from(part.start_minute)?);
        windows.entry(block_start(Step::Minute, start)).or_default().push(part);
    }
    Ok(windows)
}

/// Adds the parts of a window to its block, and the hours of that to its day.
async fn compact_window(
    write: &impl ConnectionTrait,
    agent: AgentKey,
    window: Minute,
    parts: &[PackedRow],
    hours: &mut PackedDay,
) -> anyhow::Result<()> {
    let stored = queries::find_block(write, agent, Step::Minute, window).await?;
    let stored = stored.and_then(|stored| join::unpack(&stored));
    let is_known = stored.is_some();
    let mut minutes = empty(Step::Minute, window)?;
    if let Some(stored) = &stored {
        join::add(&mut minutes, stored)?;
    }
    // One after the other: there can be dozens, and each may be large.
    for part in parts.iter().filter_map(|part| join::unpack(&part.data)) {
        join::add(&mut minutes, &part)?;
    }
    if minutes.is_empty() {
        return Ok(()); // None of the parts can be read.
    }
    let minutes = join::with_fewer_series(&minutes, join::MOST_SERIES)?;
    queries::put_block(write, agent, Step::Minute, window, minutes.encode()).await?;
    if let Some(window_hours) = by_the_hour(&minutes) {
        hours.add(window_hours, is_known)?;
    }
    Ok(())
}

/// The hours of one day.
struct PackedDay {
    start: Minute,
    hours: Block,
}

impl PackedDay {
    async fn read(
        write: &impl ConnectionTrait,
        agent: AgentKey,
        start: Minute,
    ) -> anyhow::Result<Self> {
        let stored = queries::find_block(write, agent, Step::Hour, start).await?;
        let mut hours = empty(Step::Hour, start)?;
        if let Some(stored) = stored.and_then(|stored| join::unpack(&stored)) {
            join::add(&mut hours, &stored)?;
        }
        Ok(Self { start, hours })
    }

    /// Adds the hours of a window. If its minutes were not there before, they
    /// may have been deleted by now: then hours that are known were made of
    /// more of them.
    fn add(&mut self, mut hours: Block, has_all_minutes: bool) -> Result<(), BlockError> {
        if has_all_minutes {
            return join::add(&mut self.hours, &hours);
        }
        join::add(&mut hours, &self.hours)?;
        self.hours = hours;
        Ok(())
    }

    async fn store(&self, write: &impl ConnectionTrait, agent: AgentKey) -> anyhow::Result<()> {
        if !self.hours.is_empty() {
            let data = self.hours.encode();
            queries::put_block(write, agent, Step::Hour, self.start, data).await?;
        }
        Ok(())
    }
}

/// A block without points that covers what is stored together.
fn empty(step: Step, start: Minute) -> Result<Block, BlockError> {
    Block::new(step, start, (width(step) / step.minutes()) as usize)
}

#[cfg(test)]
mod tests {
    use super::super::windows::WINDOW;
    use super::*;

    #[test]
    fn a_stored_block_is_six_hours_by_the_minute_or_a_day_by_the_hour() {
        let ends = [Step::Minute, Step::Hour].map(|step| {
            let block = empty(step, Minute(DAY)).unwrap();
            (block.length(), block.end())
        });
        assert_eq!(ends, [(360, Minute(DAY + WINDOW)), (24, Minute(DAY * 2))]);
    }
}
