//! Disks, processors and memory by tables, and what holds for any values.

use muster_alerting::Severity::{Error, Warning};
use muster_protocol::Reading;
use proptest::prelude::*;

use super::Verdict::{Failing, Passing, Unknown};
use super::answer_tests::ping;
use super::*;
use crate::domain::checks::settings::{DiskSpace, Patience, Usage};

const MINUTE: i64 = 60_000_000;
const NOW: i64 = 1_000_000 * MINUTE;
const NEW: Previous = Previous { is_failing: false, crossed_since: None };

fn disk() -> DiskSpace {
    DiskSpace {
        disk: "/".to_owned(),
        warning_threshold: 25,
        error_threshold: 15,
        warning_free_gb: None,
        error_free_gb: None,
        full_within_days: None,
        patience: Patience::default(),
    }
}

fn usage() -> Usage {
    Usage { warning_threshold: 80, error_threshold: 90, patience: Patience::default() }
}

fn space(free_percent: f64) -> Reading {
    let total_bytes = 25_000_000_000;
    let free_bytes = (free_percent / 100.0 * total_bytes as f64) as u64;
    Reading::Disk { free_percent, free_bytes, total_bytes }
}

pub(super) fn taken(reading: &Reading) -> Taken<'_> {
    Taken { reading, time: NOW, days_until_full: None }
}

pub(super) fn judged(kind: CheckKind, reading: &Reading) -> Judgement {
    judge(&kind, taken(reading), NEW)
}

pub(super) fn shown(kind: CheckKind, reading: &Reading) -> (Verdict, String, Option<f64>) {
    let judgement = judged(kind, reading);
    (judgement.verdict, judgement.more_info, judgement.value)
}

#[test]
fn disks_fail_below_their_thresholds() {
    for (free, verdict, sentence) in [
        (25.0, Passing, "25 % free (6.2 GB of 25 GB)"),
        (24.9, Failing(Warning), "24.9 % free (6.2 GB of 25 GB), warning below 25 %"),
        (15.0, Failing(Warning), "15 % free (3.8 GB of 25 GB), warning below 25 %"),
        (12.4, Failing(Error), "12.4 % free (3.1 GB of 25 GB), error below 15 %"),
    ] {
        let found = judged(CheckKind::Diskspace(disk()), &space(free));
        assert_eq!((found.verdict, found.value), (verdict, Some(free)), "{free}");
        assert_eq!(found.more_info, sentence);
    }
    let missing = shown(CheckKind::Diskspace(disk()), &Reading::NoDisk);
    assert_eq!(missing, (Failing(Error), "there is no disk /".to_owned(), Some(0.0)));
}

#[test]
fn gigabytes_beside_percent_must_be_crossed_as_well() {
    let large = DiskSpace {
        warning_threshold: 0,
        error_free_gb: Some(100.0),
        warning_free_gb: Some(3.0),
        ..disk()
    };
    let of = |free_percent: f64, free_gb: u64| Reading::Disk {
        free_percent,
        free_bytes: free_gb * 1_000_000_000,
        total_bytes: 10_000_000_000_000,
    };
    for (free, gigabytes, verdict) in [
        (9.0, 900, Passing),
        (14.0, 99, Failing(Error)),
        (16.0, 99, Passing),
        (16.0, 2, Failing(Warning)),
    ] {
        let found = judged(CheckKind::Diskspace(large.clone()), &of(free, gigabytes));
        assert_eq!(found.verdict, verdict, "{free} % and {gigabytes} GB");
    }
    let found = judged(CheckKind::Diskspace(large), &of(14.0, 99));
    assert_eq!(found.more_info, "14 % free (99 GB of 10000 GB), error below 15 % and 100 GB");
}

