//! The script library: scripts, their former bodies, snippets, placeholders.
//!
//! The right alone reads and runs scripts and snippets. Changing one that
//! belongs to clients outside the caller's scope (`domain/ownership`), or acts
//! there (see `usage`), is 403.

mod approval;
mod create_script;
mod delete_script;
mod download_script;
mod filename;
mod form;
mod library;
mod list_script_versions;
mod list_scripts;
mod placeholders;
mod queries;
mod read_script;
mod read_script_usage;
mod ready;
mod restore_script_version;
mod runnable;
mod script;
mod snippets;
#[cfg(test)]
mod tests;
mod update_script;
mod usage;
mod version;

pub use approval::*;
pub use create_script::*;
pub use delete_script::*;
pub use download_script::*;
pub use form::{LONGEST_BODY, SHELLS};
#[cfg(test)]
pub use library::install;
pub use library::install_library;
pub use list_script_versions::*;
pub use list_scripts::*;
pub use placeholders::{Filled, check_globals, fill, has_globals};
pub use read_script::*;
pub use read_script_usage::*;
pub use ready::{ReadyScript, find_or_add};
pub use restore_script_version::*;
pub use runnable::{NotRunnable, Runnable, find_runnable, list_runnable};
pub use snippets::*;
pub use update_script::*;
