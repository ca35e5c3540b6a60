//! A result of a check on an agent, while reports are added to it.

use muster_alerting::Severity;
use muster_protocol::CheckReport;
use serde_json::{Value, json};

use super::evaluate::{Judgement, Previous, Taken, Verdict, judge};
use super::history::point_of;
use super::report_parts::{accepted_time, is_current, shown_entry};
use super::result_queries::{JudgedRow, ResultRow, TouchedRow};
use super::settings::CheckSettings;
use crate::domain::alert_events::{AlertEvent, Happening, Source};
use crate::domain::check_points::{HistoryPoint, PointState, PointStore};
use crate::text::cut;
use crate::time::Timestamp;

const SHORTEST_INTERVAL: i64 = 15;
/// Characters of the sentence that is stored.
const LONGEST_INFO: usize = 1000;

/// The state of a result, from the row on.
pub struct ResultProgress {
    pub row: ResultRow,
    is_failing: bool,
    is_pending: bool,
    severity: Option<Severity>,
    last_run: Option<i64>,
    fail_count: i64,
    crossed_since: Option<i64>,
    /// The newest judgement that counts.
    newest: Option<Judgement>,
    /// Why nothing is known by the newest report.
    unknown: Option<String>,
    pub points: PointStore,
    /// Older than all points of the row: they may be in older rows.
    pub late_points: Vec<HistoryPoint>,
    /// What people are notified of; of failures only the newest.
    pub alerts: Vec<AlertEvent>,
    /// Whether somebody waits for the result.
    is_forced: bool,
    has_failed: bool,
}

/// A report with what is known when it is added.
#[derive(Clone, Copy)]
pub struct Arrival<'a> {
    pub report: &'a CheckReport,
    pub now: Timestamp,
    pub days_until_full: Option<f64>,
}

impl ResultProgress {
    pub fn new(row: ResultRow) -> Self {
        Self {
            is_failing: row.status == "failing",
            is_pending: row.status == "pending",
            severity: row.severity.as_deref().and_then(Severity::parse),
            last_run: row.last_run,
            fail_count: row.fail_count,
            crossed_since: row.crossed_since,
            newest: None,
            unknown: None,
            points: PointStore::read(row.points.as_deref()),
            late_points: Vec::new(),
            alerts: Vec::new(),
            is_forced: false,
            has_failed: false,
            row,
        }
    }

    /// Adds a report. One that is older than the newest, or followed a definition
    /// that is no longer the agent's, only enters the history.
    pub fn add(&mut self, settings: &CheckSettings, arrival: Arrival<'_>) {
        let Arrival { report, now, days_until_full } = arrival;
        let time = accepted_time(report.time, now);
        let is_newest = self.last_run.is_none_or(|last| last < time);
        let counts = is_newest && report.version == self.row.version;
        let previous = match counts {
            true => Previous { is_failing: self.is_failing, crossed_since: self.crossed_since },
            false => Previous::default(),
        };
        let taken = Taken { reading: &report.reading, time, days_until_full };
        let judgement = judge(&settings.kind, taken, previous);
        if let Some(point) = point_of(&judgement, time) {
            self.add_point(point);
        }
        if counts {
            self.is_forced |= report.forced;
            let ended = time.saturating_add(i64::from(report.took_ms).saturating_mul(1000));
            let is_current = is_current(ended, now, self.interval_seconds(settings));
            self.follow(settings, judgement, time, is_current);
        }
    }

    fn add_point(&mut self, point: HistoryPoint) {
        let is_late = self.last_run.is_some_and(|last| point.time < last.div_euclid(1000));
        match is_late && self.points.is_before(point.time) {
            true => self.late_points.push(point),
            false => {
                self.points.add(point);
            }
        }
    }

