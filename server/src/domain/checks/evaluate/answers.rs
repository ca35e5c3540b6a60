//! Answers of other machines: echoes, pages and ports.

use muster_alerting::Severity;
use muster_protocol::Reading;

use super::super::settings::{Http, LatencyLimits, Ping, Port};
use super::thresholds::worst;
use super::wording::{joined, milliseconds, short};
use super::{Judgement, Verdict};

/// Judges echoes; none for a reading of something else.
pub fn judge_ping(ping: &Ping, reading: &Reading) -> Option<Judgement> {
    let (sent, received, latency_ms) = match reading {
        Reading::Ping { sent, received, latency_ms } => (*sent, *received, *latency_ms),
        Reading::Unreachable { reason } => {
            let verdict = Verdict::Failing(ping.alert_severity);
            return Some(Judgement::of_state(verdict, reason.clone()));
        }
        _ => return None,
    };
    if received == 0 {
        let verdict = Verdict::Failing(ping.alert_severity);
        let sentence = format!("no reply of {} to {sent} of {sent} echoes", ping.ip);
        return Some(Judgement::of_state(verdict, sentence));
    }
    let lost = f64::from(sent.saturating_sub(received)) * 100.0 / f64::from(sent.max(1));
    let above = |limit: Option<f64>| limit.is_some_and(|limit| lost > limit);
    let loss = worst(above(ping.warning_loss_percent), above(ping.error_loss_percent));
    let latency = latency_ms.and_then(|latency| ping.latency.crossed(latency));
    let loss_limit = loss.map(|severity| {
        let limit = match severity {
            Severity::Error => ping.error_loss_percent,
            _ => ping.warning_loss_percent,
        };
        format!("{} above {} % loss", severity.as_str(), short(limit.unwrap_or_default()))
    });
    let more_info = joined([
        Some(format!("{received} of {sent} echoes came back")),
        latency_ms.map(|latency| format!("in {}", milliseconds(latency))),
        loss_limit,
        latency.map(|severity| ping.latency.sentence(severity)),
    ]);
    let judgement = Judgement::of_state(Verdict::of(loss.max(latency)), more_info);
    Some(Judgement { latency_ms, ..judgement })
}

/// Judges a page; none for a reading of something else.
pub fn judge_http(http: &Http, reading: &Reading) -> Option<Judgement> {
    let Reading::Http { status, latency_ms, has_text, certificate_days } = *reading else {
        return unreachable(reading, http.alert_severity);
    };
    let has_status = match http.expected_status.as_slice() {
        [] => (200..400).contains(&status),
        expected => expected.contains(&i64::from(status)),
    };
    let latency = http.latency.crossed(latency_ms);
    let certificate = certificate(http, certificate_days);
    let failure = (!has_status || !has_text).then_some(http.alert_severity);
    let more_info = joined([
        Some(format!("status {status} in {}", milliseconds(latency_ms))),
        (!has_status).then(|| "another status is expected".to_owned()),
        (!has_text).then(|| format!("the page does not contain “{}”", http.contains_text)),
        latency.map(|severity| http.latency.sentence(severity)),
        certificate_days.map(|days| match days {
            ..0 => "the certificate has run out".to_owned(),
            _ => format!("the certificate is good for {days} days"),
        }),
        certificate.and(http.certificate_days).map(|limit| format!("warning below {limit} days")),
    ]);
    let severity = failure.max(latency).max(certificate);
    Some(Judgement::new(Verdict::of(severity), more_info, latency_ms))
}

/// Judges a port; none for a reading of something else.
pub fn judge_port(port: &Port, reading: &Reading) -> Option<Judgement> {
    let Reading::Port { latency_ms } = *reading else {
        return unreachable(reading, port.alert_severity);
    };
    let latency = port.latency.crossed(latency_ms);
    let more_info = joined([
        Some(format!("connected in {}", milliseconds(latency_ms))),
        latency.map(|severity| port.latency.sentence(severity)),
    ]);
    Some(Judgement::new(Verdict::of(latency), more_info, latency_ms))
}

/// The value of the history when nothing answered: a real answer takes longer, and the
/// time until a connection is refused would look like a fast one.
const NO_ANSWER: f64 = 0.0;

fn unreachable(reading: &Reading, severity: Severity) -> Option<Judgement> {
    let Reading::Unreachable { reason } = reading else { return None };
    let verdict = Verdict::Failing(severity);
    Some(Judgement::new(verdict, reason.clone(), NO_ANSWER))
}

fn certificate(http: &Http, days: Option<i64>) -> Option<Severity> {
    let days = days?;
    let is_short = http.certificate_days.is_some_and(|limit| days < limit);
    worst(is_short, days < 0)
}

impl LatencyLimits {
    fn crossed(&self, latency_ms: f64) -> Option<Severity> {
        let above = |limit: Option<f64>| limit.is_some_and(|limit| latency_ms > limit);
        worst(above(self.warning_latency_ms), above(self.error_latency_ms))
    }

    fn sentence(&self, severity: Severity) -> String {
        let limit = match severity {
            Severity::Error => self.error_latency_ms,
            Severity::Warning | Severity::Info => self.warning_latency_ms,
        };
        format!("{} above {}", severity.as_str(), milliseconds(limit.unwrap_or_default()))
    }
}
