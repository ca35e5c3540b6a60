//! Until when an alert is to be silent.

use std::time::Duration;

use crate::input::Fields;
use crate::time::Timestamp;

const DAY: Duration = Duration::from_secs(24 * 3600);
const MOST_DAYS: i64 = 3650;

/// `snooze_days` or `snooze_until` of a body, one of which is needed.
pub fn required_end(fields: &Fields<'_>) -> Option<Timestamp> {
    let end = optional_end(fields);
    if !fields.has("snooze_days") && !fields.has("snooze_until") {
        fields.problem("snooze_until", "say how long: snooze_days or snooze_until");
    }
    end
}

/// The same; null or none means until it is lifted.
pub fn optional_end(fields: &Fields<'_>) -> Option<Timestamp> {
    let days = fields.whole("snooze_days").between(1..=MOST_DAYS).nullable().flatten();
    let is_ahead = |until: &Timestamp| *until > Timestamp::now();
    let until = fields.time("snooze_until").check(is_ahead, "must be in the future");
    let until = until.nullable().flatten();
    let days = days.and_then(|days| u32::try_from(days).ok());
    until.or_else(|| days.map(|days| Timestamp::now().plus(DAY * days)))
}
