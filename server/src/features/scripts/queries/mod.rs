//! All SQL of the script library.

mod approval;
mod library;
mod rows;
mod scripts;
mod snippets;
mod versions;

pub use approval::{Mark, clear_mark, find_mark, lock_scripts, store_mark};
use approval::{read_authors, read_content};
pub use library::{InstalledScript, list_installed, lock_library, mark_builtin, retire};
pub use scripts::{
    Filter, delete_script, find_same, find_script, insert_script, list_scripts,
    list_scripts_by_key, lock_script, script_exists, update_script,
};
pub use snippets::{
    ScriptWithBraces, delete_snippet, find_snippet, insert_snippet, list_scripts_with_braces,
    list_snippet_names, list_snippets, refusal, snippet_name_taken, update_snippet,
};
use versions::store_version;
pub use versions::{find_version, list_versions};
