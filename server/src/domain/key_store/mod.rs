//! The key store: values that scripts use as `{{global.name}}`, what may use
//! each of them, and the masks that keep secret ones out of stored output.

mod key;
mod mask_cache;
mod masks;
pub mod queries;

pub use key::{Code, Key, KeyLimits};
pub use mask_cache::{MaskCache, VERSION};
pub use masks::Masks;
