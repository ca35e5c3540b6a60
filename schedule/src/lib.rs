//! When a task runs: calendar rules that the server shows and the agent keeps.
//!
//! One [`Rule`] has the same runs on both sides, so what a person reads is
//! what an agent does while the server is away. Everything here is a pure
//! function: the present moment, the agent's zone and the seed of a random
//! delay are arguments. No call waits, loops with the distance of its answer or
//! panics, whatever the rule says.
//!
//! A rule keeps the wall-clock time of its start in its zone. On a day whose
//! clock skips that time, the run is at the end of the gap; where the clock
//! shows it twice, at the first.

mod calendar;
mod dates;
mod delay;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod months;
mod named_zone;
mod parse;
mod rule;
mod runs;
mod seconds;
mod sentence;
#[cfg(test)]
mod tests;
mod validate;
mod wall_clock;
mod words;
mod zone;

pub use delay::delay;
pub use named_zone::{NamedZone, UnknownZone, ZoneOffset};
pub use parse::{days_mask, months_mask, parse_duration, weekdays_mask, weeks_mask};
pub use rule::{InstancePolicy, Kind, Repetition, Rule};
pub use runs::{expires_at, next_after, previous_or_at, upcoming};
pub use sentence::sentence;
pub use validate::{Problem, repetition, validate};
pub use wall_clock::{first_instant, wall_time};
pub use zone::Zone;
