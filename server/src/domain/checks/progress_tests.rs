//! What people are notified of, and what changes a result.

use muster_alerting::Severity;
use muster_protocol::CheckReport;
use serde_json::json;

use super::progress::{Arrival, ResultProgress};
use super::result_queries::ResultRow;
use super::settings::CheckSettings;
use crate::domain::alert_events::Happening;
use crate::ids::AgentKey;
use crate::testing::checks::{VERSION, disk_check, free, report};
use crate::time::Timestamp;

const MINUTE: i64 = 60_000_000;
const NOW: i64 = 29_000_000 * MINUTE;

fn row() -> ResultRow {
    ResultRow {
        id: 1,
        agent: AgentKey(1),
        check_id: 5,
        status: "pending".to_owned(),
        severity: None,
        last_run: None,
        fail_count: 0,
        crossed_since: None,
        points: None,
        version: VERSION.to_owned(),
        agent_id: "agent".into(),
        check_interval: 120,
        site_id: 1,
        client_id: 1,
    }
}

fn settings(changes: serde_json::Value) -> CheckSettings {
    let mut settings = disk_check();
    for (name, value) in changes.as_object().unwrap() {
        settings[name] = value.clone();
    }
    serde_json::from_value(settings).unwrap()
}

fn at(minutes_ago: i64, percent: f64) -> CheckReport {
    report(1, 5, Timestamp::from_micros(NOW - minutes_ago * MINUTE), free(percent))
}

/// The result after reports that come together.
fn after(row: ResultRow, settings: &CheckSettings, reports: &[CheckReport]) -> ResultProgress {
    let mut result = ResultProgress::new(row);
    let now = Timestamp::from_micros(NOW);
    for report in reports {
        result.add(settings, Arrival { report, now, days_until_full: None });
    }
    result
}

/// The same row with what is known after it.
fn next(result: &ResultProgress) -> ResultRow {
    ResultRow {
        status: result.status().to_owned(),
        severity: result.severity().map(str::to_owned),
        last_run: result.last_run(),
        fail_count: result.fail_count(),
        crossed_since: Some(0).filter(|_| result.status() == "failing"),
        points: Some(result.points.packed()),
        ..row()
    }
}

fn happenings(result: &ResultProgress) -> Vec<Happening> {
    result.alerts.iter().map(|alert| alert.what.clone()).collect()
}

const ERROR: &str = "root: 10 % free (10 GB of 100 GB), error below 15 %";

#[test]
fn people_are_notified_from_so_many_failures_on_and_of_the_recovery() {
    let settings = settings(json!({ "fails_b4_alert": 2 }));
    let first = after(row(), &settings, &[at(6, 10.0)]);
    assert_eq!((happenings(&first), first.fail_count()), (vec![], 1));
    assert!(!first.has_alarming_failure() && first.changes_counts());
    let second = after(next(&first), &settings, &[at(2, 10.0)]);
    assert_eq!(happenings(&second), [Happening::failed(Severity::Error, ERROR)]);
    assert!(second.has_alarming_failure() && !second.changes_counts() && second.is_published());
    let third = after(next(&second), &settings, &[at(1, 20.0)]);
    let warning = "root: 20 % free (20 GB of 100 GB), warning below 25 %";
    assert_eq!(happenings(&third), [Happening::failed(Severity::Warning, warning)]);
    let fourth = after(next(&third), &settings, &[at(0, 30.0)]);
    assert_eq!(happenings(&fourth), [Happening::recovered("root: 30 % free (30 GB of 100 GB)")]);
    assert_eq!((fourth.status(), fourth.fail_count()), ("passing", 0));
    let later = [CheckReport { time: NOW + 1000, ..at(0, 30.0) }];
    let fifth = after(next(&fourth), &settings, &later);
    assert!(happenings(&fifth).is_empty() && !fifth.is_published());
}

#[test]
fn a_message_about_a_check_without_a_name_says_what_it_measures() {
    let settings = settings(json!({ "name": "" }));
    let result = after(row(), &settings, &[at(0, 10.0)]);
    let message = "Disk space of /: 10 % free (10 GB of 100 GB), error below 15 %";
    assert_eq!(happenings(&result), [Happening::failed(Severity::Error, message)]);
}

#[test]
fn of_failures_of_the_past_nobody_is_notified() {
    let settings = settings(json!({}));
    let away = [at(20, 50.0), at(18, 10.0), at(16, 50.0), at(14, 10.0)];
    let result = after(row(), &settings, &away);
    assert_eq!((result.status(), result.fail_count()), ("failing", 1));
    assert_eq!(happenings(&result), [Happening::recovered("root: 50 % free (50 GB of 100 GB)")]);
    // Still failing: the newest result is of the present.
    let result = after(next(&result), &settings, &[at(2, 10.0)]);
    assert_eq!(happenings(&result), [Happening::failed(Severity::Error, ERROR)]);
    // Of a check that runs once a day the last result is the newest for a day.
    let daily = self::settings(json!({ "run_interval": 86_400 }));
    let result = after(row(), &daily, &[at(600, 10.0)]);
    assert_eq!(happenings(&result), [Happening::failed(Severity::Error, ERROR)]);
}

#[test]
fn older_reports_and_those_of_another_definition_change_nothing_but_the_history() {
    let settings = settings(json!({}));
    let known = after(row(), &settings, &[at(5, 10.0)]);
    let stored = next(&known);
    let other = CheckReport { version: "other".to_owned(), ..at(1, 50.0) };
    let result = after(stored.clone(), &settings, &[at(6, 50.0), at(5, 10.0), other]);
    assert_eq!((result.status(), result.last_run()), ("failing", stored.last_run));
    assert!(!result.changes_counts() && result.alerts.is_empty() && !result.is_published());
    assert_eq!(result.late_points.len(), 1);
    assert!(result.points.has_changed());
}
