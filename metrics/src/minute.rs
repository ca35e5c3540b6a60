//! Time as metrics know it: whole minutes in UTC, and the step between two points.

/// A minute, counted from the beginning of 1970 in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Minute(pub u32);

impl Minute {
    /// The minute that a moment lies in; `None` before 1970 and after the year 10000.
    pub fn from_unix_seconds(seconds: i64) -> Option<Minute> {
        u32::try_from(seconds.div_euclid(60)).ok().map(Minute)
    }

    /// The moment at which the minute begins.
    pub fn unix_seconds(self) -> i64 {
        i64::from(self.0) * 60
    }

    /// So many minutes later, at most the last minute there is.
    pub fn plus(self, minutes: u32) -> Minute {
        Minute(self.0.saturating_add(minutes))
    }
}

/// How far apart the points of a block are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// As agents sample.
    Minute,
    /// As they are kept for a year.
    Hour,
}

impl Step {
    /// The number of minutes from one point to the next.
    pub fn minutes(self) -> u32 {
        match self {
            Step::Minute => 1,
            Step::Hour => 60,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_is_the_one_that_a_moment_lies_in() {
        assert_eq!(Minute::from_unix_seconds(119), Some(Minute(1)));
        assert_eq!(Minute(1).unix_seconds(), 60);
        assert_eq!(Minute::from_unix_seconds(0), Some(Minute(0)));
    }

    #[test]
    fn moments_that_have_no_minute_are_refused() {
        let end = (i64::from(u32::MAX) + 1) * 60;
        assert_eq!(Minute::from_unix_seconds(end - 1), Some(Minute(u32::MAX)));
        for seconds in [-1, end, i64::MIN, i64::MAX] {
            assert_eq!(Minute::from_unix_seconds(seconds), None);
        }
    }

    #[test]
    fn later_minutes_end_at_the_last() {
        assert_eq!(Minute(5).plus(3), Minute(8));
        assert_eq!(Minute(5).plus(u32::MAX), Minute(u32::MAX));
    }
}
