//! `{{agent.hostname}}` in arguments and environment values of a run.
//!
//! **A value can never become code.** Arguments and environment entries travel
//! as lists and reach the process as a list, never through a shell: a value
//! with quotes, semicolons or braces stays one argument, so no quoting is
//! applied and none is needed. Values are filled in once; braces inside a value
//! are not expanded again. Script bodies take snippets only, no placeholders.

mod fill;
mod globals;

pub use fill::{Filled, fill};
pub use globals::{check_globals, has_globals};
