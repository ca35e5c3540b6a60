//! Random rules, zones and instants.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use proptest::option;
use proptest::prelude::*;

use super::zone;
use crate::wall_clock::wall_time;
use crate::{Kind, NamedZone, Repetition, Rule, Zone};

/// Any zone, with those of odd changes more often than their share.
pub fn any_zone() -> impl Strategy<Value = NamedZone> {
    let odd = [
        "Europe/Berlin",
        "America/New_York",
        "Australia/Lord_Howe",
        "Pacific/Apia",
        "Africa/Cairo",
        "America/Havana",
        "Antarctica/Troll",
        "Pacific/Auckland",
        "America/Juneau",
        "Asia/Manila",
    ];
    let all: Vec<NamedZone> = NamedZone::all().collect();
    prop_oneof![prop::sample::select(all), prop::sample::select(odd.map(zone).to_vec())]
}

/// A kind that follows the calendar, with good values.
pub fn any_kind() -> impl Strategy<Value = Kind> {
    let interval = prop_oneof![1..=7u32, 1..=255u32];
    let weeks = prop_oneof![1..=3u32, 1..=52u32];
    prop_oneof![
        1 => Just(Kind::RunOnce),
        4 => interval.prop_map(|interval| Kind::Daily { interval }),
        4 => (weeks, 1..=127u8)
            .prop_map(|(interval, weekdays)| Kind::Weekly { interval, weekdays }),
        4 => (1..=4095u16, days()).prop_map(|(months, days)| Kind::Monthly { months, days }),
        4 => (1..=4095u16, 1..=31u8, 1..=127u8).prop_map(|(months, weeks, weekdays)| {
            Kind::MonthlyByWeekday { months, weeks, weekdays }
        }),
    ]
}

/// A rule of any numbers, as a peer with a fault might send it.
pub fn wild_rule() -> impl Strategy<Value = Rule> {
    let kind = prop_oneof![
        any::<u32>().prop_map(|interval| Kind::Daily { interval }),
        any::<(u32, u8)>().prop_map(|(interval, weekdays)| Kind::Weekly { interval, weekdays }),
        any::<(u16, u32)>().prop_map(|(months, days)| Kind::Monthly { months, days }),
        any::<(u16, u8, u8)>().prop_map(|(months, weeks, weekdays)| {
            Kind::MonthlyByWeekday { months, weeks, weekdays }
        }),
    ];
    let instant = || {
        let seconds = prop_oneof![any::<i64>(), -10_000_000_000..400_000_000_000i64];
        seconds.prop_map(|seconds| DateTime::from_timestamp(seconds, 0))
    };
    let span = || prop_oneof![0..4u64, any::<u64>()].prop_map(Duration::from_secs);
    let repetition = option::of((span(), span()));
    let zone = prop_oneof![Just(Zone::Agent), any_zone().prop_map(Zone::Named)];
    (kind, instant(), instant(), repetition, option::of(span()), zone).prop_map(
        |(kind, start, expire, repetition, random_delay, zone)| Rule {
            kind,
            start,
            expire,
            zone,
            random_delay,
            repetition: repetition.map(|(every, for_duration)| Repetition { every, for_duration }),
            ..Rule::default()
        },
    )
}

/// Many days, or one or two of them: the ends of months among them often.
fn days() -> impl Strategy<Value = u32> {
    let one = prop_oneof![0..=31u32, 27..=31u32];
    prop_oneof![1..=u32::MAX, (one, 0..=31u32).prop_map(|(one, other)| 1 << one | 1 << other)]
}

/// An instant from 1971 to 2049, half of them on the quarters of an hour.
pub fn recent_instant() -> impl Strategy<Value = DateTime<Utc>> {
    let seconds = 31_536_000..2_524_608_000i64;
    let quarter = seconds.clone().prop_map(|second| second - second % 900);
    prop_oneof![seconds, quarter].prop_map(instant)
}

/// An instant from 1830 to 2109: zones jumped whole days in the first of them.
pub fn any_instant() -> impl Strategy<Value = DateTime<Utc>> {
    prop_oneof![recent_instant(), (-4_417_977_600..4_417_977_600i64).prop_map(instant)]
}

fn instant(second: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(second, 0).unwrap_or_default()
}

/// A rule that passes validation, the agent's zone, and an instant.
///
/// In half of them the instant is around a change of the rule's clock, and so
/// is the rule's time of day: left to chance, they would hardly ever meet.
pub fn any_case() -> impl Strategy<Value = (Rule, NamedZone, DateTime<Utc>)> {
    let near = option::of((-7200..7200i64, -90_000..90_000i64, 0..400i64));
    (any_rule(), any_zone(), any_instant(), near).prop_map(|(mut rule, agent, instant, near)| {
        let change = rule.zone.resolve(agent).and_then(|zone| change_after(zone, instant));
        let (Some(change), Some((time, distance, days))) = (change, near) else {
            return (rule, agent, instant);
        };
        let start = change - TimeDelta::days(days) + TimeDelta::seconds(time);
        rule.expire = rule.expire.zip(rule.start).map(|(expire, old)| start + (expire - old));
        rule.start = Some(match rule.zone {
            Zone::Agent => wall_time(agent, start).and_utc(),
            _ => start,
        });
        (rule, agent, change + TimeDelta::seconds(distance))
    })
}

/// Finds the next change of a zone's clock, if there is one within two years.
pub fn change_after(zone: NamedZone, instant: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let shift = |instant| wall_time(zone, instant) - instant.naive_utc();
    let mut before = (0..26)
        .map(|step| instant + TimeDelta::weeks(4 * step))
        .find(|begin| shift(*begin) != shift(*begin + TimeDelta::weeks(4)))?;
    let mut after = before + TimeDelta::weeks(4);
    while after - before > TimeDelta::seconds(1) {
        let half = before + TimeDelta::seconds((after - before).num_seconds() / 2);
        if shift(half) == shift(before) { before = half } else { after = half }
    }
    Some(after)
}

/// A rule that passes validation, with every option at times.
fn any_rule() -> impl Strategy<Value = Rule> {
    let zone = prop_oneof![Just(Zone::Utc), Just(Zone::Agent), any_zone().prop_map(Zone::Named)];
    let length = option::of(1..4_000_000_000i64);
    (any_kind(), any_instant(), zone, length, option::of(any_repetition())).prop_map(
        |(kind, start, zone, length, repetition)| Rule {
            kind,
            start: Some(start),
            zone,
            expire: length.map(|seconds| start + TimeDelta::seconds(seconds)),
            repetition,
            ..Rule::default()
        },
    )
}

fn any_repetition() -> impl Strategy<Value = Repetition> {
    (1..100_000u64, 1..50u64).prop_map(|(every, times)| Repetition {
        every: Duration::from_secs(every),
        for_duration: Duration::from_secs(every * times + every / 2),
    })
}
