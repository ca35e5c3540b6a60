//! The SQL of runs but what agents report, which `store` writes.

mod find;
mod many;
mod output;
mod overdue;
mod write;

pub use find::*;
pub use many::*;
pub use output::*;
pub use overdue::*;
pub use write::*;
