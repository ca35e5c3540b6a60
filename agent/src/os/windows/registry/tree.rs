//! A key with everything in it: counted first, then deleted.

use std::ffi::OsStr;

use winreg::RegKey;
use winreg::enums::{DELETE, KEY_READ};

use super::key::{self, VIEW};
use super::names::{has_zero, shown};
use crate::os::Problem;

/// What a key is opened with before its tree is changed: whoever may not delete one
/// of the keys learns that before the first one is gone.
pub const ACCESS: u32 = KEY_READ | DELETE;

/// The most keys below one that is deleted or copied.
const MAX_SUBKEYS: u64 = 10_000;

/// How much is in a key.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Content {
    /// Keys below it, however deep.
    pub subkeys: u64,
    /// Values of it and of those.
    pub values: u64,
}

/// Counts what is in a key that was opened with [`ACCESS`]. Refuses trees that are too
/// large, that the agent may not delete, or from which a link leads elsewhere.
pub fn count(key: &RegKey, path: &str) -> Result<Content, Problem> {
    let mut count = Count { content: Content::default(), top: path, most: MAX_SUBKEYS };
    count.add(key, path)?;
    Ok(count.content)
}

struct Count<'a> {
    content: Content,
    /// The path of the key that is asked about.
    top: &'a str,
    most: u64,
}

impl Count<'_> {
    fn add(&mut self, key: &RegKey, path: &str) -> Result<(), Problem> {
        let failed = |error| key::problem(&error, "look into", &path);
        if key::is_link(key).map_err(failed)? {
            return Err(link(path));
        }
        let info = key.query_info().map_err(failed)?;
        self.content.values += u64::from(info.values);
        self.content.subkeys += u64::from(info.sub_keys);
        if self.content.subkeys > self.most {
            let Self { top, most, .. } = self;
            let reason = format!("more than {most} keys are below {top}: too many for one step");
            return Err(Problem::failed(reason));
        }
        for name in key::subkey_names(key).map_err(failed)? {
            let path = format!("{path}\\{}", shown(&name));
            if has_zero(&name) {
                return Err(unopenable(&path));
            }
            let child = key::open_child(key, &name, ACCESS);
            let child = child.map_err(|error| key::problem(&error, "delete", &path))?;
            self.add(&child, &path)?;
        }
        Ok(())
    }
}

/// Deletes a key within another, with everything in it, and counts the keys that are
/// gone. `path` is its own.
pub fn delete_child(
    parent: &RegKey,
    name: &OsStr,
    path: &str,
    deleted: &mut u64,
) -> Result<(), Problem> {
    let failed = |error| key::problem(&error, "delete", &path);
    if has_zero(name) {
        return Err(unopenable(path));
    }
    let key = key::open_child(parent, name, ACCESS).map_err(failed)?;
    if key::is_link(&key).map_err(failed)? {
        return Err(link(path));
    }
    for name in key::subkey_names(&key).map_err(failed)? {
        delete_child(&key, &name, &format!("{path}\\{}", shown(&name)), deleted)?;
    }
    drop(key);
    parent.delete_subkey_with_flags(name, VIEW).map_err(failed)?;
    *deleted += 1;
    Ok(())
}

fn link(path: &str) -> Problem {
    Problem::failed(format!("{path} is a link to another key: the agent leaves it as it is"))
}

/// What the system's own functions would take for another key.
fn unopenable(path: &str) -> Problem {
    Problem::failed(format!("the name of {path} has a zero character: Windows cannot open it"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::TestKey;
    use super::*;

    #[test]
    fn a_tree_has_at_most_so_many_keys() {
        let key = TestKey::new();
        key.direct().create_subkey("a\\b").unwrap().0.set_value("v", &7_u32).unwrap();
        let count = |most| {
            let mut count = Count { content: Content::default(), top: &key.path, most };
            count.add(&key.direct(), &key.path).map(|()| count.content)
        };
        assert_eq!(count(2), Ok(Content { subkeys: 2, values: 1 }));
        let problem = count(1).unwrap_err().to_string();
        assert!(problem.starts_with("more than 1 keys are below Computer\\HKEY_CUR"), "{problem}");
    }
}
