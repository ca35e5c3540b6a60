//! What levels of a policy say together.

use muster_remote::{ConsentMode, Kind, RecordingMode, WhenNobody};
use proptest::prelude::*;

use super::rules::EffectiveRules;
use super::*;

fn rules() -> impl Strategy<Value = RemoteRules> {
    let consent = prop::sample::select(vec![
        None,
        Some(ConsentMode::Off),
        Some(ConsentMode::Notice),
        Some(ConsentMode::Ask),
    ]);
    let nobody = [None, Some(WhenNobody::Block), Some(WhenNobody::Proceed)];
    let nobody = prop::sample::select(nobody.to_vec());
    let recording = prop::sample::select(vec![
        None,
        Some(RecordingMode::Off),
        Some(RecordingMode::On),
        Some(RecordingMode::Strict),
    ]);
    let seconds = || prop::option::of(60_u32..9000);
    (prop::option::of(any::<bool>()), consent, nobody, recording, seconds(), seconds()).prop_map(
        |(allowed, consent, when_nobody, recording, idle_seconds, longest_seconds)| RemoteRules {
            allowed,
            consent,
            when_nobody,
            recording,
            idle_seconds,
            longest_seconds,
            ..RemoteRules::default()
        },
    )
}

/// A level that says something about terminals on servers.
fn level(terminal: RemoteRules) -> RemotePolicy {
    let server = MachineRules { terminal, ..MachineRules::default() };
    RemotePolicy { server, ..RemotePolicy::default() }
}

proptest! {
    #[test]
    fn each_rule_is_that_of_the_most_specific_level_that_says_it(
        levels in prop::collection::vec(rules(), 0..5),
    ) {
        let policies: Vec<RemotePolicy> = levels.iter().cloned().map(level).collect();
        let found = merged(&policies).of("server").of(Kind::Terminal).clone();
        let release = merged(&[]).of("server").of(Kind::Terminal).clone();
        let first = levels.iter().find_map(|rules| rules.idle_seconds);
        prop_assert_eq!(found.idle_seconds, first.or(release.idle_seconds));
        let first = levels.iter().find_map(|rules| rules.allowed);
        prop_assert_eq!(found.allowed, first.or(release.allowed));
        let first = levels.iter().find_map(|rules| rules.consent);
        prop_assert_eq!(found.consent, first.or(release.consent));
        // What is said of one kind on one type of computer says nothing of others.
        prop_assert_eq!(&merged(&policies).workstation, &merged(&[]).workstation);
        prop_assert_eq!(&merged(&policies).server.files, &merged(&[]).server.files);
    }

    #[test]
    fn a_policy_is_read_as_it_was_written(rules in rules()) {
        let policy = level(rules);
        let text = serde_json::to_string(&policy).unwrap();
        prop_assert_eq!(serde_json::from_str::<RemotePolicy>(&text).unwrap(), policy);
    }
}

#[test]
fn the_release_says_everything_and_nobody_looks_at_a_workstation_unseen() {
    let policy = merged(&[]);
    for machine in ["server", "workstation"] {
        for kind in Kind::ALL {
            let rules = policy.of(machine).of(kind);
            assert!(rules.allowed == Some(true) && rules.longest_seconds.is_some());
            let is_seen = machine == "workstation" && kind == Kind::Screen;
            let consent = if is_seen { ConsentMode::Notice } else { ConsentMode::Off };
            assert_eq!(rules.consent, Some(consent), "{machine} {kind:?}");
        }
    }
}

#[test]
fn rules_that_say_nothing_allow_nothing() {
    let rules = EffectiveRules::from(&RemoteRules::default());
    assert!(!rules.allowed);
    assert_eq!(rules.consent.mode, ConsentMode::Ask);
    rules.must_allow(Kind::Terminal, &SessionDetails::default()).unwrap_err();
}

#[test]
fn a_session_goes_on_while_it_is_recorded_as_much_as_it_has_to_be() {
    let of = |recording| EffectiveRules::from(&RemoteRules { recording, ..RemoteRules::default() });
    let modes = [RecordingMode::Off, RecordingMode::On, RecordingMode::Strict];
    for (number, mode) in modes.into_iter().enumerate() {
        let wanting = modes.map(|wanted| of(Some(wanted)).want_more_than(mode));
        assert_eq!(wanting, [false, number < 1, number < 2], "{mode:?}");
    }
}

proptest! {
    #[test]
    fn what_an_agent_reports_of_an_end_is_bounded(code in ".{0,80}", reason in ".{0,900}") {
        let end = SessionEnd::reported(&code, &reason);
        prop_assert!((1..=40).contains(&end.code.len()));
        prop_assert!(end.code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'));
        prop_assert!(end.reason.chars().count() <= 500);
        prop_assert!(!end.reason.chars().any(char::is_control));
    }
}

#[test]
fn a_policy_keeps_the_server_from_reading_and_nobody_else() {
    let of = |end_to_end_only: Option<bool>| {
        let allowed =
            RemoteRules { allowed: Some(true), end_to_end_only, ..RemoteRules::default() };
        EffectiveRules::from(&allowed)
    };
    let read = SessionDetails { is_read_by_server: true, ..SessionDetails::default() };
    for strict in [Some(true), None] {
        of(strict).must_allow(Kind::Terminal, &read).unwrap_err();
        of(strict).must_allow(Kind::Terminal, &SessionDetails::default()).unwrap();
    }
    of(Some(false)).must_allow(Kind::Terminal, &read).unwrap();
}
