//! The table of checks: what they are.

use muster_protocol::{CheckDefinition, Definitions, decode, encode};
use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition, WriteTransaction};

/// The checks of the document, one by one: scripts among them may be large.
const CHECKS: TableDefinition<i64, &[u8]> = TableDefinition::new("checks");

/// Creates the table when it is missing.
pub fn create(transaction: &WriteTransaction) -> Result<(), redb::Error> {
    transaction.open_table(CHECKS)?;
    Ok(())
}

/// One check of the document.
pub fn find(database: &Database, id: i64) -> Result<Option<CheckDefinition>, redb::Error> {
    let table = database.begin_read()?.open_table(CHECKS)?;
    Ok(table.get(id)?.and_then(|row| decode(row.value()).ok()))
}

/// Every check of the document, one at a time.
pub fn each(database: &Database, mut with: impl FnMut(CheckDefinition)) -> Result<(), redb::Error> {
    let table = database.begin_read()?.open_table(CHECKS)?;
    for row in table.iter()? {
        match decode(row?.1.value()) {
            Ok(definition) => with(definition),
            Err(error) => tracing::error!(%error, "a check cannot be read"),
        }
    }
    Ok(())
}

/// Replaces all checks by those of another document.
pub fn replace(
    transaction: &WriteTransaction,
    definitions: &Definitions,
) -> Result<(), redb::Error> {
    let mut table = transaction.open_table(CHECKS)?;
    table.retain(|_, _| false)?;
    for check in &definitions.checks {
        table.insert(check.id, encode(check).as_slice())?;
    }
    Ok(())
}
