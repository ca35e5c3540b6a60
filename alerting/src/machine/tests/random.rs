//! What holds after any sequence of events, under rules that change in between.

use chrono::{DateTime, TimeDelta};
use proptest::option;
use proptest::prelude::*;

use super::model::Model;
use crate::channels::Channels;
use crate::machine::{Event, Rules};
use crate::{Kind, Severity};

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(10_000)
    })]

    #[test]
    fn no_sequence_of_events_breaks_a_promise(
        kind in any_kind(),
        rules in prop::collection::vec(any_rules(), 1..4),
        events in prop::collection::vec((any_event(), 0..4usize), 1..40),
    ) {
        let mut model = Model::default();
        for (event, chosen) in events {
            let rules = Rules { kind, ..rules[chosen % rules.len()].clone() };
            model.meet(&event, &rules);
        }
    }
}

fn any_kind() -> impl Strategy<Value = Kind> {
    prop::sample::select(Kind::ALL.to_vec())
}

/// Failures and recoveries as often as all else together.
fn any_event() -> impl Strategy<Value = Event> {
    let severity = || prop::sample::select(Severity::ALL.to_vec());
    let others = vec![
        Event::ActionFailed,
        Event::Acknowledge,
        Event::Unsnooze,
        Event::SnoozeEnded,
        Event::Resolve,
        Event::FaultsCleared,
        Event::MaintenanceBegan,
        Event::MaintenanceEnded,
        Event::CoverBegan,
        Event::CoverEnded,
        Event::PeriodicDue,
        Event::EscalationDue,
    ];
    let until = option::of(0..2_000_000_000i64)
        .prop_map(|second| second.and_then(|second| DateTime::from_timestamp(second, 0)));
    prop_oneof![
        5 => severity().prop_map(|severity| Event::Failed { severity }),
        3 => Just(Event::Recovered),
        1 => severity().prop_map(|severity| Event::FlappingBegan { severity }),
        2 => until.prop_map(|until| Event::Snooze { until }),
        10 => prop::sample::select(others),
    ]
}

fn any_rules() -> impl Strategy<Value = Rules> {
    let steps = prop::collection::vec((1..100i64).prop_map(TimeDelta::minutes), 0..4);
    let days = option::of((1..30i64).prop_map(TimeDelta::days));
    (any_channels(), any_channels(), any::<(bool, bool)>(), days, steps).prop_map(
        |(channels, resolved, (action, resolved_action), repeat_every, escalation)| Rules {
            kind: Kind::Check,
            channels,
            // A recovery is announced only where the failure would be.
            resolved: resolved.intersection(channels).sent(),
            action,
            resolved_action,
            repeat_every,
            escalation,
        },
    )
}

fn any_channels() -> impl Strategy<Value = Channels> {
    any::<(bool, bool, bool)>().prop_map(|(dashboard, email, sms)| Channels {
        dashboard,
        email,
        sms,
    })
}
