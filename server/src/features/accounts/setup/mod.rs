//! The first start: one account, made with a code from the server's console.

mod prepare;
mod read_setup;
mod set_up;

pub use prepare::prepare_setup;
pub use read_setup::*;
pub use set_up::*;
