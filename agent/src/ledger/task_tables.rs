//! The tables of tasks: what they are, and how far they are.

use std::collections::HashMap;

use muster_protocol::{Definitions, TaskDefinition, decode, encode};
use redb::{
    Database, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition,
    WriteTransaction,
};

use super::TaskMemory;
use crate::release;

/// The tasks of the document, one by one: the agent needs few of them at a time.
const DEFINITIONS: TableDefinition<i64, &[u8]> = TableDefinition::new("definitions");
/// How far each task is, also those that left the document: they may come back.
const MEMORY: TableDefinition<i64, &[u8]> = TableDefinition::new("task_memory");
/// What is known of the document itself, by the names below.
const DOCUMENT: TableDefinition<&str, &str> = TableDefinition::new("document");

const DIGEST: &str = "digest";
const READ_BY: &str = "read_by";

/// How many tasks are remembered at most.
const REMEMBERED: u64 = 10_000;

/// Creates the tables that are missing.
pub fn create(transaction: &WriteTransaction) -> Result<(), redb::Error> {
    transaction.open_table(DEFINITIONS)?;
    transaction.open_table(MEMORY)?;
    transaction.open_table(DOCUMENT)?;
    Ok(())
}

/// The digest of the document; empty when there is none, or when another build
/// read it, which may have understood less: the server sends it again.
pub fn find_digest(database: &Database) -> Result<String, redb::Error> {
    let table = database.begin_read()?.open_table(DOCUMENT)?;
    let is_own = table.get(READ_BY)?.is_some_and(|build| build.value() == release::version());
    let digest = table.get(DIGEST)?.filter(|_| is_own);
    Ok(digest.map(|digest| digest.value().to_owned()).unwrap_or_default())
}

/// One task of the document.
pub fn find_definition(
    database: &Database,
    id: i64,
) -> Result<Option<TaskDefinition>, redb::Error> {
    let table = database.begin_read()?.open_table(DEFINITIONS)?;
    Ok(table.get(id)?.and_then(|row| decode(row.value()).ok()))
}

/// Every task of the document, one at a time.
pub fn each_definition(
    database: &Database,
    mut with: impl FnMut(TaskDefinition),
) -> Result<(), redb::Error> {
    let table = database.begin_read()?.open_table(DEFINITIONS)?;
    for row in table.iter()? {
        match decode(row?.1.value()) {
            Ok(definition) => with(definition),
            Err(error) => tracing::error!(%error, "a task cannot be read"),
        }
    }
    Ok(())
}

/// How far each task is.
pub fn list_memories(database: &Database) -> Result<HashMap<i64, TaskMemory>, redb::Error> {
    let table = database.begin_read()?.open_table(MEMORY)?;
    let mut memories = HashMap::new();
    for row in table.iter()? {
        let (id, memory) = row?;
        memories.extend(decode(memory.value()).ok().map(|memory| (id.value(), memory)));
    }
    Ok(memories)
}

/// Replaces the document.
pub fn replace(
    transaction: &WriteTransaction,
    definitions: &Definitions,
) -> Result<(), redb::Error> {
    let mut table = transaction.open_table(DEFINITIONS)?;
    table.retain(|_, _| false)?;
    for task in definitions.all() {
        table.insert(task.id, encode(task).as_slice())?;
    }
    let mut document = transaction.open_table(DOCUMENT)?;
    document.insert(DIGEST, definitions.digest.as_str())?;
    document.insert(READ_BY, release::version())?;
    forget_surplus(transaction, &table)
}

/// Notes how far tasks are.
pub fn remember(
    transaction: &WriteTransaction,
    memories: &[(i64, TaskMemory)],
) -> Result<(), redb::Error> {
    let mut table = transaction.open_table(MEMORY)?;
    for (id, memory) in memories {
        table.insert(id, encode(memory).as_slice())?;
    }
    Ok(())
}

/// Forgets tasks that left the document when there are too many, the oldest
/// first: ids only grow.
fn forget_surplus(
    transaction: &WriteTransaction,
    defined: &impl ReadableTable<i64, &'static [u8]>,
) -> Result<(), redb::Error> {
    let mut table = transaction.open_table(MEMORY)?;
    let mut surplus = table.len()?.saturating_sub(REMEMBERED);
    let mut victims = Vec::new();
    for row in table.iter()? {
        if surplus == 0 {
            break;
        }
        let id = row?.0.value();
        if defined.get(id)?.is_none() {
            victims.push(id);
            surplus -= 1;
        }
    }
    for id in victims {
        table.remove(id)?;
    }
    Ok(())
}
