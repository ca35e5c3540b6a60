//! A rule for repetition.

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, Utc, Weekday};

/// A rule for repetition, as far as maintenance windows need RFC 5545.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recurrence {
    /// The period that is repeated.
    pub frequency: Frequency,
    /// Every so many periods.
    pub interval: u32,
    /// Ends after so many occurrences.
    pub count: Option<u32>,
    /// Ends at that time; an occurrence that starts then is the last.
    pub until: Option<Until>,
    /// Months, 1 to 12; empty means all.
    pub months: Vec<u32>,
    /// Days of the month, 1 to 31, or -1 to -31 from its end; empty means all.
    pub month_days: Vec<i32>,
    /// Days of the week; empty means all.
    pub days: Vec<DayRule>,
    /// The first day of a week, which matters where weeks are skipped.
    pub week_start: Weekday,
}

/// The period that is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Frequency {
    /// Days.
    Daily,
    /// Weeks.
    Weekly,
    /// Months.
    Monthly,
    /// Years.
    Yearly,
}

/// A day of the week, or one such day of a month or year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DayRule {
    /// Which one, from -1 backwards from the end; none means each.
    pub ordinal: Option<i32>,
    /// The day of the week.
    pub weekday: Weekday,
}

/// The end of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// An instant.
    Instant(DateTime<Utc>),
    /// What the clock of the window's zone shows.
    Local(NaiveDateTime),
    /// A day of the window's zone, which is included.
    Date(NaiveDate),
}

impl Recurrence {
    /// A rule that has every period, without an end.
    pub fn every(frequency: Frequency) -> Self {
        Self {
            frequency,
            interval: 1,
            count: None,
            until: None,
            months: Vec::new(),
            month_days: Vec::new(),
            days: Vec::new(),
            week_start: Weekday::Mon,
        }
    }

    /// The same rule with what it leaves to its start filled in: a weekly rule
    /// without days is on the weekday of the start, and so on.
    #[must_use]
    pub fn completed(&self, start: NaiveDate) -> Self {
        let mut complete = self.clone();
        if !self.days.is_empty() || !self.month_days.is_empty() {
            return complete;
        }
        match self.frequency {
            Frequency::Daily => {}
            Frequency::Weekly => {
                complete.days.push(DayRule { ordinal: None, weekday: start.weekday() });
            }
            Frequency::Monthly => complete.month_days.push(day_of_month(start)),
            Frequency::Yearly => {
                complete.month_days.push(day_of_month(start));
                if self.months.is_empty() {
                    complete.months.push(start.month());
                }
            }
        }
        complete
    }
}

fn day_of_month(date: NaiveDate) -> i32 {
    i32::try_from(date.day()).unwrap_or(1)
}
