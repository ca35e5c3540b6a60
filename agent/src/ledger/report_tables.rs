//! The table of what checks found and the server does not have, by number.

use muster_protocol::{CheckReport, decode, encode};
use redb::{
    Database, ReadableDatabase, ReadableTable, ReadableTableMetadata, Table, TableDefinition,
    WriteTransaction,
};

const REPORTS: TableDefinition<u64, &[u8]> = TableDefinition::new("check_reports");
/// The last number, also of a report that is gone, and what all reports take.
const COUNTERS: TableDefinition<&str, u64> = TableDefinition::new("check_counters");

const LAST_NUMBER: &str = "last_number";
const BYTES: &str = "bytes";

/// How many reports wait for the server.
pub const MAX_REPORTS: u64 = 10_000;

/// What all reports together may take.
pub const MAX_BYTES: u64 = 8 * 1024 * 1024;

/// The most reports in one message.
pub const MESSAGE_REPORTS: usize = 500;

/// A message that has become so large is sent.
const MESSAGE_BYTES: usize = 512 * 1024;

/// Creates the tables that are missing.
pub fn create(transaction: &WriteTransaction) -> Result<(), redb::Error> {
    transaction.open_table(REPORTS)?;
    transaction.open_table(COUNTERS)?;
    Ok(())
}

/// The oldest reports, as many as are sent in one message.
pub fn list_first(database: &Database) -> Result<Vec<CheckReport>, redb::Error> {
    let table = database.begin_read()?.open_table(REPORTS)?;
    let (mut reports, mut bytes) = (Vec::new(), 0);
    for row in table.iter()? {
        let (_, row) = row?;
        match decode(row.value()) {
            Ok(report) => reports.push(report),
            Err(error) => tracing::error!(%error, "what a check found cannot be read"),
        }
        bytes += row.value().len();
        if reports.len() >= MESSAGE_REPORTS || bytes >= MESSAGE_BYTES {
            break;
        }
    }
    Ok(reports)
}

/// Numbers and adds reports, and drops the oldest when there is no room for all.
pub fn keep(transaction: &WriteTransaction, reports: &[CheckReport]) -> Result<(), redb::Error> {
    let mut table = transaction.open_table(REPORTS)?;
    let mut counters = transaction.open_table(COUNTERS)?;
    let (mut number, mut bytes) = (read(&counters, LAST_NUMBER)?, read(&counters, BYTES)?);
    for report in reports {
        number += 1;
        let report = encode(&CheckReport { number, ..report.clone() });
        bytes += report.len() as u64;
        table.insert(number, report.as_slice())?;
    }
    let mut dropped = 0;
    while table.len()? > MAX_REPORTS || bytes > MAX_BYTES {
        let Some(length) = pop_first(&mut table)? else { break };
        bytes = bytes.saturating_sub(length);
        dropped += 1;
    }
    if dropped > 0 {
        tracing::warn!(count = dropped, "results of checks that waited too long are dropped");
    }
    counters.insert(LAST_NUMBER, number)?;
    counters.insert(BYTES, bytes)?;
    Ok(())
}

/// Removes the reports up to a number.
pub fn forget(transaction: &WriteTransaction, through: u64) -> Result<(), redb::Error> {
    let mut table = transaction.open_table(REPORTS)?;
    let mut counters = transaction.open_table(COUNTERS)?;
    let mut bytes = read(&counters, BYTES)?;
    while table.first()?.is_some_and(|(number, _)| number.value() <= through) {
        bytes = bytes.saturating_sub(pop_first(&mut table)?.unwrap_or(0));
    }
    counters.insert(BYTES, bytes)?;
    Ok(())
}

/// Removes the oldest report, and returns what it took.
fn pop_first(table: &mut Table<'_, u64, &'static [u8]>) -> Result<Option<u64>, redb::Error> {
    let first = table.pop_first()?;
    Ok(first.map(|(_, report)| report.value().len() as u64))
}

fn read(
    counters: &impl ReadableTable<&'static str, u64>,
    name: &'static str,
) -> Result<u64, redb::Error> {
    Ok(counters.get(name)?.map_or(0, |value| value.value()))
}
