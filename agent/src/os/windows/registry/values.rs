//! Creating, changing, deleting and renaming values.

use std::io;

use muster_protocol::{
    DeleteRegistryValue, MAX_REGISTRY_DATA_BYTES, RegistryValue, RegistryValueChange,
    RenameRegistryValue, SetRegistryValue,
};
use winreg::RegKey;
use winreg::enums::{KEY_QUERY_VALUE, KEY_SET_VALUE};

use super::data::{self, Stored};
use super::key;
use super::listing::show;
use super::names::{check_value_name, same_name, value_label};
use super::path::KeyPath;
use super::value;
use crate::os::Problem;

/// The most bytes of a value in the answer to a change: the old and the new one fit.
const SHOWN_BYTES: usize = 256 * 1024;

/// Creates a value that does not exist, or changes one that does.
pub fn set(request: &SetRegistryValue) -> Result<RegistryValueChange, Problem> {
    check_value_name(&request.name)?;
    let stored = data::encode(&request.data)?;
    let key = Values::open(&request.path)?;
    let name = request.name.as_str();
    let old = match (request.must_exist, key.read(name)?) {
        (true, None) => return Err(key.missing(name)),
        (false, Some(_)) => return Err(key.exists(name)),
        (_, old) => old,
    };
    key.write(name, &stored)?;
    let new = key.read(name)?;
    Ok(key.change((name, old), (name, new)))
}

/// Deletes a value.
pub fn delete(request: &DeleteRegistryValue) -> Result<RegistryValueChange, Problem> {
    check_value_name(&request.name)?;
    let key = Values::open(&request.path)?;
    let name = request.name.as_str();
    let old = key.read(name)?.ok_or_else(|| key.missing(name))?;
    key.delete(name)?;
    Ok(key.change((name, Some(old)), (name, None)))
}

/// Renames a value. No other one has the new name before.
pub fn rename(request: &RenameRegistryValue) -> Result<RegistryValueChange, Problem> {
    check_value_name(&request.name)?;
    check_value_name(&request.new_name)?;
    let key = Values::open(&request.path)?;
    let (from, to) = (request.name.as_str(), request.new_name.as_str());
    if from.is_empty() || to.is_empty() {
        let reason = "the default value of a key has no name, and cannot be renamed";
        return Err(Problem::failed(reason));
    }
    let stored = key.read(from)?.ok_or_else(|| key.missing(from))?;
    if stored.bytes.len() > MAX_REGISTRY_DATA_BYTES {
        let label = value_label(from);
        let reason = format!("{label} has more than {MAX_REGISTRY_DATA_BYTES} bytes");
        return Err(Problem::failed(reason));
    }
    if same_name(from.as_ref(), to.as_ref()) {
        key.rename_case(from, to, &stored)?;
    } else if key.read(to)?.is_some() {
        return Err(key.exists(to));
    } else {
        key.rename(from, to, &stored)?;
    }
    Ok(key.change((from, Some(stored.clone())), (to, Some(stored))))
}

/// A key whose values are changed.
struct Values {
    key: RegKey,
    path: KeyPath,
}

impl Values {
    fn open(path: &str) -> Result<Self, Problem> {
        let path = KeyPath::parse_key(path)?;
        let key = key::open(&path, KEY_QUERY_VALUE | KEY_SET_VALUE);
        let key = key.map_err(|error| key::problem(&error, "change", &path))?;
        Ok(Self { key, path })
    }

    fn read(&self, name: &str) -> Result<Option<Stored>, Problem> {
        let read = value::read(&self.key, name.as_ref());
        read.map_err(|error| self.failed(&error, "read", name))
    }

    fn write(&self, name: &str, stored: &Stored) -> Result<(), Problem> {
        let written = value::write(&self.key, name.as_ref(), stored);
        written.map_err(|error| self.failed(&error, "write", name))
    }

    fn delete(&self, name: &str) -> Result<(), Problem> {
        let deleted = self.key.delete_value(name);
        deleted.map_err(|error| self.failed(&error, "delete", name))
    }

    /// Writes the value under the new name, and deletes the old one when the new one
    /// is there. Otherwise the new one is removed.
    fn rename(&self, from: &str, to: &str, stored: &Stored) -> Result<(), Problem> {
        self.write(to, stored)?;
        let is_same = self.read(to).map(|written| written.as_ref() == Some(stored));
        let renamed = match is_same {
            Ok(true) => self.delete(from),
            Ok(false) => {
                let label = value_label(to);
                Err(Problem::failed(format!("{label} is not what was written: it is removed")))
            }
            Err(problem) => Err(problem),
        };
        if renamed.is_err() {
            // What went wrong first is what the caller learns.
            let _ = self.delete(to);
        }
        renamed
    }

    /// Renames by way of a third name: to Windows, the new one exists already.
    fn rename_case(&self, from: &str, to: &str, stored: &Stored) -> Result<(), Problem> {
        let between = self.free_name()?;
        self.rename(from, &between, stored)?;
        let Err(problem) = self.rename(&between, to, stored) else { return Ok(()) };
        match self.rename(&between, from, stored) {
            Ok(()) => Err(problem),
            Err(_) => {
                let reason = format!("{problem}; the value is called {between} now");
                Err(Problem::failed(reason))
            }
        }
    }

    fn free_name(&self) -> Result<String, Problem> {
        for number in 1..100 {
            let name = format!("Muster rename {number}");
            if self.read(&name)?.is_none() {
                return Ok(name);
            }
        }
        let reason = format!("renames that were interrupted left values behind in {}", self.path);
        Err(Problem::failed(reason))
    }

    fn change(
        &self,
        (old_name, old): (&str, Option<Stored>),
        (new_name, new): (&str, Option<Stored>),
    ) -> RegistryValueChange {
        let shown = |name: &str, stored: Option<Stored>| -> Option<RegistryValue> {
            stored.map(|stored| show(name.as_ref(), &stored, SHOWN_BYTES))
        };
        let path = self.path.to_string();
        RegistryValueChange { path, old: shown(old_name, old), new: shown(new_name, new) }
    }

    fn missing(&self, name: &str) -> Problem {
        Problem::failed(format!("{} does not exist in {}", value_label(name), self.path))
    }

    fn exists(&self, name: &str) -> Problem {
        Problem::failed(format!("{} exists already in {}", value_label(name), self.path))
    }

    fn failed(&self, error: &io::Error, verb: &str, name: &str) -> Problem {
        let value = format!("{} of {}", value_label(name), self.path);
        match key::is_missing(error) {
            true => self.missing(name),
            false => key::problem(error, verb, &value),
        }
    }
}
