//! What `fuzz/` calls with rules of any kind; a bounded test calls it too.

use chrono::{DateTime, Utc};

use crate::{
    NamedZone, Rule, expires_at, next_after, previous_or_at, sentence, upcoming, validate,
};

/// Everything that is asked of a rule has an answer, and the answers agree.
pub fn rule(rule: &Rule, zone: NamedZone, at: DateTime<Utc>) {
    let _ = (validate(rule), sentence(rule), expires_at(rule, zone));
    let next = next_after(rule, zone, at);
    let runs = upcoming(rule, zone, at, 3);
    assert_eq!(runs.first().copied(), next, "the first of the coming runs is the next");
    assert!(runs.iter().all(|run| *run > at), "coming runs lie ahead");
    assert!(runs.is_sorted_by(|one, other| one < other), "one after the other");
    if let Some(previous) = previous_or_at(rule, zone, at) {
        assert!(previous <= at, "what was due is over");
    }
}
