//! The SQL of runs, except for reports from agents, which `store` writes.

mod abandoned;
mod find;
mod keys;
mod many;
mod output;
mod overdue;
mod revoked;
mod write;

pub use abandoned::*;
pub use find::*;
pub use keys::*;
pub use many::*;
pub use output::*;
pub use overdue::*;
pub use revoked::*;
pub use write::*;
