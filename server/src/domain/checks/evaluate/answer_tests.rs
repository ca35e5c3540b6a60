//! Echoes, pages, ports, services, logs and scripts by tables.

use muster_alerting::Severity::{Error, Info, Warning};
use muster_protocol::{LogEntry, Reading};

use super::CheckKind;
use super::Verdict::{Failing, Passing};
use super::tests::{judged, shown};
use crate::domain::checks::settings::{
    EventLog, Http, LatencyLimits, Ping, Port, ScriptCheck, Service,
};

pub(super) fn ping() -> Ping {
    Ping {
        ip: "192.0.2.1".to_owned(),
        alert_severity: Info,
        latency: LatencyLimits { warning_latency_ms: Some(50.0), error_latency_ms: Some(200.0) },
        warning_loss_percent: Some(0.0),
        error_loss_percent: Some(50.0),
    }
}

#[test]
fn pings_fail_without_a_reply_and_by_latency_and_loss() {
    let of =
        |received: u32, latency_ms: Option<f64>| Reading::Ping { sent: 3, received, latency_ms };
    for (reading, verdict, sentence) in [
        (of(3, Some(50.0)), Passing, "3 of 3 echoes came back, in 50 ms"),
        (
            of(3, Some(50.1)),
            Failing(Warning),
            "3 of 3 echoes came back, in 50.1 ms, warning above 50 ms",
        ),
        (
            of(2, Some(1.0)),
            Failing(Warning),
            "2 of 3 echoes came back, in 1 ms, warning above 0 % loss",
        ),
        (
            of(1, Some(1.0)),
            Failing(Error),
            "1 of 3 echoes came back, in 1 ms, error above 50 % loss",
        ),
        (
            of(3, Some(201.0)),
            Failing(Error),
            "3 of 3 echoes came back, in 201 ms, error above 200 ms",
        ),
        (of(0, None), Failing(Info), "no reply of 192.0.2.1 to 3 of 3 echoes"),
        (Reading::Unreachable { reason: "no such name".to_owned() }, Failing(Info), "no such name"),
    ] {
        let value = Some(if verdict == Passing { 0.0 } else { 1.0 });
        let expected = (verdict, sentence.to_owned(), value);
        assert_eq!(shown(CheckKind::Ping(ping()), &reading), expected);
    }
    assert_eq!(judged(CheckKind::Ping(ping()), &of(3, Some(7.5))).latency_ms, Some(7.5));
}

#[test]
fn pages_fail_by_status_text_latency_and_certificate() {
    let http = Http {
        url: "https://example.com/".to_owned(),
        expected_status: Vec::new(),
        contains_text: "Welcome".to_owned(),
        certificate_days: Some(14),
        timeout: 10,
        alert_severity: Error,
        latency: LatencyLimits { warning_latency_ms: Some(500.0), error_latency_ms: None },
    };
    let of = |status: u16, latency_ms: f64, has_text: bool, certificate_days: Option<i64>| {
        Reading::Http { status, latency_ms, has_text, certificate_days }
    };
    for (reading, verdict, sentence) in [
        (of(200, 30.0, true, None), Passing, "status 200 in 30 ms"),
        (
            of(399, 30.0, true, Some(14)),
            Passing,
            "status 399 in 30 ms, the certificate is good for 14 days",
        ),
        (
            of(404, 30.0, true, None),
            Failing(Error),
            "status 404 in 30 ms, another status is expected",
        ),
        (
            of(200, 30.0, false, None),
            Failing(Error),
            "status 200 in 30 ms, the page does not contain “Welcome”",
        ),
        (
            of(200, 501.0, true, None),
            Failing(Warning),
            "status 200 in 501 ms, warning above 500 ms",
        ),
        (
            of(200, 30.0, true, Some(13)),
            Failing(Warning),
            "status 200 in 30 ms, the certificate is good for 13 days, warning below 14 days",
        ),
    ] {
        let Reading::Http { latency_ms, .. } = reading else { unreachable!() };
        let expected = (verdict, sentence.to_owned(), Some(latency_ms));
        assert_eq!(shown(CheckKind::Http(http.clone()), &reading), expected);
    }
    let expired = judged(CheckKind::Http(http.clone()), &of(200, 1.0, true, Some(-1)));
    assert_eq!(expired.verdict, Failing(Error));
    let only = Http { expected_status: vec![404], ..http.clone() };
    assert_eq!(judged(CheckKind::Http(only.clone()), &of(404, 1.0, true, None)).verdict, Passing);
    assert_eq!(judged(CheckKind::Http(only), &of(200, 1.0, true, None)).verdict, Failing(Error));
    let away = Reading::Unreachable { reason: "connection refused".to_owned() };
    let expected = (Failing(Error), "connection refused".to_owned(), Some(0.0));
    assert_eq!(shown(CheckKind::Http(http), &away), expected);
}

