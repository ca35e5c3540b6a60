//! Orders of the server: each is carried out once, and its outcome is kept
//! until the server has it.
//!
//! A new kind of order is one entry in `table.rs`, and the function it names.

mod receive;
mod table;
mod work;

pub use receive::{Receipt, receive};
pub use table::{install_updates, names, run_task_actions};
pub use work::RunWork;
