//! The table of samples that the server does not have: packed blocks, by the
//! minute in which each begins.

use muster_metrics::{Block, Limits, Minute};
use redb::{
    Database, ReadableDatabase, ReadableTable, ReadableTableMetadata, Table, TableDefinition,
    WriteTransaction,
};

const SAMPLES: TableDefinition<u32, &[u8]> = TableDefinition::new("samples");

/// How far a block grows: it is sent in one message.
pub const MAX_MINUTES: u32 = 6 * 60;

/// Thirty days of blocks that have grown as far as they may.
pub const MAX_BLOCKS: u64 = 120;

/// What all blocks together may take.
pub const MAX_BYTES: usize = 4 * 1024 * 1024;

/// Creates the table when it is missing.
pub fn create(transaction: &WriteTransaction) -> Result<(), redb::Error> {
    transaction.open_table(SAMPLES)?;
    Ok(())
}

/// The oldest block, and the minute in which it begins.
pub fn find_first(database: &Database) -> Result<Option<(Minute, Vec<u8>)>, redb::Error> {
    let table = database.begin_read()?.open_table(SAMPLES)?;
    let first = table.first()?;
    Ok(first.map(|(start, block)| (Minute(start.value()), block.value().to_vec())))
}

/// Adds samples, and drops the oldest when there is no room for all.
pub fn keep(transaction: &WriteTransaction, blocks: &[Block]) -> Result<(), redb::Error> {
    let mut table = transaction.open_table(SAMPLES)?;
    for block in blocks {
        add(&mut table, block)?;
    }
    drop_surplus(&mut table)
}

/// Removes what a block has up to a minute. It may have grown since it was sent:
/// the rest stays.
pub fn forget(
    transaction: &WriteTransaction,
    start: Minute,
    through: Minute,
) -> Result<(), redb::Error> {
    let mut table = transaction.open_table(SAMPLES)?;
    let known = table.remove(start.0)?.and_then(|row| read(row.value()));
    let rest = known.and_then(|block| block.slice(through.plus(1), block.end()));
    match rest.filter(|rest| !rest.is_empty()) {
        Some(rest) => add(&mut table, &rest),
        None => Ok(()),
    }
}

/// Adds a block to the one before it, or as one of its own.
fn add(table: &mut Table<'_, u32, &'static [u8]>, block: &Block) -> Result<(), redb::Error> {
    let before = find_up_to(table, block.start())?;
    let grown = before.and_then(|before| grown(before, block));
    let block = grown.as_ref().unwrap_or(block);
    table.insert(block.start().0, block.encode().as_slice())?;
    Ok(())
}

/// The last block that begins at a minute or before it.
fn find_up_to(
    table: &Table<'_, u32, &'static [u8]>,
    start: Minute,
) -> Result<Option<Block>, redb::Error> {
    let last = table.range(..=start.0)?.next_back().transpose()?;
    Ok(last.and_then(|(_, block)| read(block.value())))
}

/// A block with what follows it; none when that would be more than one message.
fn grown(mut before: Block, block: &Block) -> Option<Block> {
    // First, because a block over years would take all the memory there is.
    let end = before.end().max(block.end());
    if end.0 - before.start().0 > MAX_MINUTES {
        return None;
    }
    before.merge(block).ok()?;
    (before.series().len() <= Limits::MESSAGE.series).then_some(before)
}

fn drop_surplus(table: &mut Table<'_, u32, &'static [u8]>) -> Result<(), redb::Error> {
    let (mut blocks, mut bytes) = (table.len()?, 0);
    for row in table.iter()? {
        bytes += row?.1.value().len();
    }
    while blocks > MAX_BLOCKS || bytes > MAX_BYTES {
        let Some((start, block)) = table.pop_first()? else { return Ok(()) };
        let begun = Minute(start.value()).unix_seconds();
        tracing::warn!(begun, "samples that waited too long for the server are dropped");
        bytes -= block.value().len();
        blocks -= 1;
    }
    Ok(())
}

/// A block that this build cannot read is nothing to add to. It is sent as it is.
fn read(bytes: &[u8]) -> Option<Block> {
    let block = Block::decode(bytes, Limits::MESSAGE);
    block.inspect_err(|error| tracing::error!(%error, "stored samples cannot be read")).ok()
}