#[test]
fn a_disk_that_is_full_soon_is_a_warning_where_that_is_asked_for() {
    let asked = DiskSpace { full_within_days: Some(3), ..disk() };
    let at = |disk: &DiskSpace, free: f64, days: Option<f64>| {
        let reading = space(free);
        let taken = Taken { days_until_full: days, ..taken(&reading) };
        judge(&CheckKind::Diskspace(disk.clone()), taken, NEW)
    };
    assert_eq!(at(&asked, 50.0, None).verdict, Passing, "an unknown trend is no alarm");
    assert_eq!(at(&asked, 50.0, Some(3.0)).verdict, Passing);
    assert_eq!(at(&disk(), 50.0, Some(1.0)).verdict, Passing);
    let soon = at(&asked, 50.0, Some(1.25));
    let sentence = "50 % free (12.5 GB of 25 GB), full in 1.2 days by the trend of the week";
    assert_eq!((soon.verdict, soon.more_info.as_str()), (Failing(Warning), sentence));
    assert_eq!(at(&asked, 5.0, Some(0.1)).verdict, Failing(Error));
    // Once the trend is gone nothing keeps it failing: no threshold was crossed.
    assert_eq!(soon.crossed_since, None);
}

#[test]
fn processors_and_memory_fail_above_the_mean_of_their_samples() {
    for (samples, verdict, sentence) in [
        (vec![80.0], Passing, "80 % in use, mean of the last 1 min"),
        (
            vec![100.0, 70.0],
            Failing(Warning),
            "85 % in use, mean of the last 2 min, warning above 80 %",
        ),
        (
            vec![90.5; 15],
            Failing(Error),
            "90.5 % in use, mean of the last 15 min, error above 90 %",
        ),
    ] {
        for kind in [CheckKind::Cpuload(usage()), CheckKind::Memory(usage())] {
            let found = judged(kind, &Reading::Percent { samples: samples.clone() });
            assert_eq!((found.verdict, found.more_info.as_str()), (verdict, sentence));
            assert_eq!(found.output.samples, samples);
        }
    }
    let nothing = judged(CheckKind::Cpuload(usage()), &Reading::Percent { samples: Vec::new() });
    assert_eq!(nothing.verdict, Unknown);
}

#[test]
fn a_failing_check_passes_again_at_its_recovery_threshold() {
    let patience = Patience { recovery_threshold: Some(30.0), for_minutes: 0 };
    let kind = CheckKind::Diskspace(DiskSpace { patience, ..disk() });
    let step = |previous: Previous, free: f64| {
        let reading = space(free);
        let found = judge(&kind, taken(&reading), previous);
        let is_failing = matches!(found.verdict, Failing(_));
        (found.verdict, Previous { is_failing, crossed_since: found.crossed_since })
    };
    let (verdict, state) = step(NEW, 29.0);
    assert_eq!(verdict, Passing, "nothing was crossed before");
    let (verdict, state) = step(state, 14.0);
    assert_eq!(verdict, Failing(Error));
    let (verdict, state) = step(state, 29.9);
    assert_eq!(verdict, Failing(Warning), "between the threshold and that of recovery");
    let (verdict, state) = step(state, 30.0);
    assert_eq!((verdict, state.crossed_since), (Passing, None));
}

#[test]
fn a_threshold_may_have_to_be_crossed_for_some_minutes() {
    let patience = Patience { recovery_threshold: None, for_minutes: 10 };
    let kind = CheckKind::Cpuload(Usage { patience, ..usage() });
    let mut state = NEW;
    let mut found = Vec::new();
    for (minute, percent) in [(0, 95.0), (9, 85.0), (10, 85.0), (11, 95.0), (12, 10.0), (13, 95.0)]
    {
        let reading = Reading::Percent { samples: vec![percent] };
        let taken = Taken { time: NOW + minute * MINUTE, ..taken(&reading) };
        let judgement = judge(&kind, taken, state);
        state = Previous {
            is_failing: matches!(judgement.verdict, Failing(_)),
            crossed_since: judgement.crossed_since,
        };
        found.push(judgement.verdict);
        if minute == 9 {
            assert!(judgement.more_info.ends_with("warning above 80 %, a failure in 1 min"));
        }
    }
    assert_eq!(
        found,
        [Passing, Passing, Failing(Warning), Failing(Error), Passing, Passing],
        "a value below starts the time again"
    );
}

