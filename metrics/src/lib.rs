//! What agents measure: which metrics there are, and how their points are packed,
//! merged and thinned.
//!
//! The agent packs, the server stores and reads, and the simulation makes up, all
//! by the same functions. Everything here is pure: no clock, no files, no waiting.
//!
//! A [`Block`] has the points of one agent over some time, as whole numbers of
//! steps that are as fine as a chart needs ([`Metric::step_of`]). As bytes it takes
//! about one for each point of a noisy series and next to nothing for a constant.

mod block;
mod coding;
mod combine;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod hours;
mod key;
mod metric;
mod minute;
mod quantise;
#[cfg(test)]
mod tests;
mod thin;

pub use block::{Block, BlockError, points_of};
pub use coding::{DecodeError, Limits};
pub use hours::by_the_hour;
pub use key::{Aspect, SeriesKey};
pub use metric::{Metric, Unit};
pub use minute::{Minute, Step};
pub use thin::{Columns, Thinned, thin};