    fn follow(
        &mut self,
        settings: &CheckSettings,
        judgement: Judgement,
        time: i64,
        is_current: bool,
    ) {
        self.last_run = Some(time);
        let state = match judgement.verdict {
            Verdict::Unknown => {
                self.unknown = Some(judgement.more_info);
                return;
            }
            Verdict::Passing => PointState::Passing,
            Verdict::Failing(severity) => PointState::Failing(severity),
        };
        self.unknown = None;
        self.crossed_since = judgement.crossed_since;
        // A failure of the past that is not the newest result is nobody's business.
        self.alerts.retain(|alert| matches!(alert.what, Happening::Recovered { .. }));
        let event = |what| {
            let source = Source::Check { check: self.row.check_id };
            AlertEvent { agent: self.row.agent, source, time, what }
        };
        let message = || settings.report(&judgement.more_info);
        match state {
            PointState::Passing => {
                if self.is_failing {
                    self.alerts.push(event(Happening::recovered(message())));
                }
                (self.severity, self.fail_count) = (None, 0);
            }
            PointState::Failing(severity) => {
                self.fail_count += 1;
                self.has_failed = true;
                if is_current && self.fail_count >= settings.fails_b4_alert {
                    self.alerts.push(event(Happening::failed(severity, message())));
                }
                self.severity = Some(severity);
            }
        }
        self.is_failing = matches!(state, PointState::Failing(_));
        self.is_pending = false;
        self.newest = Some(judgement);
    }

    fn interval_seconds(&self, settings: &CheckSettings) -> i64 {
        let own = settings.run_interval;
        let interval = if own > 0 { own } else { self.row.check_interval };
        interval.max(SHORTEST_INTERVAL)
    }

    pub fn status(&self) -> &'static str {
        match (self.is_pending, self.is_failing) {
            (true, _) => "pending",
            (false, true) => "failing",
            (false, false) => "passing",
        }
    }

    pub fn severity(&self) -> Option<&'static str> {
        self.severity.map(Severity::as_str)
    }

    pub fn last_run(&self) -> Option<i64> {
        self.last_run
    }

    pub fn fail_count(&self) -> i64 {
        self.fail_count
    }

    /// Whether the agent's counts are different now.
    pub fn changes_counts(&self) -> bool {
        self.status() != self.row.status || self.severity() != self.row.severity.as_deref()
    }

    /// Whether listeners learn of it.
    pub fn is_published(&self) -> bool {
        self.changes_counts() || self.has_failed || self.is_forced
    }

    /// Whether the newest report is a failure that people are notified of.
    pub fn has_alarming_failure(&self) -> bool {
        matches!(self.alerts.last().map(|alert| &alert.what), Some(Happening::Failed { .. }))
    }

    /// What is stored of it: the whole row, or what is new of one that is as it was.
    pub fn into_row(self) -> StoredChange {
        let (id, points) = (self.row.id, self.points.packed());
        let (status, severity) = (self.status(), self.severity());
        let Some(judgement) = self.newest else {
            if !self.points.has_changed() && self.last_run == self.row.last_run {
                return StoredChange::None;
            }
            let more_info = self.unknown.map(|text| cut(&text, LONGEST_INFO));
            return StoredChange::Touched(TouchedRow {
                id,
                points,
                last_run: self.last_run,
                more_info,
            });
        };
        let output = judgement.output;
        let extra_details = match output.log.is_empty() {
            true => "{}".to_owned(),
            false => {
                let log: Vec<Value> = (0..).zip(&output.log).map(shown_entry).collect();
                json!({ "log": log }).to_string()
            }
        };
        let more_info = self.unknown.unwrap_or(judgement.more_info);
        StoredChange::Judged(Box::new(JudgedRow {
            id,
            status,
            severity,
            more_info: cut(&more_info, LONGEST_INFO),
            last_run: self.last_run.unwrap_or(0),
            fail_count: self.fail_count,
            extra_details,
            stdout: output.stdout,
            stderr: output.stderr,
            retcode: output.retcode,
            execution_time: output.execution_time,
            samples: json!(output.samples).to_string(),
            crossed_since: self.crossed_since,
            points,
        }))
    }
}

/// What is stored of a result.
pub enum StoredChange {
    None,
    Touched(TouchedRow),
    Judged(Box<JudgedRow>),
}