#[test]
fn what_an_agent_cannot_find_out_changes_nothing() {
    let previous = Previous { is_failing: true, crossed_since: Some(5) };
    let unable = Reading::Unable { reason: "no permission".to_owned() };
    let found = judge(&CheckKind::Diskspace(disk()), taken(&unable), previous);
    assert_eq!((found.verdict, found.value, found.crossed_since), (Unknown, None, Some(5)));
    assert_eq!(found.more_info, "could not be measured: no permission");
    for kind in [CheckKind::Diskspace(disk()), CheckKind::Cpuload(usage()), CheckKind::Ping(ping())]
    {
        let misfit = judge(&kind, taken(&Reading::Port { latency_ms: 1.0 }), previous);
        assert_eq!((misfit.verdict, misfit.crossed_since), (Unknown, Some(5)));
    }
}

fn any_patience() -> impl Strategy<Value = Patience> {
    (proptest::option::of(0.0..100.0_f64), 0..20_i64)
        .prop_map(|(recovery_threshold, for_minutes)| Patience { recovery_threshold, for_minutes })
}

fn any_disk() -> impl Strategy<Value = DiskSpace> {
    let gigabytes = || proptest::option::of(0.0..30.0_f64);
    (0..99_i64, 0..99_i64, gigabytes(), gigabytes(), any_patience()).prop_map(
        |(warning_threshold, error_threshold, warning_free_gb, error_free_gb, patience)| {
            DiskSpace {
                warning_threshold,
                error_threshold,
                warning_free_gb,
                error_free_gb,
                patience,
                ..disk()
            }
        },
    )
}

fn any_previous() -> impl Strategy<Value = Previous> {
    (any::<bool>(), proptest::option::of(0..40_i64)).prop_map(|(is_failing, ago)| Previous {
        is_failing,
        crossed_since: ago.map(|minutes| NOW - minutes * MINUTE),
    })
}

proptest! {
    #[test]
    fn less_free_space_never_is_a_better_result(
        disk in any_disk(), previous in any_previous(), one in 0.0..100.0_f64, other in 0.0..100.0_f64
    ) {
        let rank = |free: f64| {
            judge(&CheckKind::Diskspace(disk.clone()), taken(&space(free)), previous).verdict.rank()
        };
        prop_assert!(rank(one.min(other)) >= rank(one.max(other)));
    }

    #[test]
    fn more_use_never_is_a_better_result(
        warning_threshold in 0..99_i64, error_threshold in 0..99_i64, patience in any_patience(),
        previous in any_previous(), one in 0.0..100.0_f64, other in 0.0..100.0_f64
    ) {
        let kind = CheckKind::Memory(Usage { warning_threshold, error_threshold, patience });
        let rank = |used: f64| {
            let reading = Reading::Percent { samples: vec![used] };
            judge(&kind, taken(&reading), previous).verdict.rank()
        };
        prop_assert!(rank(one.max(other)) >= rank(one.min(other)));
    }

    #[test]
    fn within_the_band_of_recovery_a_check_changes_at_most_once(
        values in proptest::collection::vec(20.0..30.0_f64, 1..40), was_failing in any::<bool>()
    ) {
        let patience = Patience { recovery_threshold: Some(30.0), for_minutes: 0 };
        let disk = DiskSpace { warning_threshold: 20, error_threshold: 0, patience, ..disk() };
        let kind = CheckKind::Diskspace(disk);
        let mut state = Previous {
            is_failing: was_failing,
            crossed_since: was_failing.then_some(NOW - MINUTE),
        };
        for value in values {
            let judgement = judge(&kind, taken(&space(value)), state);
            let is_failing = matches!(judgement.verdict, Failing(_));
            prop_assert_eq!(is_failing, was_failing, "{}", value);
            state = Previous { is_failing, crossed_since: judgement.crossed_since };
        }
    }
}
