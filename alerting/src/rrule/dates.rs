//! The dates of a rule, as if there were no clocks.

use chrono::{Datelike, Days, Months, NaiveDate};

use super::recurrence::{DayRule, Frequency, Recurrence};

impl Recurrence {
    /// Returns the first date of a completed rule from `from` to `end`.
    ///
    /// Looks through one period after the other, so what it costs is bounded by the
    /// days up to `end`.
    pub(super) fn date_on_or_after(
        &self,
        start: NaiveDate,
        from: NaiveDate,
        end: NaiveDate,
    ) -> Option<NaiveDate> {
        let from = from.max(start);
        let interval = self.interval.max(1);
        let mut number = self.period_of(start, from)?.checked_next_multiple_of(interval)?;
        loop {
            let first = self.first_day(start, number)?;
            if first > end {
                return None;
            }
            let next = self.first_day(start, number.checked_add(1)?)?;
            let days = first.max(from).iter_days().take_while(|date| *date < next);
            if let Some(date) = days.take_while(|date| *date <= end).find(|date| self.has(*date)) {
                return Some(date);
            }
            number = number.checked_add(interval)?;
        }
    }

    /// The number of the period that a date is in; that of the start is 0.
    fn period_of(&self, start: NaiveDate, date: NaiveDate) -> Option<u32> {
        let months = |date: NaiveDate| i64::from(date.year()) * 12 + i64::from(date.month0());
        let number = match self.frequency {
            Frequency::Daily => (date - start).num_days(),
            Frequency::Weekly => (date - self.first_of_week(start)?).num_days() / 7,
            Frequency::Monthly => months(date) - months(start),
            Frequency::Yearly => i64::from(date.year()) - i64::from(start.year()),
        };
        u32::try_from(number).ok()
    }

    /// The first day of a period.
    fn first_day(&self, start: NaiveDate, number: u32) -> Option<NaiveDate> {
        match self.frequency {
            Frequency::Daily => start.checked_add_days(Days::new(number.into())),
            Frequency::Weekly => {
                self.first_of_week(start)?.checked_add_days(Days::new(u64::from(number) * 7))
            }
            Frequency::Monthly => start.with_day(1)?.checked_add_months(Months::new(number)),
            Frequency::Yearly => {
                NaiveDate::from_ymd_opt(start.year().checked_add_unsigned(number)?, 1, 1)
            }
        }
    }

    fn first_of_week(&self, date: NaiveDate) -> Option<NaiveDate> {
        let into = date.weekday().days_since(self.week_start);
        date.checked_sub_days(Days::new(into.into()))
    }

    /// Whether a date of a chosen period is one of the rule.
    fn has(&self, date: NaiveDate) -> bool {
        (self.months.is_empty() || self.months.contains(&date.month()))
            && (self.month_days.is_empty() || self.has_day_of_month(date))
            && (self.days.is_empty() || self.days.iter().any(|day| self.is_day(*day, date)))
    }

    fn has_day_of_month(&self, date: NaiveDate) -> bool {
        let (day, length) = (date.day(), days_of_month(date));
        self.month_days.iter().any(|chosen| counts(*chosen, day, length, 1))
    }

    /// Numbered days count in the month, or in the year where no months are chosen.
    fn is_day(&self, rule: DayRule, date: NaiveDate) -> bool {
        let of_a_month = self.frequency != Frequency::Yearly || !self.months.is_empty();
        let (day, length) = if of_a_month {
            (date.day(), days_of_month(date))
        } else {
            (date.ordinal(), if date.leap_year() { 366 } else { 365 })
        };
        date.weekday() == rule.weekday
            && rule.ordinal.is_none_or(|ordinal| counts(ordinal, day, length, 7))
    }
}

/// Whether a day is the given one when each `step` days count as one: from the
/// beginning, or from the end when it is negative.
fn counts(chosen: i32, day: u32, length: u32, step: u32) -> bool {
    let distance = if chosen > 0 { day - 1 } else { length - day };
    distance / step + 1 == chosen.unsigned_abs()
}

fn days_of_month(date: NaiveDate) -> u32 {
    u32::from(date.num_days_in_month())
}
