//! The time zone, by its name elsewhere: Windows has names of its own.

use std::sync::{Mutex, PoisonError};

use super::zone_names::name_of;
use crate::os::windows::registry_values::machine_text;

const KEY: &str = r"SYSTEM\CurrentControlSet\Control\TimeZoneInformation";

/// Windows' name and that of the IANA, as they were found last: the question is asked
/// often, and translating a name takes a while.
static KNOWN: Mutex<Option<(String, String)>> = Mutex::new(None);

/// IANA name of the machine's time zone; empty when it has none.
pub fn name() -> String {
    let windows_name = machine_text(KEY, "TimeZoneKeyName");
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((from, to)) = &*known
        && *from == windows_name
    {
        return to.clone();
    }
    // Windows knows the country too, and so the right one of several names; where that
    // part of Windows is missing, the table is good enough.
    let translated = iana_time_zone::get_timezone().ok().filter(|name| !name.is_empty());
    let name = translated.unwrap_or_else(|| name_of(&windows_name).to_owned());
    *known = Some((windows_name, name.clone()));
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_zone_has_the_same_name_again() {
        let first = name();
        assert_eq!(name(), first);
        assert!(first.is_empty() || first.parse::<muster_schedule::NamedZone>().is_ok(), "{first}");
    }
}
