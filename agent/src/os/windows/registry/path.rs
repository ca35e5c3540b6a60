//! Which key is meant: the text of a path, read and written.

use std::fmt;

use muster_protocol::MAX_REGISTRY_KEY_NAME;

use super::names::{same_name, utf16_length};
use crate::os::Problem;

/// What is above all hives.
pub const COMPUTER: &str = "Computer";

/// How deep Windows lets keys be.
const MAX_DEPTH: usize = 512;

/// A root of the registry, as people know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hive {
    ClassesRoot,
    CurrentConfig,
    CurrentUser,
    LocalMachine,
    Users,
}

impl Hive {
    /// All of them, sorted by name.
    pub const ALL: [Self; 5] = [
        Self::ClassesRoot,
        Self::CurrentConfig,
        Self::CurrentUser,
        Self::LocalMachine,
        Self::Users,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::ClassesRoot => "HKEY_CLASSES_ROOT",
            Self::CurrentConfig => "HKEY_CURRENT_CONFIG",
            Self::CurrentUser => "HKEY_CURRENT_USER",
            Self::LocalMachine => "HKEY_LOCAL_MACHINE",
            Self::Users => "HKEY_USERS",
        }
    }

    fn short_name(self) -> &'static str {
        match self {
            Self::ClassesRoot => "HKCR",
            Self::CurrentConfig => "HKCC",
            Self::CurrentUser => "HKCU",
            Self::LocalMachine => "HKLM",
            Self::Users => "HKU",
        }
    }

    fn find(text: &str) -> Option<Self> {
        let is_meant = |hive: &Self| {
            text.eq_ignore_ascii_case(hive.name()) || text.eq_ignore_ascii_case(hive.short_name())
        };
        Self::ALL.into_iter().find(is_meant)
    }
}

/// The path of a key. It is written in full: `Computer\HKEY_LOCAL_MACHINE\SOFTWARE`.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyPath {
    pub hive: Hive,
    names: Vec<String>,
}

impl KeyPath {
    /// Reads a path; none for `Computer` itself.
    pub fn parse(text: &str) -> Result<Option<Self>, Problem> {
        let text = text.strip_suffix('\\').unwrap_or(text);
        let mut parts = text.split('\\').peekable();
        if parts.next_if(|part| part.eq_ignore_ascii_case(COMPUTER)).is_some()
            && parts.peek().is_none()
        {
            return Ok(None);
        }
        let first = parts.next().unwrap_or_default();
        let Some(hive) = Hive::find(first) else { return Err(unknown_hive(first)) };
        let names: Vec<String> = parts.map(str::to_owned).collect();
        if names.len() > MAX_DEPTH {
            let reason = format!("the path has more than {MAX_DEPTH} keys, and Windows no deeper");
            return Err(Problem::failed(reason));
        }
        names.iter().try_for_each(|name| check_name(name))?;
        Ok(Some(Self { hive, names }))
    }

    /// Reads the path of a key, which `Computer` is not.
    pub fn parse_key(text: &str) -> Result<Self, Problem> {
        let reason = || Problem::failed("Computer holds the hives, and is not a key itself");
        Self::parse(text)?.ok_or_else(reason)
    }

    /// The names of the keys below the hive.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The key itself and the one it is in, if it is not a hive that Windows keeps:
    /// these can be neither created, deleted nor renamed.
    pub fn split(&self, verb: &str) -> Result<(Self, &str), Problem> {
        let Some((name, above)) = self.names.split_last() else {
            return Err(Problem::failed(format!("{self} is a hive: it cannot be {verb}")));
        };
        if above.is_empty() && matches!(self.hive, Hive::LocalMachine | Hive::Users) {
            let hive = self.hive.name();
            let reason = format!("directly below {hive} are hives only: {self} cannot be {verb}");
            return Err(Problem::failed(reason));
        }
        Ok((Self { hive: self.hive, names: above.to_vec() }, name))
    }

    /// Whether both lead to the same key, whatever the case.
    pub fn is_same(&self, other: &Self) -> bool {
        let mut pairs = self.names.iter().zip(&other.names);
        self.hive == other.hive
            && self.names.len() == other.names.len()
            && pairs.all(|(one, other)| same_name(one.as_ref(), other.as_ref()))
    }
}

impl fmt::Display for KeyPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{COMPUTER}\\{}", self.hive.name())?;
        self.names.iter().try_for_each(|name| write!(f, "\\{name}"))
    }
}

