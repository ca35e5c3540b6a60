//! Zones, compared with those of `chrono-tz`, which has the same table in another form.

use std::ops::Range;

use chrono::{DateTime, MappedLocalTime, Offset, TimeZone, Utc};
use chrono_tz::TZ_VARIANTS;
use proptest::prelude::*;

use super::{at, zone};
use crate::{NamedZone, UnknownZone};

/// From 2000 to 2025. What comes later changes from one release of the table to the next, and
/// what was before is corrected now and then.
const SECONDS: Range<i64> = 946_684_800..1_735_689_600;

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(20_000)
    })]

    #[test]
    fn an_instant_is_shown_as_chrono_tz_shows_it(
        theirs in prop::sample::select(&TZ_VARIANTS[..]), second in SECONDS,
    ) {
        let instant = instant(second);
        let ours = zone(theirs.name());
        prop_assert_eq!(
            instant.with_timezone(&ours).naive_local(),
            instant.with_timezone(&theirs).naive_local(),
            "{} at {}", ours.name(), instant
        );
    }

    #[test]
    fn a_local_time_is_found_as_often_as_chrono_tz_finds_it(
        theirs in prop::sample::select(&TZ_VARIANTS[..]), second in SECONDS,
    ) {
        let (ours, local) = (zone(theirs.name()), instant(second).naive_utc());
        prop_assert_eq!(
            seconds(ours.offset_from_local_datetime(&local)),
            seconds(theirs.offset_from_local_datetime(&local)),
            "{} at {}", ours.name(), local
        );
    }
}

fn instant(second: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(second, 0).unwrap()
}

fn seconds(found: MappedLocalTime<impl Offset>) -> MappedLocalTime<i32> {
    found.map(|offset| offset.fix().local_minus_utc())
}

#[test]
fn every_zone_is_read_and_has_the_name_by_which_it_is_found() {
    let now = at("2026-11-19T12:00:00Z");
    let mut names = Vec::new();
    for one in NamedZone::all() {
        assert_eq!(one.name().parse(), Ok(one));
        let local = now.with_timezone(&one);
        assert_eq!(one.from_local_datetime(&local.naive_local()).earliest(), Some(local));
        names.push(one.name());
    }
    assert!(names.is_sorted());
    let missing: Vec<&str> = TZ_VARIANTS
        .iter()
        .map(|theirs| theirs.name())
        .filter(|name| !names.contains(name))
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn a_name_is_written_as_the_table_has_it() {
    for name in ["", "europe/berlin", "Europe/Berlin ", "Mars/Phobos"] {
        assert_eq!(name.parse::<NamedZone>(), Err(UnknownZone), "{name}");
    }
}

#[test]
fn the_rules_of_a_zone_go_on_after_its_last_listed_change() {
    let local = |text: &str| at(text).with_timezone(&zone("Europe/Berlin")).to_rfc3339();
    assert_eq!(local("2150-07-01T10:00:00Z"), "2150-07-01T12:00:00+02:00");
    assert_eq!(local("9999-01-01T10:00:00Z"), "9999-01-01T11:00:00+01:00");
}

#[test]
fn a_time_that_is_shown_twice_has_its_first_offset_first() {
    let local = "2026-10-25T02:30:00".parse().unwrap();
    let found = seconds(zone("Europe/Berlin").offset_from_local_datetime(&local));
    assert_eq!(found, MappedLocalTime::Ambiguous(7200, 3600));
    let skipped = "2026-03-29T02:30:00".parse().unwrap();
    let found = zone("Europe/Berlin").offset_from_local_datetime(&skipped);
    assert_eq!(seconds(found), MappedLocalTime::None);
}
