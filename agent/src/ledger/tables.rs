//! The ledger's tables, and every statement on them.

use muster_protocol::{Outcome, TaskStart, decode, encode};
use redb::{
    Database, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition,
    WriteTransaction,
};

use super::{Entry, Promise, check_tables, report_tables, sample_tables, task_tables};
use crate::clock;
use crate::run_id::RunId;

/// Runs the server has not closed.
const OPEN: TableDefinition<&str, &[u8]> = TableDefinition::new("open");
/// Runs the server has closed, kept to recognise an order that is received again.
const CLOSED: TableDefinition<&str, &[u8]> = TableDefinition::new("closed");
/// The closed runs by the time of their closing, oldest first.
const CLOSED_ORDER: TableDefinition<(i64, &str), ()> = TableDefinition::new("closed_order");

/// How many closed runs are remembered at most.
const CLOSED_KEPT: u64 = 10_000;
/// How long a closed run is remembered: a week, in microseconds.
const CLOSED_AGE: i64 = 7 * 24 * 3600 * 1_000_000;

/// Creates the tables that are missing.
pub fn create(database: &Database) -> Result<(), redb::Error> {
    let transaction = database.begin_write()?;
    transaction.open_table(OPEN)?;
    transaction.open_table(CLOSED)?;
    transaction.open_table(CLOSED_ORDER)?;
    task_tables::create(&transaction)?;
    sample_tables::create(&transaction)?;
    check_tables::create(&transaction)?;
    report_tables::create(&transaction)?;
    Ok(transaction.commit()?)
}

/// Every run that is not closed.
pub fn list_open(database: &Database) -> Result<Vec<(RunId, Entry)>, redb::Error> {
    let table = database.begin_read()?.open_table(OPEN)?;
    let mut runs = Vec::new();
    for row in table.iter()? {
        let (key, value) = row?;
        let (run_id, entry) = (RunId::parse(key.value()), read_entry(value.value()));
        runs.extend(run_id.zip(entry));
    }
    Ok(runs)
}

/// A run, closed or not.
pub fn find(database: &Database, run_id: &RunId) -> Result<Option<Entry>, redb::Error> {
    let transaction = database.begin_read()?;
    for table in [OPEN, CLOSED] {
        let table = transaction.open_table(table)?;
        if let Some(row) = table.get(run_id.as_str())? {
            return Ok(read_entry(row.value()));
        }
    }
    Ok(None)
}

/// Adds a run that has no outcome yet.
pub fn insert_accepted(
    transaction: &WriteTransaction,
    run_id: &RunId,
    task: Option<&TaskStart>,
    promise: Option<&Promise>,
) -> Result<(), redb::Error> {
    let accepted = clock::now_micros();
    let (reboot, update) = match promise {
        Some(Promise::Reboot(reboot)) => (Some(reboot.clone()), None),
        Some(Promise::Update(version)) => (None, Some(version.clone())),
        None => (None, None),
    };
    let entry = Entry {
        accepted,
        outcome: None,
        task: task.cloned(),
        reboot: reboot.as_ref().map(|reboot| reboot.at),
        reboot_message: reboot.map(|reboot| reboot.message).unwrap_or_default(),
        update,
    };
    let mut table = transaction.open_table(OPEN)?;
    table.insert(run_id.as_str(), encode(&entry).as_slice())?;
    Ok(())
}

/// Sets the outcome of a run.
pub fn set_outcome(
    transaction: &WriteTransaction,
    run_id: &RunId,
    outcome: &Outcome,
) -> Result<(), redb::Error> {
    let mut table = transaction.open_table(OPEN)?;
    let known = table.get(run_id.as_str())?.and_then(|row| read_entry(row.value()));
    let mut entry = known.unwrap_or_else(unreadable);
    entry.outcome = Some(outcome.clone());
    table.insert(run_id.as_str(), encode(&entry).as_slice())?;
    Ok(())
}

/// Forgets a run that is not closed, because there is no room.
pub fn remove_open(transaction: &WriteTransaction, run_id: &RunId) -> Result<(), redb::Error> {
    transaction.open_table(OPEN)?.remove(run_id.as_str())?;
    Ok(())
}

/// Moves a run to the closed ones.
pub fn move_to_closed(transaction: &WriteTransaction, run_id: &RunId) -> Result<(), redb::Error> {
    let mut open = transaction.open_table(OPEN)?;
    let Some(row) = open.remove(run_id.as_str())? else { return Ok(()) };
    transaction.open_table(CLOSED)?.insert(run_id.as_str(), row.value())?;
    let order = (clock::now_micros(), run_id.as_str());
    transaction.open_table(CLOSED_ORDER)?.insert(order, ())?;
    Ok(())
}

/// Forgets closed runs that are too old or too many, a batch at a time.
pub fn prune_closed(transaction: &WriteTransaction, now: i64) -> Result<(), redb::Error> {
    let mut order = transaction.open_table(CLOSED_ORDER)?;
    let count = order.len()?;
    // A margin of a tenth, so that not every closing prunes one.
    let surplus = if count > CLOSED_KEPT * 11 / 10 { count - CLOSED_KEPT } else { 0 };
    let mut victims = Vec::new();
    for row in order.iter()? {
        let (key, _) = row?;
        let (closed, run_id) = key.value();
        let too_old = closed < now - CLOSED_AGE;
        if !too_old && victims.len() as u64 >= surplus {
            break;
        }
        victims.push((closed, run_id.to_owned()));
    }
    let mut closed = transaction.open_table(CLOSED)?;
    for (time, run_id) in &victims {
        closed.remove(run_id.as_str())?;
        order.remove((*time, run_id.as_str()))?;
    }
    Ok(())
}

/// An entry this build cannot read counts as a run without outcome: it must
/// not run again, and it must not stop the agent.
fn read_entry(bytes: &[u8]) -> Option<Entry> {
    let entry = decode(bytes);
    if let Err(error) = &entry {
        tracing::error!(%error, "an entry of the ledger cannot be read");
    }
    Some(entry.unwrap_or_else(|_| unreadable()))
}

fn unreadable() -> Entry {
    Entry {
        accepted: 0,
        outcome: None,
        task: None,
        reboot: None,
        reboot_message: String::new(),
        update: None,
    }
}
