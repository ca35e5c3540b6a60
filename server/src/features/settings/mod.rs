//! Settings: what administrators decide in the UI, one object.

mod check;
mod core_settings;
mod defaults;
mod fields;
mod form;
mod queries;

mod secrets;
mod show_settings;
mod stored;
#[cfg(test)]
mod tests;
mod twins;
mod update_settings;

pub use core_settings::CoreSettings;
pub use show_settings::*;
pub use stored::{ReadSettingsError, read_plain, read_settings};
pub use update_settings::*;
