//! Single values of the registry. What is not there, or is of another kind, is none.

use winreg::enums::{KEY_READ, KEY_WOW64_64KEY};
use winreg::{HKLM, RegKey};

/// A key of the machine, as programs of 64 bits see it.
pub fn machine_key(path: &str) -> Option<RegKey> {
    HKLM.open_subkey_with_flags(path, KEY_READ | KEY_WOW64_64KEY).ok()
}

/// A text without what surrounds it; empty when there is none.
pub fn text(key: &RegKey, name: &str) -> String {
    let text: String = key.get_value(name).unwrap_or_default();
    // Some programs write what they had in memory after the end.
    text.split('\0').next().unwrap_or_default().trim().to_owned()
}

/// A number of 32 or 64 bits.
pub fn number(key: &RegKey, name: &str) -> Option<u64> {
    key.get_value::<u32, _>(name).map(u64::from).or_else(|_| key.get_value::<u64, _>(name)).ok()
}

/// The text of a value of the machine; empty when there is none.
pub fn machine_text(path: &str, name: &str) -> String {
    machine_key(path).map(|key| text(&key, name)).unwrap_or_default()
}

/// The names of the keys below one.
pub fn names_below(key: &RegKey) -> Vec<String> {
    key.enum_keys().filter_map(Result::ok).collect()
}

#[cfg(test)]
pub mod test_key {
    //! A key of a test, which is removed with it.

    use std::ops::Deref;

    use winreg::{HKCU, RegKey};

    /// An empty key.
    pub struct TestKey {
        path: String,
        key: RegKey,
    }

    impl TestKey {
        /// One for the test of this name.
        pub fn new(name: &str) -> Self {
            let path = format!(r"Software\Muster test {} {name}", std::process::id());
            let (key, _) = HKCU.create_subkey(&path).unwrap();
            Self { path, key }
        }
    }

    impl Deref for TestKey {
        type Target = RegKey;

        fn deref(&self) -> &RegKey {
            &self.key
        }
    }

    impl Drop for TestKey {
        fn drop(&mut self) {
            let _ = HKCU.delete_subkey_all(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::test_key::TestKey;
    use super::*;

    #[test]
    fn values_are_read_and_those_of_another_kind_are_none() {
        let key = TestKey::new("values");
        key.set_value("text", &" some text \0rest").unwrap();
        key.set_value("narrow", &7_u32).unwrap();
        key.set_value("wide", &5_000_000_000_u64).unwrap();
        assert_eq!((text(&key, "text").as_str(), text(&key, "narrow").as_str()), ("some text", ""));
        assert_eq!(number(&key, "narrow"), Some(7));
        assert_eq!(number(&key, "wide"), Some(5_000_000_000));
        assert_eq!((number(&key, "text"), number(&key, "none")), (None, None));
        key.create_subkey("below").unwrap();
        assert_eq!(names_below(&key), ["below"]);
    }

    #[test]
    fn this_machine_has_a_release_of_windows() {
        let path = r"SOFTWARE\Microsoft\Windows NT\CurrentVersion";
        assert!(!machine_text(path, "CurrentBuild").is_empty());
        assert!(machine_key(r"SOFTWARE\No such key").is_none());
    }
}
