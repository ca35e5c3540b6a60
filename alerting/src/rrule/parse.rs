//! From the text of a rule to the rule, or to all its problems.

use std::collections::BTreeSet;
use std::str::FromStr;

use super::problem::Problem;
use super::recurrence::{Frequency, Recurrence};
use super::values::{day_rule, frequency, list, number, signed, until, weekday};

/// The longest text that is read.
const MOST_BYTES: usize = 500;

/// The most periods that may be skipped, and occurrences that may be counted.
const MOST: u32 = 1000;

/// Parts of RFC 5545 that windows do not have.
const UNSUPPORTED: [&str; 7] =
    ["BYSETPOS", "BYWEEKNO", "BYYEARDAY", "BYHOUR", "BYMINUTE", "BYSECOND", "RSCALE"];

impl FromStr for Recurrence {
    type Err = Vec<Problem>;

    /// Reads `FREQ=WEEKLY;BYDAY=SA,SU`, with or without `RRULE:` before it, and names
    /// every problem it has.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.len() > MOST_BYTES {
            let problem = format!("must have at most {MOST_BYTES} characters");
            return Err(vec![Problem::new("rrule", problem)]);
        }
        let text = text.trim().to_ascii_uppercase();
        let mut reader = Reader::new();
        for part in text.strip_prefix("RRULE:").unwrap_or(&text).split(';') {
            reader.part(part.trim());
        }
        reader.finish()
    }
}

/// What was read so far.
struct Reader {
    rule: Recurrence,
    names: BTreeSet<String>,
    problems: Vec<Problem>,
}

impl Reader {
    fn new() -> Self {
        let rule = Recurrence::every(Frequency::Daily);
        Self { rule, names: BTreeSet::new(), problems: Vec::new() }
    }

    fn part(&mut self, part: &str) {
        if part.is_empty() {
            return;
        }
        let Some((name, value)) = part.split_once('=') else {
            return self.problem(part, "must be a name, an equals sign and a value");
        };
        let (name, value) = (name.trim_end(), value.trim_start());
        if !self.names.insert(name.to_owned()) {
            return self.problem(name, "must be there only once");
        }
        if let Err(problem) = self.value(name, value) {
            self.problem(name, problem);
        }
    }

    fn value(&mut self, name: &str, value: &str) -> Result<(), &'static str> {
        let rule = &mut self.rule;
        match name {
            "FREQ" => {
                rule.frequency =
                    frequency(value).ok_or("must be DAILY, WEEKLY, MONTHLY or YEARLY")?;
            }
            "INTERVAL" => rule.interval = number(value, MOST).ok_or("must be 1 to 1000")?,
            "COUNT" => rule.count = Some(number(value, MOST).ok_or("must be 1 to 1000")?),
            "UNTIL" => rule.until = Some(until(value).ok_or(UNTIL)?),
            "BYDAY" => rule.days = list(value, day_rule).ok_or(DAYS)?,
            "BYMONTHDAY" => {
                rule.month_days = list(value, |item| signed(item, 31))
                    .ok_or("must be days from 1 to 31, or from -1 to -31")?;
            }
            "BYMONTH" => {
                rule.months =
                    list(value, |item| number(item, 12)).ok_or("must be months from 1 to 12")?;
            }
            "WKST" => rule.week_start = weekday(value).ok_or("must be a day such as MO")?,
            _ if UNSUPPORTED.contains(&name) => return Err("is not supported"),
            _ => return Err("is not a part of a rule"),
        }
        Ok(())
    }

    /// Checks what parts mean together.
    fn finish(mut self) -> Result<Recurrence, Vec<Problem>> {
        if !self.names.contains("FREQ") {
            self.problem("FREQ", "this part is required");
        }
        if self.names.contains("COUNT") && self.names.contains("UNTIL") {
            self.problem("COUNT", "must not be together with UNTIL");
        }
        let frequency = self.rule.frequency;
        if frequency == Frequency::Weekly && !self.rule.month_days.is_empty() {
            self.problem("BYMONTHDAY", "must not be in a weekly rule");
        }
        let largest = self.rule.days.iter().filter_map(|day| day.ordinal).map(i32::abs).max();
        let of_a_year = frequency == Frequency::Yearly && self.rule.months.is_empty();
        match (frequency, largest) {
            (Frequency::Daily | Frequency::Weekly, Some(_)) => {
                self.problem("BYDAY", "numbers of days need a monthly or yearly rule");
            }
            (_, Some(6..)) if !of_a_year => {
                self.problem("BYDAY", "a month has at most 5 of each day");
            }
            _ => {}
        }
        if self.problems.is_empty() { Ok(self.rule) } else { Err(self.problems) }
    }

    fn problem(&mut self, part: &str, text: &str) {
        self.problems.push(Problem::new(part, text));
    }
}

const UNTIL: &str = "must be a date as 20261231, or a time as 20261231T235959 or 20261231T235959Z";
const DAYS: &str = "must be days such as MO, or numbered ones such as 1MO or -1FR";
