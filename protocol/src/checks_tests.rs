//! What was added with protocol 8 still parses.

use crate::tests::{definitions, holds, text};
use crate::*;

/// One check of each kind.
pub fn checks() -> Vec<CheckDefinition> {
    let script = ScriptAction {
        name: text("backup age"),
        shell: text("shell"),
        code: text("exit 3"),
        args: vec![text("a b")],
        env_vars: vec![text("KEY=value")],
        timeout_seconds: 90,
        run_as_user: false,
    };
    let probes = [
        Probe::Disk { disk: text("/") },
        Probe::Cpu,
        Probe::Memory,
        Probe::Ping { target: text("192.0.2.1") },
        Probe::Service {
            name: text("ssh"),
            may_be_starting: true,
            may_be_missing: false,
            restart: true,
        },
        Probe::EventLog {
            log: text("System"),
            event_id: Some(41),
            kind: text("ERROR"),
            source: text("kernel"),
            message: text("panic"),
            days: 1,
            most: 20,
        },
        Probe::Script(script),
        Probe::Http { url: text("https://a.example/"), text: text("up"), timeout_seconds: 10 },
        Probe::Port { host: text("a.example"), port: 5432, timeout_seconds: 5 },
    ];
    let check = |(id, probe)| CheckDefinition {
        id,
        version: format!("v{id}"),
        interval_seconds: 120,
        probe,
    };
    (1..).zip(probes).map(check).collect()
}

/// One report of each kind.
pub fn reports() -> Vec<CheckReport> {
    let entry = LogEntry {
        record: 9,
        time: 1_794_710_249_000_000,
        source: text("kernel"),
        event_type: text("ERROR"),
        event_id: 41,
        category: String::new(),
        computer: text("pc-1"),
        message: text("panic"),
    };
    let readings = [
        Reading::Disk { free_percent: 12.5, free_bytes: 1 << 40, total_bytes: 1 << 43 },
        Reading::NoDisk,
        Reading::Percent { samples: vec![1.5, 99.0] },
        Reading::Ping { sent: 3, received: 2, latency_ms: Some(0.25) },
        Reading::Ping { sent: 3, received: 0, latency_ms: None },
        Reading::Service { state: text("running"), restarted: true },
        Reading::Events { count: 1, entries: vec![entry] },
        Reading::Script { code: -1, stdout: text("out"), stderr: text("err"), seconds: 0.5 },
        Reading::Http {
            status: 200,
            latency_ms: 12.25,
            has_text: true,
            certificate_days: Some(-3),
        },
        Reading::Http { status: 503, latency_ms: 1.5, has_text: false, certificate_days: None },
        Reading::Port { latency_ms: 0.75 },
        Reading::Unreachable { reason: text("no answer") },
        Reading::Unable { reason: text("not here") },
    ];
    let report = |(number, reading)| CheckReport {
        number,
        check: 5,
        version: text("v5"),
        time: 1_794_710_249_000_000,
        took_ms: 70,
        reading,
        forced: u64::is_multiple_of(number, 2),
    };
    (300..).zip(readings).map(report).collect()
}

#[test]
fn what_is_said_about_checks_in_protocol_8_still_parses() {
    holds("8-definitions", &Definitions { checks: checks(), ..definitions() });
    holds("8-check-results", &FromAgent::CheckResults { reports: reports() });
    holds("8-checks-stored", &ToAgent::ChecksStored { through: 312 });
    let question = Question::new(7, question_name::RUN_CHECKS, &RunChecks { ids: vec![5, 600] });
    assert_eq!(question.read::<RunChecks>().unwrap().ids, [5, 600]);
    holds("8-question-run-checks", &ToAgent::Question(question));
}

#[test]
fn a_document_without_checks_is_as_it_was_before_there_were_any() {
    let encoded = encode(&definitions());
    assert!(!encoded.windows(6).any(|bytes| bytes == b"checks"));
    assert_eq!(decode::<Definitions>(&encoded).unwrap(), definitions());
}

#[test]
fn a_check_of_a_newer_server_leaves_the_rest_of_the_document_readable() {
    let mut sent = Definitions { checks: checks(), ..definitions() };
    let mut encoded = encode(&sent);
    let at = encoded.windows(6).position(|bytes| bytes == b"memory").unwrap();
    encoded[at..at + 6].copy_from_slice(b"aroma!");
    sent.checks[2].probe = Probe::Unknown;
    assert_eq!(decode::<Definitions>(&encoded).unwrap(), sent);
}

#[test]
fn how_many_checks_run_is_a_number_or_nothing() {
    assert_eq!(encode(&Some(7_u32)), encode(&7_u32));
    assert_eq!(decode::<Option<u32>>(&encode(&None::<u32>)).unwrap(), None);
}
