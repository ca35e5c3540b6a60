//! The free space of a disk.

use muster_alerting::Severity;
use muster_protocol::Reading;

use super::super::settings::DiskSpace;
use super::thresholds::{Crossing, mildest, percent, settle, worst};
use super::wording::{gigabytes, joined, short};
use super::{Judgement, Previous, Taken, Verdict};

/// Judges what was found of a disk; one that is not there is an error.
pub fn judge(disk: &DiskSpace, taken: Taken<'_>, previous: Previous) -> Judgement {
    let Reading::Disk { free_percent, free_bytes, total_bytes } = *taken.reading else {
        let sentence = format!("there is no disk {}", disk.disk);
        return Judgement::new(Verdict::Failing(Severity::Error), sentence, 0.0);
    };
    let crossing = crossing(disk, free_percent, free_bytes);
    let settled = settle(crossing, &disk.patience, previous, taken.time);
    let soon = days_left(disk, taken.days_until_full);
    let verdict = match (settled.verdict, soon) {
        (Verdict::Passing, Some(_)) => Verdict::Failing(Severity::Warning),
        (verdict, _) => verdict,
    };
    let (free, total) = (gigabytes(free_bytes), gigabytes(total_bytes));
    let shown = format!("{} % free ({free} of {total})", short(free_percent));
    let waits = settled.waits_minutes.map(|minutes| format!("a failure in {minutes} min"));
    let limit = match (settled.verdict, crossing.severity, settled.waits_minutes) {
        (_, Some(severity), _) => Some(limit(disk, severity)),
        (Verdict::Failing(_), None, _) => recovery(disk),
        _ => None,
    };
    let full = soon.map(|days| format!("full in {} days by the trend of the week", short(days)));
    let more_info = joined([Some(shown), limit, waits, full]);
    let crossed_since = settled.crossed_since;
    Judgement { crossed_since, ..Judgement::new(verdict, more_info, free_percent) }
}

fn crossing(disk: &DiskSpace, free_percent: f64, free_bytes: u64) -> Crossing {
    let gigabytes = free_bytes as f64 / 1e9;
    let is_crossed = |percent: Option<f64>, free_gb: Option<f64>| match (percent, free_gb) {
        (None, None) => false,
        (percent, free_gb) => {
            percent.is_none_or(|limit| free_percent < limit)
                && free_gb.is_none_or(|limit| gigabytes < limit)
        }
    };
    let (warning, error) = (percent(disk.warning_threshold), percent(disk.error_threshold));
    let recovering = disk.patience.recovery_threshold.is_some_and(|limit| free_percent < limit);
    let has_warning = warning.is_some() || disk.warning_free_gb.is_some();
    let has_error = error.is_some() || disk.error_free_gb.is_some();
    Crossing {
        severity: worst(
            is_crossed(warning, disk.warning_free_gb),
            is_crossed(error, disk.error_free_gb),
        ),
        recovering: mildest(has_warning, has_error).filter(|_| recovering),
    }
}

/// The days until the disk is full, if these are too few.
fn days_left(disk: &DiskSpace, known: Option<f64>) -> Option<f64> {
    let wanted = disk.full_within_days? as f64;
    known.filter(|days| *days < wanted)
}

/// What the severity's thresholds are.
fn limit(disk: &DiskSpace, severity: Severity) -> String {
    let (in_percent, in_gb) = match severity {
        Severity::Error => (disk.error_threshold, disk.error_free_gb),
        Severity::Warning | Severity::Info => (disk.warning_threshold, disk.warning_free_gb),
    };
    let in_percent = percent(in_percent).map(|limit| format!("{} %", short(limit)));
    let in_gb = in_gb.map(|limit| format!("{} GB", short(limit)));
    let limits: Vec<String> = in_percent.into_iter().chain(in_gb).collect();
    format!("{} below {}", severity.as_str(), limits.join(" and "))
}

fn recovery(disk: &DiskSpace) -> Option<String> {
    let limit = disk.patience.recovery_threshold?;
    Some(format!("passes again at {} %", short(limit)))
}
