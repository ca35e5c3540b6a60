//! Settings: one object that administrators change in the UI.

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
