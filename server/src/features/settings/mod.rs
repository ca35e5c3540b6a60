//! Settings: what administrators decide in the UI, one object.

mod check;
mod fields;
mod form;
mod show_settings;
#[cfg(test)]
mod tests;
mod twins;
mod update_settings;

pub use show_settings::*;
pub use update_settings::*;
