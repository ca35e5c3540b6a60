//! What a starting agent does about the runs of the process before it.

use std::collections::HashSet;

use anyhow::Context;
use futures_util::future::try_join_all;
use muster_protocol::{End, Outcome, ScheduleReboot, Stream};

use crate::board::{Board, Run};
use crate::data_dir::DataDir;
use crate::ledger::{Entry, Ledger};
use crate::run_id::RunId;
use crate::{clock, run, spool, upkeep};

/// Ends what is left of earlier runs, and puts those that wait to be delivered
/// on the board.
///
/// A run without outcome died with its agent: it counts as interrupted, with
/// the output it had, and it is not run again. Only a restart of the machine
/// outlives its agent: those still to come are returned.
pub async fn settle(
    data: &DataDir,
    ledger: &Ledger,
    board: &Board,
) -> anyhow::Result<Vec<(RunId, ScheduleReboot)>> {
    let mut open = ledger.list_open()?;
    let reboots = take_reboots(&mut open);
    let mut cut_short: Vec<RunId> = open
        .iter()
        .filter(|(_, entry)| entry.outcome.is_none())
        .map(|(run_id, _)| run_id.clone())
        .collect();
    cut_short.extend(list_unrecorded(data, &open, &reboots)?);
    run::end_leftovers(data, &cut_short).await;

    let settled = open.into_iter().map(|(run_id, entry)| async {
        let task = entry.task.clone();
        let outcome = settle_one(data, ledger, &run_id, entry).await?;
        anyhow::Ok((run_id, task, outcome))
    });
    for (run_id, task, outcome) in try_join_all(settled).await? {
        let (stdout, stderr, outcome) = (outcome.stdout, outcome.stderr, Some(outcome));
        let run = Run { accepted: true, task, stdout, stderr, outcome, ..Run::default() };
        board.insert(&run_id, run);
        cut_to_spool(data, board, &run_id, stdout, stderr);
    }
    let kept: HashSet<&RunId> = reboots.iter().map(|(run_id, _)| run_id).collect();
    remove_strays(data, board, &kept)?;
    Ok(reboots)
}

/// Runs that have a folder and are not in the ledger: the scripts of checks, or
/// what could not be removed.
fn list_unrecorded(
    data: &DataDir,
    open: &[(RunId, Entry)],
    reboots: &[(RunId, ScheduleReboot)],
) -> anyhow::Result<Vec<RunId>> {
    let open = open.iter().map(|(run_id, _)| run_id);
    let known: HashSet<&RunId> = open.chain(reboots.iter().map(|(run_id, _)| run_id)).collect();
    let folders = std::fs::read_dir(data.runs()).context("cannot read the runs")?.flatten();
    let runs = folders.filter_map(|entry| entry.file_name().to_str().and_then(RunId::parse));
    Ok(runs.filter(|run_id| !known.contains(run_id)).collect())
}

fn take_reboots(open: &mut Vec<(RunId, Entry)>) -> Vec<(RunId, ScheduleReboot)> {
    let coming = |entry: &Entry| {
        let at = entry.reboot.filter(|_| entry.outcome.is_none())?;
        Some(ScheduleReboot { at, message: entry.reboot_message.clone() })
    };
    let reboots = open.iter().filter_map(|(id, entry)| Some((id.clone(), coming(entry)?)));
    let reboots = reboots.collect();
    open.retain(|(_, entry)| coming(entry).is_none());
    reboots
}

/// The outcome of a run, which is interrupted when it has none.
async fn settle_one(
    data: &DataDir,
    ledger: &Ledger,
    run_id: &RunId,
    entry: Entry,
) -> anyhow::Result<Outcome> {
    if let Some(outcome) = entry.outcome {
        return Ok(outcome);
    }
    let end = match &entry.update {
        Some(version) => upkeep::end_of_update(data, run_id, version),
        None => End::Interrupted,
    };
    if end == End::Interrupted {
        tracing::warn!(%run_id, "a run was interrupted when the previous agent process ended");
    }
    let outcome = Outcome { end, ..interrupted(data, run_id, &entry) };
    ledger.finish(run_id, outcome.clone()).await?;
    Ok(outcome)
}

/// The spool is not forced to the disk: a machine that died may have lost some
/// of the output of a run whose outcome it kept.
fn cut_to_spool(data: &DataDir, board: &Board, run_id: &RunId, stdout: u64, stderr: u64) {
    let run_dir = data.run(run_id);
    for (stream, expected) in [(Stream::Stdout, stdout), (Stream::Stderr, stderr)] {
        let there = spool::length(&run_dir, stream);
        if there < expected {
            board.cut(run_id, stream, there);
        }
    }
}

fn interrupted(data: &DataDir, run_id: &RunId, entry: &Entry) -> Outcome {
    let run_dir = data.run(run_id);
    let seconds = (clock::now_micros() - entry.accepted).max(0) as f64 / 1e6;
    Outcome {
        end: End::Interrupted,
        started: entry.accepted,
        seconds,
        stdout: spool::length(&run_dir, Stream::Stdout),
        stderr: spool::length(&run_dir, Stream::Stderr),
        truncated: false,
        actions: Vec::new(),
    }
}

/// Removes the folders of runs that are closed, and the texts of commands.
fn remove_strays(data: &DataDir, board: &Board, kept: &HashSet<&RunId>) -> anyhow::Result<()> {
    for entry in std::fs::read_dir(data.runs()).context("cannot read the runs")?.flatten() {
        let run_id = entry.file_name().to_str().and_then(RunId::parse);
        if run_id.as_ref().is_some_and(|run_id| kept.contains(run_id)) {
            continue;
        }
        let leftover = match run_id.and_then(|run_id| board.find(&run_id)) {
            Some(_) => entry.path().join("script"),
            None => entry.path(),
        };
        if let Err(error) = spool::remove(&leftover) {
            tracing::warn!(%error, "a leftover of an earlier run cannot be removed");
        }
    }
    Ok(())
}
