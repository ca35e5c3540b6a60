//! Storing parts. What comes again changes nothing.

use anyhow::Context;
use sea_orm::ConnectionTrait;

use super::agent_metrics::AgentMetrics;
use super::kept::KeptDays;
use super::queries::{self, NewPart};
use super::{join, minute_of};
use crate::time::Timestamp;

/// Stores messages as parts, as far as the settings keep them: points that are
/// older, or too far in the future, are dropped.
pub async fn store_messages(
    write: &impl ConnectionTrait,
    messages: &[AgentMetrics],
) -> anyhow::Result<()> {
    let (from, to) = KeptDays::read(write).await?.accepted(minute_of(Timestamp::now()));
    let mut parts = Vec::new();
    for message in messages {
        // One after the other, as each may be large while it is unpacked.
        parts.extend(message.parts(from, to)?);
    }
    let inserted = queries::insert_parts(write, &parts).await?;
    for part in &parts {
        if !inserted.contains(&(part.agent, i64::from(part.start.0))) {
            add_to_stored(write, part).await?;
        }
    }
    Ok(())
}

/// Adds a part to the stored one that begins with the same minute.
async fn add_to_stored(write: &impl ConnectionTrait, part: &NewPart) -> anyhow::Result<()> {
    let stored = queries::take_part(write, part.agent, part.start).await?;
    let stored = stored.and_then(|stored| join::unpack(&stored));
    let Some((mut whole, added)) = stored.zip(join::unpack(&part.data)) else {
        // It was packed meanwhile, or cannot be read.
        queries::insert_parts(write, std::slice::from_ref(part)).await?;
        return Ok(());
    };
    join::add(&mut whole, &added).context("while metrics of the same minute were added")?;
    queries::insert_parts(write, &[NewPart::pack(part.agent, &whole)]).await?;
    Ok(())
}

/// Stores a block of an agent as if it had sent it, for tests of what follows.
#[cfg(test)]
pub async fn store_block(
    app: &crate::app::App,
    agent: crate::ids::AgentKey,
    block: &muster_metrics::Block,
) {
    let message = AgentMetrics::check(agent, block.encode()).expect("an agent may send it");
    let write = app.db.begin().await.expect("the database takes writes");
    store_messages(&write, &[message]).await.expect("the block is stored");
    write.commit().await.expect("it commits");
}
