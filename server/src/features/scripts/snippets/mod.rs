//! Snippets: code that scripts insert by writing `{{name}}`.

mod create_snippet;
mod delete_snippet;
mod expand;
mod form;
mod inserted;
mod list_snippets;
mod read_snippet;
mod snippet;
mod update_snippet;

pub use create_snippet::*;
pub use delete_snippet::*;
pub use expand::{TooLong, expand_snippets, names_in};
pub use list_snippets::*;
pub use read_snippet::*;
pub use snippet::Snippet;
pub use update_snippet::*;
