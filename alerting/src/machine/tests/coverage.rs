//! The table itself: complete, without contradictions, and silent where it must be.

use super::super::{Effect, Phase, Row, Silence, TABLE, Trigger};

fn rows_for(phase: Phase, silence: Silence, trigger: Trigger) -> Vec<&'static Row> {
    TABLE.iter().filter(|row| row.is_for(phase, silence, trigger)).collect()
}

/// Every combination of phase, silence and trigger.
fn combinations() -> impl Iterator<Item = (Phase, Silence, Trigger)> {
    Phase::ALL.into_iter().flat_map(|phase| {
        Silence::ALL.into_iter().flat_map(move |silence| {
            Trigger::ALL.into_iter().map(move |trigger| (phase, silence, trigger))
        })
    })
}

fn row_for(phase: Phase, silence: Silence, trigger: Trigger) -> &'static Row {
    rows_for(phase, silence, trigger)[0]
}

fn is_a_message_or_action(effect: Effect) -> bool {
    use Effect::{
        Announce, AnnounceFlapping, AnnounceRepeated, AnnounceResolved, AnnounceStillFailing,
        Escalate, RunAction, RunResolvedAction,
    };
    matches!(
        effect,
        Announce
            | AnnounceFlapping
            | AnnounceRepeated
            | AnnounceResolved
            | AnnounceStillFailing
            | Escalate
            | RunAction
            | RunResolvedAction
    )
}

#[test]
fn every_combination_has_exactly_one_row() {
    let mut count = 0;
    for (phase, silence, trigger) in combinations() {
        let rows = rows_for(phase, silence, trigger);
        assert_eq!(rows.len(), 1, "{phase:?} {silence:?} {trigger:?}: {rows:?}");
        count += 1;
    }
    assert_eq!(count, 255);
}

#[test]
fn every_name_of_a_phase_is_read_as_that_phase() {
    assert_eq!(Phase::ALL.map(|phase| Phase::parse(phase.as_str())), Phase::ALL.map(Some));
    assert_eq!(Phase::parse("Open"), None);
}

#[test]
fn every_row_is_for_some_combination() {
    for row in TABLE {
        let used =
            combinations().any(|(phase, silence, trigger)| row.is_for(phase, silence, trigger));
        assert!(used, "{row:?}");
    }
}

#[test]
fn an_alert_opens_only_where_none_is_open_and_closes_only_where_one_is() {
    for (phase, silence, trigger) in combinations() {
        let row = row_for(phase, silence, trigger);
        let next = row.next.unwrap_or(phase);
        let opens = row.effects.contains(&Effect::Open);
        let suppresses = row.effects.contains(&Effect::Suppress);
        let closes = row.effects.contains(&Effect::Close);
        assert_eq!(opens, !phase.is_open() && next.is_open(), "{row:?}");
        assert_eq!(suppresses, phase == Phase::Clear && next == Phase::Suppressed, "{row:?}");
        let was_there = phase != Phase::Clear;
        let ends = was_there && (next == Phase::Clear || (opens && phase == Phase::Suppressed));
        assert_eq!(closes, ends, "{row:?}");
    }
}

#[test]
fn nothing_is_sent_or_run_in_maintenance() {
    for (phase, _, trigger) in combinations() {
        let row = row_for(phase, Silence::Maintenance, trigger);
        assert!(!row.effects.iter().any(|effect| is_a_message_or_action(*effect)), "{row:?}");
    }
}

#[test]
fn while_snoozed_only_the_end_of_the_snooze_has_a_message() {
    for (_, silence, trigger) in combinations() {
        let row = row_for(Phase::Snoozed, silence, trigger);
        let sends = row.effects.iter().any(|effect| is_a_message_or_action(*effect));
        let ends = trigger == Trigger::SnoozeEnded && silence == Silence::None;
        assert_eq!(sends, ends, "{row:?}");
    }
}

#[test]
fn what_another_alert_covers_announces_nothing_but_a_recovery() {
    for (phase, _, trigger) in combinations() {
        let row = row_for(phase, Silence::Covered, trigger);
        let sends = row.effects.iter().any(|effect| is_a_message_or_action(*effect));
        let recovers =
            trigger == Trigger::Recovered && matches!(phase, Phase::Open | Phase::Acknowledged);
        assert_eq!(sends, recovers, "{row:?}");
    }
}

#[test]
fn the_end_of_a_silence_has_no_message() {
    for (phase, silence, _) in combinations() {
        for trigger in [Trigger::MaintenanceEnded, Trigger::CoverEnded] {
            let row = row_for(phase, silence, trigger);
            assert!(!row.effects.iter().any(|effect| is_a_message_or_action(*effect)), "{row:?}");
        }
    }
}
