//! A policy as callers send it. What is left out or null is as the wider level says.

use muster_remote::{ConsentMode, RecordingMode, WhenNobody};

use crate::domain::remote::{MachineRules, RemotePolicy, RemoteRules, SHORTEST_SESSION};
use crate::input::{Fields, Parse};

/// A day and a week: nobody forgets a session for longer.
const LONGEST_IDLE: i64 = 86_400;
const LONGEST_SESSION: i64 = 7 * 86_400;
const CONSENT_MODES: &[&str] = &["off", "notice", "ask"];
const WHEN_NOBODY: &[&str] = &["block", "proceed"];
const RECORDING_MODES: &[&str] = &["off", "on", "strict"];

impl Parse for RemotePolicy {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { server: machine(fields, "server"), workstation: machine(fields, "workstation") }
    }
}

fn machine(fields: &Fields<'_>, name: &str) -> MachineRules {
    let Some(fields) = fields.object(name) else { return MachineRules::default() };
    MachineRules {
        terminal: rules(&fields, "terminal"),
        files: rules(&fields, "files"),
        screen: rules(&fields, "screen"),
        tunnel: rules(&fields, "tunnel"),
    }
}

fn rules(fields: &Fields<'_>, name: &str) -> RemoteRules {
    let Some(fields) = fields.object(name) else { return RemoteRules::default() };
    let flag = |name: &str| fields.flag(name).nullable().flatten();
    let seconds = |name: &str, least: i64, most: i64| {
        let sent = fields.whole(name).between(least..=most).nullable().flatten();
        sent.and_then(|seconds| u32::try_from(seconds).ok())
    };
    let word =
        |name: &str, allowed: &[&str]| fields.text(name).one_of(allowed).nullable().flatten();
    RemoteRules {
        allowed: flag("allowed"),
        consent: word("consent", CONSENT_MODES).map(|text| match text.as_str() {
            "off" => ConsentMode::Off,
            "notice" => ConsentMode::Notice,
            _ => ConsentMode::Ask,
        }),
        consent_seconds: seconds("consent_seconds", 5, 300),
        when_nobody: word("when_nobody", WHEN_NOBODY).map(|text| match text.as_str() {
            "proceed" => WhenNobody::Proceed,
            _ => WhenNobody::Block,
        }),
        recording: word("recording", RECORDING_MODES).map(|text| match text.as_str() {
            "off" => RecordingMode::Off,
            "on" => RecordingMode::On,
            _ => RecordingMode::Strict,
        }),
        record_input: flag("record_input"),
        end_to_end_only: flag("end_to_end_only"),
        idle_seconds: seconds("idle_seconds", SHORTEST_SESSION, LONGEST_IDLE),
        longest_seconds: seconds("longest_seconds", SHORTEST_SESSION, LONGEST_SESSION),
    }
}
