//! A page of a key: its subkeys and its values.

use std::ffi::{OsStr, OsString};
use std::io;

use muster_protocol::{
    MAX_REGISTRY_PAGE, ReadRegistry, RegistryData, RegistryKey, RegistrySubkey, RegistryValue,
};
use winreg::RegKey;
use winreg::enums::{KEY_QUERY_VALUE, KEY_READ};

use super::data::{self, Stored};
use super::key::{self, VIEW};
use super::names::{has_zero, shown, sort_by_name};
use super::path::{COMPUTER, Hive, KeyPath};
use super::value::{self, Entry, MAX_READ_BYTES};
use crate::os::Problem;

/// The most bytes of one value in a page.
const VALUE_BYTES: usize = 64 * 1024;

/// The most bytes of all values in a page, names included: with the longest names
/// of [`MAX_REGISTRY_PAGE`] subkeys they fit into an answer even when nothing can be
/// compressed. Only the names of values can be longer than that, with thousands of
/// letters each: then the answer is refused as too large, and a smaller page is not.
const PAGE_BYTES: usize = 400 * 1024;

const WHOSE_USER: &str = "HKEY_CURRENT_USER belongs to the account that the agent runs as, not \
                          to the user who is logged in: the keys of users are in HKEY_USERS";

/// Reads a page of a key, or of the hives.
pub fn read_key(request: &ReadRegistry) -> Result<RegistryKey, Problem> {
    let (offset, limit) = (request.offset, request.limit.min(MAX_REGISTRY_PAGE));
    match KeyPath::parse(&request.path)? {
        Some(path) => {
            read_page(&path, offset, limit).map_err(|error| key::problem(&error, "read", &path))
        }
        None => Ok(hives(offset, limit)),
    }
}

fn read_page(path: &KeyPath, offset: u64, limit: u64) -> io::Result<RegistryKey> {
    let key = key::open(path, KEY_READ)?;
    let mut names = key::subkey_names(&key)?;
    sort_by_name(&mut names, |name| name);
    let mut entries = value::list(&key)?;
    sort_by_name(&mut entries, |entry| &entry.name);

    let subkeys = page(&names, offset, limit).iter().map(|name| read_subkey(&key, name));
    let note = if path.hive == Hive::CurrentUser { WHOSE_USER } else { "" };
    Ok(RegistryKey {
        path: path.to_string(),
        note: note.to_owned(),
        subkeys: subkeys.collect(),
        values: read_values(&key, page(&entries, offset, limit))?,
        subkey_count: names.len() as u64,
        value_count: entries.len() as u64,
        has_more: has_more(names.len().max(entries.len()), offset, limit),
    })
}

fn hives(offset: u64, limit: u64) -> RegistryKey {
    let hives = page(&Hive::ALL, offset, limit).iter();
    let subkey = |hive: &Hive| RegistrySubkey { name: hive.name().to_owned(), has_subkeys: true };
    RegistryKey {
        path: COMPUTER.to_owned(),
        note: WHOSE_USER.to_owned(),
        subkeys: hives.map(subkey).collect(),
        subkey_count: Hive::ALL.len() as u64,
        has_more: has_more(Hive::ALL.len(), offset, limit),
        ..RegistryKey::default()
    }
}

fn page<T>(all: &[T], offset: u64, limit: u64) -> &[T] {
    let position = |at: u64| usize::try_from(at).unwrap_or(usize::MAX).min(all.len());
    &all[position(offset)..position(offset.saturating_add(limit))]
}

fn has_more(count: usize, offset: u64, limit: u64) -> bool {
    count as u64 > offset.saturating_add(limit)
}

/// Only the subkeys of the page are opened.
fn read_subkey(key: &RegKey, name: &OsString) -> RegistrySubkey {
    let open = || key.open_subkey_with_flags(name, KEY_QUERY_VALUE | VIEW);
    let has_subkeys = match (!has_zero(name)).then(|| open()?.query_info()) {
        Some(Ok(info)) => info.sub_keys > 0,
        Some(Err(error)) => !key::is_missing(&error),
        None => false,
    };
    RegistrySubkey { name: shown(name), has_subkeys }
}

/// Each value gets an equal share of the room, and what others before it left.
fn read_values(key: &RegKey, entries: &[Entry]) -> io::Result<Vec<RegistryValue>> {
    let (mut room, mut values) = (PAGE_BYTES, Vec::new());
    for (index, entry) in entries.iter().enumerate() {
        let share = room / (entries.len() - index);
        if let Some(value) = read_value(key, entry, share.min(VALUE_BYTES))? {
            room = room.saturating_sub(value.name.len() + data::length(&value.data));
            values.push(value);
        }
    }
    Ok(values)
}

/// None when it was deleted in the meantime.
fn read_value(key: &RegKey, entry: &Entry, limit: usize) -> io::Result<Option<RegistryValue>> {
    if has_zero(&entry.name) || entry.size > MAX_READ_BYTES {
        let data = RegistryData::Raw { kind: entry.kind, bytes: Vec::new() };
        let (name, size) = (shown(&entry.name), entry.size as u64);
        return Ok(Some(RegistryValue { name, data, size, truncated: true }));
    }
    Ok(value::read(key, &entry.name)?.map(|stored| show(&entry.name, &stored, limit)))
}

/// A value as an answer has it, with so many bytes of its data.
pub fn show(name: &OsStr, stored: &Stored, limit: usize) -> RegistryValue {
    let (data, has_more) = data::decode(stored);
    let (data, is_cut) = data::cut(data, limit);
    let (name, size) = (shown(name), stored.bytes.len() as u64);
    RegistryValue { name, data, size, truncated: has_more || is_cut }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_follow_each_other_without_gaps() {
        let all: Vec<u64> = (0..25).collect();
        let pages: Vec<&[u64]> = (0..4).map(|number| page(&all, number * 10, 10)).collect();
        assert_eq!(pages.concat(), all);
        assert_eq!(pages.last().unwrap().len(), 0);
        assert_eq!(page(&all, u64::MAX, u64::MAX).len(), 0);
        let more = [0, 10, 15, 20, u64::MAX].map(|offset| has_more(25, offset, 10));
        assert_eq!(more, [true, true, false, false, false]);
    }

    #[test]
    fn the_computer_has_its_hives_and_says_whose_the_current_user_is() {
        let request = |path: &str| ReadRegistry { path: path.to_owned(), offset: 1, limit: 2 };
        let page = read_key(&request("computer")).unwrap();
        let names: Vec<&str> = page.subkeys.iter().map(|subkey| subkey.name.as_str()).collect();
        assert_eq!(names, ["HKEY_CURRENT_CONFIG", "HKEY_CURRENT_USER"]);
        assert_eq!((page.path.as_str(), page.subkey_count, page.has_more), ("Computer", 5, true));
        assert!(page.note.contains("the account that the agent runs as"));
        assert_eq!(read_key(&request("hkcu")).unwrap().note, page.note);
        assert_eq!(read_key(&request("hklm")).unwrap().note, "");
    }
}
