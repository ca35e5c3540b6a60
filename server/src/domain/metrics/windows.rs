//! How time is divided: windows of six hours by the minute, days by the hour.

use muster_metrics::{Minute, Step};

use crate::time::Timestamp;

/// Minutes in a block by the minute.
pub const WINDOW: u32 = 6 * 60;
/// Minutes in a block by the hour.
pub const DAY: u32 = 24 * 60;

/// The minutes that a stored block of this step covers.
pub fn width(step: Step) -> u32 {
    match step {
        Step::Minute => WINDOW,
        Step::Hour => DAY,
    }
}

/// Where the stored block of this step begins that a minute is in.
pub fn block_start(step: Step, minute: Minute) -> Minute {
    aligned(minute, width(step))
}

/// The last multiple of so many minutes that is not after a minute.
pub fn aligned(minute: Minute, minutes: u32) -> Minute {
    Minute(minute.0 - minute.0 % minutes)
}

/// The minute that a time is in; the first one for times before 1970.
pub fn minute_of(time: Timestamp) -> Minute {
    Minute::from_unix_seconds(time.seconds()).unwrap_or(Minute(0))
}

/// So many minutes earlier, at least the first minute there is.
pub fn minus(minute: Minute, minutes: u32) -> Minute {
    Minute(minute.0.saturating_sub(minutes))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_minute_is_in_the_block_that_begins_before_it(minute in any::<u32>()) {
            for step in [Step::Minute, Step::Hour] {
                let start = block_start(step, Minute(minute)).0;
                prop_assert!(start.is_multiple_of(width(step)));
                prop_assert!(start <= minute && minute - start < width(step));
            }
        }
    }

    #[test]
    fn a_day_begins_with_a_window_and_has_four() {
        assert_eq!(DAY % WINDOW, 0);
        let noon = Timestamp::parse("2026-03-01T12:34:56Z").unwrap();
        let minute = minute_of(noon);
        let shown = |minute: Minute| Timestamp::from_micros(minute.unix_seconds() * 1_000_000);
        assert_eq!(shown(minute).to_string(), "2026-03-01T12:34:00Z");
        assert_eq!(shown(block_start(Step::Minute, minute)).to_string(), "2026-03-01T12:00:00Z");
        assert_eq!(shown(block_start(Step::Hour, minute)).to_string(), "2026-03-01T00:00:00Z");
    }

    #[test]
    fn times_before_the_first_minute_are_the_first_minute() {
        assert_eq!(minute_of(Timestamp::from_micros(-1)), Minute(0));
        assert_eq!(minus(Minute(5), 6), Minute(0));
        assert_eq!(minus(Minute(5), 3), Minute(2));
    }
}
