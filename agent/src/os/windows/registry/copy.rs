//! A key renamed by copying it, where Windows has no function for that.

use std::ffi::OsStr;
use std::io;

use winreg::RegKey;
use winreg::enums::{KEY_ALL_ACCESS, REG_OPENED_EXISTING_KEY};

use super::key::{self, VIEW};
use super::names::{has_zero, shown};
use super::permissions::copy_permissions;
use super::tree;
use super::value;
use crate::os::Problem;

/// Copies a key and everything in it, with permissions, to another name in the same
/// key, and deletes the old one when the copy is complete. Otherwise the copy is
/// removed. Both names are in `parent`, whose path is `path`.
pub fn move_by_copying(
    parent: &RegKey,
    path: &str,
    from: &OsStr,
    to: &OsStr,
) -> Result<(), Problem> {
    let (old, new) = (format!("{path}\\{}", shown(from)), format!("{path}\\{}", shown(to)));
    let source = key::open_child(parent, from, tree::ACCESS);
    let source = source.map_err(|error| key::problem(&error, "delete", &old))?;
    tree::count(&source, &old)?;
    let created = parent.create_subkey_with_flags(to, KEY_ALL_ACCESS | VIEW);
    let (target, disposition) = created.map_err(|error| key::problem(&error, "create", &new))?;
    if disposition == REG_OPENED_EXISTING_KEY {
        return Err(Problem::failed(format!("the key {new} exists already")));
    }
    copy_or_remove(parent, (&source, &old), (target, &new), to)?;

    drop(source);
    let gone = tree::delete_child(parent, from, &old, &mut 0);
    // Part of the old key may be gone, so the copy is what must stay.
    gone.map_err(|problem| Problem::failed(format!("{problem}; {new} is complete")))
}

/// Fills a new key, whose path is `new`; removes it when that does not succeed.
fn copy_or_remove(
    parent: &RegKey,
    (source, old): (&RegKey, &str),
    (target, new): (RegKey, &str),
    name: &OsStr,
) -> Result<(), Problem> {
    let Err(problem) = copy_all(source, old, &target) else { return Ok(()) };
    drop(target);
    match tree::delete_child(parent, name, new, &mut 0) {
        Ok(()) => Err(problem),
        Err(other) => Err(Problem::failed(format!("{problem}; the copy is still there: {other}"))),
    }
}

fn copy_all(source: &RegKey, path: &str, target: &RegKey) -> Result<(), Problem> {
    let failed = |error: io::Error| key::problem(&error, "copy", &path);
    for entry in value::list(source).map_err(failed)? {
        if has_zero(&entry.name) {
            let reason = format!("the name of a value of {path} has a zero character in it");
            return Err(Problem::failed(reason));
        }
        let stored = value::read(source, &entry.name).map_err(failed)?;
        if let Some(stored) = stored {
            value::write(target, &entry.name, &stored).map_err(failed)?;
        }
    }
    for name in key::subkey_names(source).map_err(failed)? {
        let path = format!("{path}\\{}", shown(&name));
        let failed = |error: io::Error| key::problem(&error, "copy", &path);
        let child = key::open_child(source, &name, tree::ACCESS).map_err(failed)?;
        let copy = target.create_subkey_with_flags(&name, KEY_ALL_ACCESS | VIEW);
        copy_all(&child, &path, &copy.map_err(failed)?.0)?;
    }
    // Last: they may forget to let the agent write.
    copy_permissions(source, target).map_err(failed)
}

#[cfg(test)]
mod tests {
    use winreg::enums::KEY_READ;

    use super::super::tests::TestKey;
    use super::*;

    #[test]
    fn a_copy_that_fails_is_removed_and_the_original_stays() {
        let key = TestKey::new();
        let direct = key.direct();
        let source = direct.create_subkey("old").unwrap().0;
        source.set_value("v", &7_u32).unwrap();
        source.create_subkey("below").unwrap();
        direct.create_subkey("new").unwrap();
        // Nothing can be written through this handle.
        let target = direct.open_subkey_with_flags("new", KEY_READ).unwrap();
        let (old, new) = (key.below("old"), key.below("new"));
        let failed =
            copy_or_remove(&direct, (&source, &old), (target, &new), "new".as_ref()).unwrap_err();
        let expected = format!("Windows does not let the agent copy {old}: no access");
        assert_eq!(failed.to_string(), expected);
        assert!(key::is_missing(&direct.open_subkey("new").unwrap_err()));
        assert_eq!(source.get_value::<u32, _>("v").unwrap(), 7);
        assert!(source.open_subkey("below").is_ok());
    }
}
