//! `{{agent.hostname}}` and the like: finding placeholders in a text, and their
//! values for an agent, a client or a site.
//!
//! How a value is written depends on where it goes, and is decided there.

mod braces;
mod known_names;
mod properties;
mod sources;
mod values;

pub use braces::{Fragment, fragments, global_names};
pub use known_names::known_names;
pub use sources::{
    NamedLocation, PlaceholderSources, location_values, placeholder_values, server_values,
};
#[cfg(test)]
pub use values::{GlobalValue, pick};
pub use values::{PlaceholderValue, PlaceholderValues};
