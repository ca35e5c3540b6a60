//! The names of the owners of files.

use std::collections::HashMap;
use std::ffi::OsStr;

use nix::unistd::{Gid, Group, Uid, User};

use super::Folder;
use crate::os::file_facts::FileFacts;

/// More owners than this are looked up again: a disk may name millions.
const MAX_NAMES: usize = 4096;

/// Names that were looked up already: the directory may be slow.
#[derive(Debug, Default)]
pub struct AccountNames {
    users: HashMap<u32, String>,
    groups: HashMap<u32, String>,
}

impl AccountNames {
    /// The owner and the group of something in a folder: names, or numbers that have none.
    pub fn names_of(
        &mut self,
        _folder: &Folder,
        _name: &OsStr,
        facts: &FileFacts,
    ) -> (Option<String>, Option<String>) {
        let user = facts.user.map(|number| {
            look_up(&mut self.users, number, || {
                User::from_uid(Uid::from_raw(number)).ok().flatten().map(|user| user.name)
            })
        });
        let group = facts.group.map(|number| {
            look_up(&mut self.groups, number, || {
                Group::from_gid(Gid::from_raw(number)).ok().flatten().map(|group| group.name)
            })
        });
        (user, group)
    }
}

fn look_up(
    known: &mut HashMap<u32, String>,
    number: u32,
    find: impl FnOnce() -> Option<String>,
) -> String {
    if known.len() >= MAX_NAMES {
        known.clear();
    }
    known.entry(number).or_insert_with(|| find().unwrap_or_else(|| number.to_string())).clone()
}
