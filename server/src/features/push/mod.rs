//! Notifications in one's own browsers: subscribe, list, change, remove, try out.

mod create_push;
mod delete_push;
mod form;
mod read_push;
mod test_push;
#[cfg(test)]
mod tests;
mod update_push;

pub use create_push::*;
pub use delete_push::*;
pub use read_push::*;
pub use test_push::*;
pub use update_push::*;
