//! A check in words, for people.

use super::settings::{CheckKind, CheckSettings, DiskSpace, EventLog, LatencyLimits, Usage};

/// What a check is about, in one line: `Disk space of /: warning below 20 %`.
pub fn describe(settings: &CheckSettings) -> String {
    match &settings.kind {
        CheckKind::Diskspace(disk) => {
            with_limits(format!("Disk space of {}", disk.disk), disk_limits(disk))
        }
        CheckKind::Cpuload(usage) => with_limits("Processor load".to_owned(), usage_limits(usage)),
        CheckKind::Memory(usage) => with_limits("Memory use".to_owned(), usage_limits(usage)),
        CheckKind::Ping(ping) => {
            with_limits(format!("Ping of {}", ping.ip), latency_limits(&ping.latency))
        }
        CheckKind::Winsvc(service) if service.svc_display_name.is_empty() => {
            format!("Service {}", service.svc_name)
        }
        CheckKind::Winsvc(service) => {
            format!("Service {} ({})", service.svc_display_name, service.svc_name)
        }
        CheckKind::Eventlog(log) => describe_log(log),
        CheckKind::Script(script) => format!("Script {}", script.script),
        CheckKind::Http(http) => {
            with_limits(format!("Page {}", http.url), latency_limits(&http.latency))
        }
        CheckKind::Port(port) => {
            let name = format!("Port {} of {}", port.port, port.host);
            with_limits(name, latency_limits(&port.latency))
        }
    }
}

impl CheckSettings {
    /// What people call it: its name, or what it is about.
    pub fn display_name(&self) -> String {
        match self.name.is_empty() {
            true => describe(self),
            false => self.name.clone(),
        }
    }
}

fn with_limits(subject: String, limits: Vec<String>) -> String {
    match limits.is_empty() {
        true => subject,
        false => format!("{subject}: {}", limits.join(", ")),
    }
}

fn disk_limits(disk: &DiskSpace) -> Vec<String> {
    let limit = |name: &str, percent: i64, gigabytes: Option<f64>| {
        let percent = (percent > 0).then(|| format!("{percent} %"));
        let gigabytes = gigabytes.map(|gigabytes| format!("{gigabytes} GB"));
        let both: Vec<String> = percent.into_iter().chain(gigabytes).collect();
        (!both.is_empty()).then(|| format!("{name} below {}", both.join(" and ")))
    };
    let forecast = disk.full_within_days.map(|days| match days {
        1 => "warning when full within a day".to_owned(),
        days => format!("warning when full within {days} days"),
    });
    [
        limit("warning", disk.warning_threshold, disk.warning_free_gb),
        limit("error", disk.error_threshold, disk.error_free_gb),
        forecast,
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn usage_limits(usage: &Usage) -> Vec<String> {
    let limit =
        |name: &str, percent: i64| (percent > 0).then(|| format!("{name} above {percent} %"));
    [limit("warning", usage.warning_threshold), limit("error", usage.error_threshold)]
        .into_iter()
        .flatten()
        .collect()
}

fn latency_limits(latency: &LatencyLimits) -> Vec<String> {
    let limit = |name: &str, limit: Option<f64>| limit.map(|ms| format!("{name} above {ms} ms"));
    [limit("warning", latency.warning_latency_ms), limit("error", latency.error_latency_ms)]
        .into_iter()
        .flatten()
        .collect()
}

fn describe_log(log: &EventLog) -> String {
    let event = match log.event_id {
        Some(id) => format!("event {id}"),
        None => "any event".to_owned(),
    };
    let source = match log.event_source.as_str() {
        "" => String::new(),
        source => format!(" of {source}"),
    };
    format!("Event log {}: {} {event}{source}", log.log_name, log.event_type)
}
