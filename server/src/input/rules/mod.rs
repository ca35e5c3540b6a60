//! What the fields of a request allow, found by reading one.
//!
//! A rule is written once, where its field is read: `.between(1..=86_400)`.
//! The description of the API needs the same rules, so a request type is read
//! several times over, as if callers had sent one thing or another, while a
//! [`Record`] notes what was asked of each field. Only the test that makes the
//! description does so.

#[cfg(test)]
mod argument;
#[cfg(test)]
mod explore;
mod record;
mod rule;

#[cfg(test)]
pub use argument::{Argument, RequestRules};
#[cfg(test)]
pub use explore::{Attempt, Rules};
pub use record::{Expected, Record};
pub use rule::Rule;
