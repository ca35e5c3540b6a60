//! The key store: values that scripts use as `{{global.name}}`, and what may use
//! each of them.

mod key;
pub mod queries;

pub use key::{Code, Key, KeyLimits};
