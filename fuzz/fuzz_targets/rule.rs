//! Schedules, as they travel to agents, at any moment and in any zone.
#![no_main]

use chrono::DateTime;

libfuzzer_sys::fuzz_target!(|input: (i64, u16, &[u8])| {
    let (seconds, zone, bytes) = input;
    let Some(at) = DateTime::from_timestamp(seconds, 0) else { return };
    let zone = chrono_tz::TZ_VARIANTS[usize::from(zone) % chrono_tz::TZ_VARIANTS.len()];
    if let Ok(rule) = muster_protocol::decode(bytes) {
        muster_schedule::fuzz::rule(&rule, zone, at);
    }
});
