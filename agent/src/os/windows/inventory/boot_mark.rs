//! A mark that differs each time the machine starts.
//!
//! Every time that Windows tells moves when the clock is set. A key that is created as
//! volatile is kept in memory only: it is gone after the next start, and with it the
//! number that the agent wrote there.

use winreg::enums::{KEY_READ, KEY_SET_VALUE, KEY_WOW64_64KEY, REG_OPTION_VOLATILE};
use winreg::{HKLM, RegKey};

use crate::os::windows::registry_values::{machine_key, number, text};

/// What is below the key of Muster is volatile too.
const KEY: &str = r"SOFTWARE\Muster agent, this start";

const VALUE: &str = "Mark";

/// Where Windows counts its starts, for itself, on most machines.
const COUNTER: &str =
    r"SYSTEM\CurrentControlSet\Control\Session Manager\Memory Management\PrefetchParameters";

/// The mark of this start; empty when it is not known.
///
/// Only an administrator can make one; others read it.
pub fn read() -> String {
    read_or_create(HKLM, KEY).or_else(start_number).unwrap_or_default()
}

/// Removes the mark, with the agent. One that cannot be removed goes with the next start.
pub fn forget() {
    let _ = HKLM.delete_subkey_with_flags(KEY, KEY_WOW64_64KEY);
}

fn read_or_create(root: &RegKey, path: &str) -> Option<String> {
    let known = root.open_subkey_with_flags(path, KEY_READ | KEY_WOW64_64KEY);
    let known = known.map(|key| text(&key, VALUE)).unwrap_or_default();
    if !known.is_empty() {
        return Some(known);
    }
    let rights = KEY_READ | KEY_SET_VALUE | KEY_WOW64_64KEY;
    let (key, _) = root.create_subkey_with_options_flags(path, REG_OPTION_VOLATILE, rights).ok()?;
    let mark = format!("{:032x}", rand::random::<u128>());
    key.set_value(VALUE, &mark).ok()?;
    Some(mark)
}

fn start_number() -> Option<String> {
    let number = number(&machine_key(COUNTER)?, "BootId")?;
    Some(format!("start {number}"))
}

#[cfg(test)]
mod tests {
    use winreg::HKCU;

    use super::*;

    #[test]
    fn the_mark_stays_until_its_key_is_gone() {
        let path = format!(r"Software\Muster test {} mark", std::process::id());
        let first = read_or_create(HKCU, &path).unwrap();
        assert_eq!(first.len(), 32);
        assert_eq!(read_or_create(HKCU, &path).as_ref(), Some(&first));
        // What a start of the machine does.
        HKCU.delete_subkey(&path).unwrap();
        let second = read_or_create(HKCU, &path).unwrap();
        HKCU.delete_subkey(&path).unwrap();
        assert_ne!(second, first);
    }
}
