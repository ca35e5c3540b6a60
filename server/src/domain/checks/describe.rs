//! A check in words, for people.

use super::settings::{CheckKind, CheckSettings, DiskSpace, EventLog, LatencyLimits, Usage};

/// What a check is about, in one line: `Disk space of /: warning below 20 %`.
pub fn describe(settings: &CheckSettings) -> String {
    let (subject, limits) = (subject(&settings.kind), limits(&settings.kind));
    match limits.is_empty() {
        true => subject,
        false => format!("{subject}: {}", limits.join(", ")),
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

    /// What was found, with the check that found it: `Port 22 of nas: connected in
    /// 3 ms`. A message says which of an agent's checks it is about.
    pub fn report(&self, found: &str) -> String {
        match self.name.is_empty() {
            true => format!("{}: {found}", subject(&self.kind)),
            false => format!("{}: {found}", self.name),
        }
    }
}

/// What is measured, without the limits.
fn subject(kind: &CheckKind) -> String {
    match kind {
        CheckKind::Diskspace(disk) => format!("Disk space of {}", disk.disk),
        CheckKind::Cpuload(_) => "Processor load".to_owned(),
        CheckKind::Memory(_) => "Memory use".to_owned(),
        CheckKind::Ping(ping) => format!("Ping of {}", ping.ip),
        CheckKind::Winsvc(service) if service.svc_display_name.is_empty() => {
            format!("Service {}", service.svc_name)
        }
        CheckKind::Winsvc(service) => {
            format!("Service {} ({})", service.svc_display_name, service.svc_name)
        }
        CheckKind::Eventlog(log) => describe_log(log),
        CheckKind::Script(script) => format!("Script {}", script.script),
        CheckKind::Http(http) => format!("Page {}", http.url),
        CheckKind::Port(port) => format!("Port {} of {}", port.port, port.host),
    }
}

fn limits(kind: &CheckKind) -> Vec<String> {
    match kind {
        CheckKind::Diskspace(disk) => disk_limits(disk),
        CheckKind::Cpuload(usage) | CheckKind::Memory(usage) => usage_limits(usage),
        CheckKind::Ping(ping) => latency_limits(&ping.latency),
        CheckKind::Http(http) => latency_limits(&http.latency),
        CheckKind::Port(port) => latency_limits(&port.latency),
        CheckKind::Winsvc(_) | CheckKind::Eventlog(_) | CheckKind::Script(_) => Vec::new(),
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
