//! Saved views: tables as people arranged them, private or shared.

mod create_view;
mod delete_view;
mod form;
mod list_views;
mod queries;
#[cfg(test)]
mod tests;
mod update_view;
mod view;

pub use create_view::*;
pub use delete_view::*;
pub use list_views::*;
pub use update_view::*;
