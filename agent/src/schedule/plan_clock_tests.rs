//! Whatever the clock does, nothing that is due runs twice or in bursts.

use std::collections::HashSet;

use muster_schedule::{InstancePolicy, Repetition, Zone};
use proptest::prelude::*;

use super::tests::{at, zone};
use super::*;

fn rules() -> impl Strategy<Value = Rule> {
    let repetition = prop::option::of((1..7200u64, 1..40_000u64)).prop_map(|pair| {
        let seconds = Duration::from_secs;
        pair.map(|(every, length)| Repetition {
            every: seconds(every),
            for_duration: seconds(length),
        })
    });
    let kinds = prop_oneof![
        Just(Kind::RunOnce),
        (1..4u32).prop_map(|interval| Kind::Daily { interval }),
        (1..3u32, 1..128u8).prop_map(|(interval, weekdays)| Kind::Weekly { interval, weekdays }),
        Just(Kind::Onboarding),
        Just(Kind::Manual),
    ];
    let delays = prop::option::of((0..100_000u64).prop_map(Duration::from_secs));
    let expire = prop::option::of(0..20 * 86_400i64);
    (kinds, repetition, delays, any::<bool>(), expire, 0..86_400i64).prop_map(
        |(kind, repetition, random_delay, run_asap_after_missed, expire, start)| {
            let start = at("2027-03-01T00:00:00Z") + TimeDelta::seconds(start);
            Rule {
                kind,
                start: Some(start),
                zone: Zone::Agent,
                expire: expire.map(|seconds| start + TimeDelta::seconds(seconds)),
                repetition,
                random_delay,
                run_asap_after_missed,
                instance_policy: InstancePolicy::Queue,
                enabled: true,
            }
        },
    )
}

proptest! {
    #[test]
    fn a_clock_that_jumps_about_makes_nothing_run_twice_or_in_bursts(
        rule in rules(),
        seed in any::<u64>(),
        steps in prop::collection::vec(-40_000..90_000i64, 1..40),
    ) {
        let mut now = at("2027-03-01T06:00:00Z");
        let mut memory = received(None, now);
        let mut ran = HashSet::new();
        for step in steps {
            now += TimeDelta::seconds(step);
            if let Some(better) = corrected(&memory, now) {
                memory = better;
                ran.clear();
            }
            let verdict = decide(&rule, seed, &memory, now, zone("Europe/Berlin"));
            let (due, reason) = match verdict {
                Verdict::Never => continue,
                Verdict::Wait(until) => {
                    prop_assert!(until > now);
                    continue;
                }
                Verdict::Skip(due) => (due, None),
                Verdict::Run(run) => {
                    prop_assert!(ran.insert(run.due), "{} ran twice", run.due);
                    (run.due, Some(run.reason))
                }
            };
            prop_assert!(due <= now || rule.kind == Kind::Onboarding);
            memory = settled(&memory, due, reason);
            let again = decide(&rule, seed, &memory, now, zone("Europe/Berlin"));
            prop_assert!(matches!(again, Verdict::Never | Verdict::Wait(_)), "a burst: {again:?}");
        }
    }

    #[test]
    fn a_clock_that_only_goes_on_starts_every_run_in_its_order(
        rule in rules(),
        seed in any::<u64>(),
    ) {
        let begin = at("2027-03-01T06:00:00Z");
        let micros = begin.timestamp_micros();
        let fresh = TaskMemory { settled: micros, ..received(None, begin) };
        let (mut memory, mut now) = (fresh, begin);
        let mut ran = Vec::new();
        while ran.len() < 30 {
            match decide(&rule, seed, &memory, now, zone("Europe/Berlin")) {
                Verdict::Never => break,
                Verdict::Wait(until) => now = until,
                Verdict::Skip(_) => {
                    // It was over before it came here.
                    prop_assert_eq!(&rule.kind, &Kind::RunOnce);
                    return Ok(());
                }
                Verdict::Run(run) => {
                    ran.push(run.due);
                    memory = settled(&memory, run.due, Some(run.reason));
                }
            }
        }
        if rule.kind == Kind::Onboarding {
            let is_over = expires_at(&rule, zone("Europe/Berlin")).is_some_and(|end| end <= now);
            prop_assert_eq!(ran.len(), usize::from(!is_over));
            return Ok(());
        }
        let from = settled_for(&rule, &fresh, zone("Europe/Berlin"));
        let all = muster_schedule::upcoming(&rule, zone("Europe/Berlin"), from, ran.len().max(1));
        prop_assert_eq!(ran, all);
    }
}
