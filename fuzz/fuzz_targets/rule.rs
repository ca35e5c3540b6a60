//! Schedules, as they travel to agents, at any moment and in any zone.
#![no_main]

use chrono::DateTime;
use muster_schedule::NamedZone;

libfuzzer_sys::fuzz_target!(|input: (i64, u16, &[u8])| {
    let (seconds, zone, bytes) = input;
    let Some(at) = DateTime::from_timestamp(seconds, 0) else { return };
    let mut zones = NamedZone::all();
    let position = usize::from(zone) % zones.len();
    let Some(zone) = zones.nth(position) else { return };
    if let Ok(rule) = muster_protocol::decode(bytes) {
        muster_schedule::fuzz::rule(&rule, zone, at);
    }
});