#[test]
fn ports_fail_without_an_answer_and_by_latency() {
    let port = Port {
        host: "db".to_owned(),
        port: 5432,
        timeout: 5,
        alert_severity: Warning,
        latency: LatencyLimits { warning_latency_ms: None, error_latency_ms: Some(100.0) },
    };
    for (reading, expected) in [
        (
            Reading::Port { latency_ms: 3.25 },
            (Passing, "connected in 3.2 ms".to_owned(), Some(3.25)),
        ),
        (
            Reading::Port { latency_ms: 101.0 },
            (Failing(Error), "connected in 101 ms, error above 100 ms".to_owned(), Some(101.0)),
        ),
        (
            Reading::Unreachable { reason: "refused".to_owned() },
            (Failing(Warning), "refused".to_owned(), Some(0.0)),
        ),
    ] {
        assert_eq!(shown(CheckKind::Port(port.clone()), &reading), expected);
    }
}

#[test]
fn services_fail_unless_they_run_or_may_be_in_another_state() {
    let service = |starting: bool, missing: bool| Service {
        svc_name: "cron".to_owned(),
        svc_display_name: String::new(),
        pass_if_start_pending: starting,
        pass_if_svc_not_exist: missing,
        restart_if_stopped: false,
        svc_policy_mode: "default".to_owned(),
        alert_severity: Error,
    };
    for (state, restarted, plain, lenient, sentence) in [
        ("running", false, Passing, Passing, "the service cron is running"),
        ("running", true, Passing, Passing, "the service cron is running after it was started"),
        ("starting", false, Failing(Error), Passing, "the service cron is starting"),
        ("missing", false, Failing(Error), Passing, "there is no service cron"),
        (
            "stopped",
            true,
            Failing(Error),
            Failing(Error),
            "the service cron is stopped after it was started",
        ),
        ("failed", false, Failing(Error), Failing(Error), "the service cron is failed"),
    ] {
        let reading = Reading::Service { state: state.to_owned(), restarted };
        for (verdict, service) in [(plain, service(false, false)), (lenient, service(true, true))] {
            let value = Some(if verdict == Passing { 0.0 } else { 1.0 });
            let expected = (verdict, sentence.to_owned(), value);
            assert_eq!(shown(CheckKind::Winsvc(service), &reading), expected);
        }
    }
}

#[test]
fn logs_fail_by_how_many_entries_they_have() {
    let log = |fail_when: &str, days: i64| EventLog {
        log_name: "System".to_owned(),
        event_id: None,
        event_id_is_wildcard: true,
        event_type: "ERROR".to_owned(),
        event_source: String::new(),
        event_message: String::new(),
        fail_when: fail_when.to_owned(),
        search_last_days: days,
        number_of_events_b4_alert: 2,
        alert_severity: Warning,
    };
    for (fail_when, days, count, verdict, sentence) in [
        ("contains", 1, 1, Passing, "1 matching entry in System of the last 1 day"),
        (
            "contains",
            7,
            2,
            Failing(Warning),
            "2 matching entries in System of the last 7 days, fails from 2 on",
        ),
        ("not_contains", 0, 1, Failing(Warning), "1 matching entry in System, fails below 2"),
        ("not_contains", 0, 2, Passing, "2 matching entries in System"),
    ] {
        let entries = vec![LogEntry { record: 7, ..LogEntry::default() }];
        let reading = Reading::Events { count, entries: entries.clone() };
        let found = judged(CheckKind::Eventlog(log(fail_when, days)), &reading);
        assert_eq!((found.verdict, found.more_info.as_str()), (verdict, sentence));
        assert_eq!(found.output.log, entries);
    }
}

#[test]
fn scripts_fail_by_their_return_code() {
    let script = ScriptCheck {
        script: 1,
        script_args: Vec::new(),
        env_vars: Vec::new(),
        timeout: 90,
        run_as_user: false,
        success_return_codes: vec![3, 4, 5],
        info_return_codes: vec![5, 6],
        warning_return_codes: vec![4, 6, 7],
    };
    let of = |code: i32| Reading::Script {
        code,
        stdout: "out".to_owned(),
        stderr: "err".to_owned(),
        seconds: 1.5,
    };
    for (code, verdict) in [
        (0, Passing),
        (3, Passing),
        (4, Failing(Warning)),
        (5, Failing(Info)),
        (6, Failing(Info)),
        (7, Failing(Warning)),
        (1, Failing(Error)),
        (-1, Failing(Error)),
        (98, Failing(Error)),
    ] {
        let found = judged(CheckKind::Script(script.clone()), &of(code));
        assert_eq!((found.verdict, found.output.retcode), (verdict, Some(i64::from(code))));
    }
    let lenient = ScriptCheck { warning_return_codes: vec![98], ..script };
    let late = judged(CheckKind::Script(lenient), &of(98));
    assert_eq!(late.verdict, Failing(Warning));
    assert_eq!(late.more_info, "the script ran into its timeout (return code 98)");
    assert_eq!((late.output.stdout.as_str(), late.output.execution_time), ("out", Some(1.5)));
}
