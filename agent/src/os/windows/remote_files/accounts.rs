//! The names of the owners of files: not known here yet.

use std::ffi::OsStr;

use super::Folder;
use crate::os::file_facts::FileFacts;

/// Names that were looked up already.
#[derive(Debug, Default)]
pub struct AccountNames {}

impl AccountNames {
    /// The owner and the group of something in a folder.
    pub fn names_of(
        &mut self,
        _folder: &Folder,
        _name: &OsStr,
        _facts: &FileFacts,
    ) -> (Option<String>, Option<String>) {
        (None, None)
    }
}