fn unknown_hive(text: &str) -> Problem {
    let start: String = text.chars().take(40).collect();
    Problem::failed(format!(
        "the path begins with \"{start}\", which is not a hive: HKEY_LOCAL_MACHINE, HKEY_USERS, \
         HKEY_CLASSES_ROOT, HKEY_CURRENT_USER and HKEY_CURRENT_CONFIG are"
    ))
}

fn check_name(name: &str) -> Result<(), Problem> {
    if name.is_empty() {
        return Err(Problem::failed("the path has a key without a name: two \\ in a row"));
    }
    if name.contains('\0') {
        return Err(Problem::failed("the path has a zero character, which ends a name in Windows"));
    }
    if utf16_length(name) > MAX_REGISTRY_KEY_NAME {
        let start: String = name.chars().take(40).collect();
        return Err(Problem::failed(format!(
            "the name {start}… has more than {MAX_REGISTRY_KEY_NAME} characters, and that of a \
             key may not"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<String, String> {
        match KeyPath::parse(text) {
            Ok(Some(path)) => Ok(path.to_string()),
            Ok(None) => Ok(COMPUTER.to_owned()),
            Err(problem) => Err(problem.to_string()),
        }
    }

    #[test]
    fn paths_are_read_in_every_usual_form() {
        let software = Ok("Computer\\HKEY_LOCAL_MACHINE\\SOFTWARE".to_owned());
        assert_eq!(parse("Computer\\HKEY_LOCAL_MACHINE\\SOFTWARE"), software);
        assert_eq!(parse("computer\\hklm\\SOFTWARE\\"), software);
        assert_eq!(parse("hkey_local_machine\\SOFTWARE"), software);
        assert_eq!(parse("HKLM\\SOFTWARE"), software);
        assert_eq!(parse("COMPUTER"), Ok(COMPUTER.to_owned()));
        assert_eq!(parse("Computer\\"), Ok(COMPUTER.to_owned()));
        assert_eq!(parse("hku"), Ok("Computer\\HKEY_USERS".to_owned()));
        // Names may hold what separates elsewhere, and spaces at their ends.
        assert_eq!(parse("HKCR\\a/b\\ c "), Ok("Computer\\HKEY_CLASSES_ROOT\\a/b\\ c ".to_owned()));
        assert_eq!(parse("HKCC\\computer"), Ok("Computer\\HKEY_CURRENT_CONFIG\\computer".into()));
    }

    #[test]
    fn what_is_not_a_path_is_refused_in_a_sentence() {
        for text in ["", "\\HKLM", "SOFTWARE\\a", "HKLM/SOFTWARE", "HKEY_PERFORMANCE_DATA"] {
            assert!(parse(text).unwrap_err().contains("which is not a hive"), "{text}");
        }
        assert!(parse("HKLM\\a\\\\b").unwrap_err().contains("without a name"));
        assert!(parse("HKLM\\a\0b").unwrap_err().contains("zero character"));
        assert!(parse(&"HKLM\\a".repeat(600)).unwrap_err().contains("more than 512 keys"));
        assert!(KeyPath::parse_key("Computer").unwrap_err().to_string().contains("not a key"));
    }

    #[test]
    fn a_name_has_as_many_characters_as_windows_allows() {
        let longest = format!("HKLM\\{}", "ä".repeat(255));
        assert!(parse(&longest).is_ok());
        assert!(parse(&format!("{longest}b")).unwrap_err().contains("more than 255 characters"));
        // Windows counts UTF-16 units.
        assert!(parse(&format!("HKLM\\{}", "😀".repeat(128))).is_err());
    }

    #[test]
    fn hives_are_left_as_they_are() {
        let split = |text: &str| -> Result<(String, String), String> {
            let path = KeyPath::parse_key(text).unwrap();
            let parts = path.split("deleted").map_err(|problem| problem.to_string());
            parts.map(|(parent, name)| (parent.to_string(), name.to_owned()))
        };
        for hive in Hive::ALL {
            assert!(split(hive.name()).unwrap_err().ends_with("is a hive: it cannot be deleted"));
        }
        for text in ["HKLM\\software", "hkey_users\\.DEFAULT"] {
            assert!(split(text).unwrap_err().contains("are hives only"), "{text}");
        }
        let parts = ("Computer\\HKEY_LOCAL_MACHINE\\SOFTWARE".to_owned(), "a".to_owned());
        assert_eq!(split("HKLM\\SOFTWARE\\a"), Ok(parts));
        assert_eq!(split("HKCR\\.txt").unwrap().1, ".txt");
    }
}
