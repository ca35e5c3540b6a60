//! Storing reports, and what follows from them in the same transaction. What comes
//! again changes nothing.

use std::collections::{BTreeSet, HashMap};

use muster_protocol::{CheckReport, Reading};
use sea_orm::{ConnectionTrait, DbErr};

use super::agent_reports::AgentReports;
use super::failure_tasks;
use super::forecast::days_until_full;
use super::progress::{Arrival, ResultProgress, StoredChange};
use super::publish::{ChangedResult, events_of};
use super::result_queries as queries;
use super::settings::CheckKind;
use super::stored::{StoredCheck, list_checks};
use crate::app::App;
use crate::domain::alert_events::{self, AlertEvent};
use crate::domain::check_points::{HistoryPoint, PointBlock};
use crate::events::Event;
use crate::ids::AgentKey;
use crate::time::Timestamp;

/// What is done once the reports are committed.
#[derive(Default)]
pub struct AfterStoring {
    pub events: Vec<Event>,
    pub has_jobs: bool,
}

type Results = HashMap<(AgentKey, i64), ResultProgress>;

/// Stores messages of agents, each agent's at most once. Reports about checks that
/// an agent does not have are ignored.
pub async fn store_messages(
    app: &App,
    write: &impl ConnectionTrait,
    messages: &[AgentReports],
) -> anyhow::Result<AfterStoring> {
    let mut results = lock_results(write, messages).await?;
    let ids: BTreeSet<i64> = results.keys().map(|(_, check)| *check).collect();
    let ids: Vec<i64> = ids.into_iter().collect();
    let checks = list_checks(write, &ids).await?;
    let checks: HashMap<i64, StoredCheck> =
        checks.into_iter().map(|check| (check.id, check)).collect();
    let now = Timestamp::now();
    for message in messages {
        for report in &message.reports {
            let Some(result) = results.get_mut(&(message.agent, report.check)) else { continue };
            let Some(check) = checks.get(&report.check) else { continue };
            let days_until_full = forecast(app, write, message.agent, check, report).await;
            result.add(&check.settings, Arrival { report, now, days_until_full });
        }
    }
    let mut results: Vec<ResultProgress> = results.into_values().collect();
    // The same order everywhere, so that two transactions do not wait for each other.
    results.sort_by_key(|result| result.row.id);
    store_results(app, write, results).await
}

async fn lock_results(
    write: &impl ConnectionTrait,
    messages: &[AgentReports],
) -> Result<Results, DbErr> {
    let named = messages
        .iter()
        .flat_map(|message| message.reports.iter().map(|report| (message.agent.0, report.check)));
    let pairs: BTreeSet<(i64, i64)> = named.collect();
    let pairs: Vec<(AgentKey, i64)> =
        pairs.into_iter().map(|(agent, check)| (AgentKey(agent), check)).collect();
    let rows = queries::lock_results(write, &pairs).await?;
    Ok(rows.into_iter().map(|row| ((row.agent, row.check_id), ResultProgress::new(row))).collect())
}

/// The days until a disk is full, for checks that ask for it.
async fn forecast(
    app: &App,
    write: &impl ConnectionTrait,
    agent: AgentKey,
    check: &StoredCheck,
    report: &CheckReport,
) -> Option<f64> {
    let CheckKind::Diskspace(disk) = &check.settings.kind else { return None };
    let Reading::Disk { free_bytes, .. } = report.reading else { return None };
    disk.full_within_days?;
    days_until_full(app, write, agent, &disk.disk, free_bytes).await
}

async fn store_results(
    app: &App,
    write: &impl ConnectionTrait,
    mut results: Vec<ResultProgress>,
) -> anyhow::Result<AfterStoring> {
    store_late_points(write, &mut results).await?;
    let mut blocks: Vec<(i64, PointBlock)> = Vec::new();
    let mut alerts: Vec<AlertEvent> = Vec::new();
    let (mut failures, mut changed) = (Vec::new(), Vec::new());
    let (mut judged, mut touched) = (Vec::new(), Vec::new());
    for mut result in results {
        let id = result.row.id;
        blocks.extend(result.points.take_full().into_iter().map(|block| (id, block)));
        if result.has_alarming_failure() {
            failures.push((result.row.agent, result.row.check_id));
        }
        alerts.append(&mut result.alerts);
        if result.is_published() {
            changed.push(ChangedResult::of(&result));
        }
        match result.into_row() {
            StoredChange::Judged(row) => judged.push(*row),
            StoredChange::Touched(row) => touched.push(row),
            StoredChange::None => {}
        }
    }
    queries::update_judged(write, judged).await?;
    queries::update_touched(write, touched).await?;
    queries::put_history(write, blocks).await?;
    let events = events_of(write, changed).await?;
    alert_events::record(app, write, &alerts).await?;
    let starts_tasks = failure_tasks::enqueue(app, write, &failures).await?;
    Ok(AfterStoring { events, has_jobs: starts_tasks || !alerts.is_empty() })
}

/// Adds points that are older than those of their results: to the row of their
/// time, or else to the newest ones.
async fn store_late_points(
    write: &impl ConnectionTrait,
    results: &mut [ResultProgress],
) -> Result<(), DbErr> {
    let late = results.iter().filter(|result| !result.late_points.is_empty());
    let ids: Vec<i64> = late.map(|result| result.row.id).collect();
    let times = || results.iter().flat_map(|result| &result.late_points).map(|point| point.time);
    let Some((from, to)) = times().min().zip(times().max()) else { return Ok(()) };
    let rows = queries::list_history_between(write, &ids, from, to).await?;
    let mut blocks = Vec::new();
    for result in results {
        let late = std::mem::take(&mut result.late_points);
        if late.is_empty() {
            continue;
        }
        let own = rows.iter().filter(|row| row.result_id == result.row.id);
        let mut own: Vec<OlderRow> = own.map(OlderRow::of).collect();
        for point in late {
            match own.iter_mut().find(|row| row.covers(point.time)) {
                Some(row) => row.add(point),
                None => {
                    result.points.add(point);
                }
            }
        }
        blocks.extend(own.into_iter().filter_map(|row| row.into_block(result.row.id)));
    }
    queries::put_history(write, blocks).await
}

/// A row of the history to which late points are added.
struct OlderRow {
    start: i64,
    end: i64,
    data: Vec<u8>,
    has_changed: bool,
}

impl OlderRow {
    fn of(row: &queries::HistoryRow) -> Self {
        let (start, end) = (row.start_time.div_euclid(1000), row.end_time.div_euclid(1000));
        Self { start, end, data: row.data.clone(), has_changed: false }
    }

    fn covers(&self, time: i64) -> bool {
        (self.start..=self.end).contains(&time)
    }

    fn add(&mut self, point: HistoryPoint) {
        if let Some(block) = PointBlock::with(&self.data, point) {
            (self.data, self.has_changed) = (block.data, true);
        }
    }

    fn into_block(self, result: i64) -> Option<(i64, PointBlock)> {
        let block = PointBlock { start: self.start, end: self.end, data: self.data };
        self.has_changed.then_some((result, block))
    }
}
