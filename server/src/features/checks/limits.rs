//! Thresholds that have to fit together.

use std::cmp::Ordering;

use crate::domain::checks::{
    CheckKind, CheckSettings, DiskSpace, EventLog, LatencyLimits, Ping, ScriptCheck, Usage,
};
use crate::error::{Problems, add_problem};

const NONE_SET: &str = "at least one threshold is needed";

/// Adds the problems of settings whose fields are each right by themselves. Fields
/// that have a problem already are not compared.
pub fn check(settings: &CheckSettings, problems: &mut Problems) {
    let mut limits = Limits { problems };
    match &settings.kind {
        CheckKind::Diskspace(disk) => limits.disk(disk, &settings.supported_platforms),
        CheckKind::Cpuload(usage) | CheckKind::Memory(usage) => limits.usage(usage),
        CheckKind::Ping(ping) => limits.ping(ping),
        CheckKind::Eventlog(log) => limits.log(log),
        CheckKind::Script(script) => limits.codes(script),
        CheckKind::Http(http) => limits.latency(&http.latency),
        CheckKind::Port(port) => limits.latency(&port.latency),
        CheckKind::Winsvc(_) => {}
    }
}

struct Limits<'a> {
    problems: &'a mut Problems,
}

impl Limits<'_> {
    fn disk(&mut self, disk: &DiskSpace, platforms: &[String]) {
        let is_set = disk.warning_threshold > 0
            || disk.error_threshold > 0
            || disk.warning_free_gb.is_some()
            || disk.error_free_gb.is_some()
            || disk.full_within_days.is_some();
        self.refuse_unless(is_set, &["warning_threshold", "error_threshold"], NONE_SET);
        let percent = [used(disk.warning_threshold), used(disk.error_threshold)];
        let names = ["warning_threshold", "error_threshold"];
        self.ordered(names, percent, Ordering::Greater);
        let names = ["warning_free_gb", "error_free_gb"];
        self.ordered(names, [disk.warning_free_gb, disk.error_free_gb], Ordering::Greater);
        let weakest = used(disk.warning_threshold).or(used(disk.error_threshold));
        let is_on_side = |recovery: f64, weakest: f64| recovery >= weakest;
        let sentence = "must not be below the threshold in percent that is crossed first";
        self.recovery(disk.patience.recovery_threshold, weakest, is_on_side, sentence);
        let possible = CheckKind::Diskspace(disk.clone()).possible_platforms();
        let fits = platforms.iter().all(|plat| possible.contains(&plat.as_str()));
        let sentence = "a drive such as C: is on windows, a mount point on linux and darwin";
        self.refuse_unless(fits, &["supported_platforms", "disk"], sentence);
    }

    fn usage(&mut self, usage: &Usage) {
        let names = ["warning_threshold", "error_threshold"];
        let is_set = usage.warning_threshold > 0 || usage.error_threshold > 0;
        self.refuse_unless(is_set, &names, NONE_SET);
        let both = [used(usage.warning_threshold), used(usage.error_threshold)];
        self.ordered(names, both, Ordering::Less);
        let is_on_side = |recovery: f64, weakest: f64| recovery <= weakest;
        let sentence = "must not be above the threshold that is crossed first";
        self.recovery(usage.patience.recovery_threshold, both[0].or(both[1]), is_on_side, sentence);
    }

    /// The value for recovery, on the passing side of the weakest threshold.
    fn recovery(
        &mut self,
        recovery: Option<f64>,
        weakest: Option<f64>,
        is_on_side: fn(f64, f64) -> bool,
        sentence: &str,
    ) {
        let names = ["recovery_threshold", "warning_threshold", "error_threshold"];
        match (recovery, weakest) {
            (Some(_), None) => {
                self.refuse_unless(false, &names, "needs a threshold in percent");
            }
            (Some(recovery), Some(weakest)) => {
                self.refuse_unless(is_on_side(recovery, weakest), &names, sentence);
            }
            (None, _) => {}
        }
    }

    fn ping(&mut self, ping: &Ping) {
        self.latency(&ping.latency);
        let names = ["warning_loss_percent", "error_loss_percent"];
        self.ordered(names, [ping.warning_loss_percent, ping.error_loss_percent], Ordering::Less);
    }

    fn latency(&mut self, latency: &LatencyLimits) {
        let names = ["warning_latency_ms", "error_latency_ms"];
        let both = [latency.warning_latency_ms, latency.error_latency_ms];
        self.ordered(names, both, Ordering::Less);
    }

    fn log(&mut self, log: &EventLog) {
        let is_chosen = log.event_id_is_wildcard || log.event_id.is_some();
        let sentence = "enter an event ID, or set event_id_is_wildcard";
        self.refuse_unless(is_chosen, &["event_id", "event_id_is_wildcard"], sentence);
    }

    fn codes(&mut self, script: &ScriptCheck) {
        let (success, info, warning) =
            (&script.success_return_codes, &script.info_return_codes, &script.warning_return_codes);
        let sentence = "a code can be in one list only";
        let is_once = !info.iter().any(|code| success.contains(code));
        self.refuse_unless(is_once, &["info_return_codes", "success_return_codes"], sentence);
        let is_once = !warning.iter().any(|code| success.contains(code) || info.contains(code));
        let names = ["warning_return_codes", "info_return_codes", "success_return_codes"];
        self.refuse_unless(is_once, &names, sentence);
    }

    /// A warning has to come before the error.
    fn ordered(&mut self, names: [&str; 2], values: [Option<f64>; 2], order: Ordering) {
        let [Some(warning), Some(error)] = values else { return };
        let sentence = match order {
            Ordering::Greater => format!("must be above {}", names[1]),
            _ => format!("must be below {}", names[1]),
        };
        self.refuse_unless(warning.total_cmp(&error) == order, &names, &sentence);
    }

    /// Records the sentence for the first field, unless one of them has a problem
    /// already.
    fn refuse_unless(&mut self, is_right: bool, fields: &[&str], sentence: &str) {
        let has_problem = fields.iter().any(|field| self.problems.contains_key(*field));
        if !is_right && !has_problem {
            add_problem(self.problems, fields[0], sentence);
        }
    }
}

/// A threshold in percent; 0 is unused.
fn used(threshold: i64) -> Option<f64> {
    let is_used = threshold > 0;
    #[expect(clippy::cast_precision_loss, reason = "it is below 100")]
    is_used.then_some(threshold as f64)
}
