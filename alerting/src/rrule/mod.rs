//! When a maintenance window is open: once, or repeated by a rule of RFC 5545.
//!
//! A window has the wall-clock time of its start in its zone. On a day whose clock
//! skips that time, it opens at the end of the gap; where the clock shows it twice,
//! at the first. Of its length, whole days are days of the calendar and the rest is
//! time that passes, as RFC 5545 has it: a window of a day ends at the same time of
//! the next, one of three hours lasts three hours.

mod dates;
mod parse;
mod problem;
mod recurrence;
#[cfg(test)]
mod tests;
mod values;
mod window;

pub use problem::Problem;
pub use recurrence::{DayRule, Frequency, Recurrence, Until};
pub use window::{Change, Occurrence, Window, WindowForm};
