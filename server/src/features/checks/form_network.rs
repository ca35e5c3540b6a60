//! Reading the settings of checks that connect somewhere.

use reqwest::Url;

use super::form::{MOST_CODES, percent, severity};
use crate::domain::checks::{Http, LatencyLimits, Ping, Port};
use crate::input::Fields;

/// Seconds in which a page or a port has to answer, if nobody says otherwise.
const DEFAULT_TIMEOUT: i64 = 10;

/// Echoes of an address.
pub fn read_ping(fields: &Fields<'_>) -> Ping {
    Ping {
        ip: host(fields, "ip"),
        alert_severity: severity(fields),
        latency: read_latency(fields),
        warning_loss_percent: percent(fields, "warning_loss_percent"),
        error_loss_percent: percent(fields, "error_loss_percent"),
    }
}

/// A page.
pub fn read_http(fields: &Fields<'_>) -> Http {
    let is_status = |codes: &Vec<i64>| codes.iter().all(|code| (100..=599).contains(code));
    Http {
        url: fields
            .text("url")
            .trimmed()
            .not_blank()
            .max(2048)
            .check(
                |text| is_page(text),
                "must be an address with http:// or https://, without a password",
            )
            .required(),
        expected_status: fields
            .wholes("expected_status")
            .max_items(MOST_CODES, "codes")
            .check(is_status, "must be 100 to 599")
            .or(Vec::new()),
        contains_text: fields.text("contains_text").max(1000).or(String::new()),
        certificate_days: fields.whole("certificate_days").between(1..=365).nullable().flatten(),
        timeout: fields.whole("timeout").between(1..=300).or(DEFAULT_TIMEOUT),
        alert_severity: severity(fields),
        latency: read_latency(fields),
    }
}

/// The address is shown to everybody who sees the check, so it has no password.
fn is_page(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| {
        matches!(url.scheme(), "http" | "https")
            && url.has_host()
            && url.username().is_empty()
            && url.password().is_none()
    })
}

/// A TCP connection.
pub fn read_port(fields: &Fields<'_>) -> Port {
    Port {
        host: host(fields, "host"),
        port: fields.whole("port").between(1..=65_535).required(),
        timeout: fields.whole("timeout").between(1..=300).or(DEFAULT_TIMEOUT),
        alert_severity: severity(fields),
        latency: read_latency(fields),
    }
}

fn read_latency(fields: &Fields<'_>) -> LatencyLimits {
    let limit = |name: &str| {
        let is_limit = |value: &f64| *value > 0.0 && *value <= 60_000.0;
        let problem = "must be more than 0 and at most 60000, in milliseconds";
        fields.number(name).check(is_limit, problem).nullable().flatten()
    };
    LatencyLimits {
        warning_latency_ms: limit("warning_latency_ms"),
        error_latency_ms: limit("error_latency_ms"),
    }
}

/// An address or a name.
fn host(fields: &Fields<'_>, name: &str) -> String {
    let is_host = |text: &String| {
        let is_name = text.chars().all(|one| one.is_ascii_alphanumeric() || "-._".contains(one))
            && !text.starts_with(['-', '.']);
        is_name || text.parse::<std::net::IpAddr>().is_ok()
    };
    let problem = "must be an IPv4 or IPv6 address, or a name";
    fields.text(name).trimmed().not_blank().max(253).check(is_host, problem).required()
}
