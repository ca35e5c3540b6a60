//! Which key is meant: the text of a path, read before an agent is asked.

use std::fmt;

use muster_protocol::MAX_REGISTRY_KEY_NAME;

use crate::input::Fields;

/// What is above all hives.
const COMPUTER: &str = "Computer";

/// How deep Windows lets keys be.
const MAX_DEPTH: usize = 512;

/// The hives, by their names and short names.
const HIVES: [(&str, &str); 5] = [
    ("HKEY_LOCAL_MACHINE", "HKLM"),
    ("HKEY_USERS", "HKU"),
    ("HKEY_CLASSES_ROOT", "HKCR"),
    ("HKEY_CURRENT_USER", "HKCU"),
    ("HKEY_CURRENT_CONFIG", "HKCC"),
];

/// Hives that hold nothing but hives, which Windows keeps.
const OF_HIVES: [&str; 2] = ["HKEY_LOCAL_MACHINE", "HKEY_USERS"];

/// The path of a key, or `Computer`. It is written in full:
/// `Computer\HKEY_LOCAL_MACHINE\SOFTWARE`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyPath {
    /// None for `Computer`.
    hive: Option<&'static str>,
    names: Vec<String>,
}

impl KeyPath {
    /// Reads a path; the problem is a fragment of a sentence.
    fn parse(text: &str) -> Result<Self, String> {
        let text = text.strip_suffix('\\').unwrap_or(text);
        let mut parts = text.split('\\').peekable();
        let begins = parts.next_if(|part| part.eq_ignore_ascii_case(COMPUTER)).is_some();
        if begins && parts.peek().is_none() {
            return Ok(Self::default());
        }
        let first = parts.next().unwrap_or_default();
        let is_meant = |(name, short): &(&str, &str)| {
            first.eq_ignore_ascii_case(name) || first.eq_ignore_ascii_case(short)
        };
        let Some((hive, _)) = HIVES.into_iter().find(is_meant) else {
            let names = HIVES.map(|(name, _)| name).join(", ");
            return Err(format!("must begin with Computer or with one of the hives {names}"));
        };
        let names: Vec<String> = parts.map(str::to_owned).collect();
        match () {
            () if names.iter().any(String::is_empty) => {
                Err("has a key without a name: two \\ in a row".to_owned())
            }
            () if names.len() > MAX_DEPTH => Err(format!("must have at most {MAX_DEPTH} keys")),
            () if names.iter().any(|name| is_too_long(name)) => Err(format!(
                "must have at most {MAX_REGISTRY_KEY_NAME} characters in the name of each key"
            )),
            () => Ok(Self { hive: Some(hive), names }),
        }
    }

    /// The key in this one with the name that an agent reported; none for a name that
    /// no key can have.
    pub fn child(&self, name: &str) -> Option<Self> {
        let is_possible = !name.is_empty() && !name.contains(['\\', '\0']) && !is_too_long(name);
        if !is_possible || self.names.len() >= MAX_DEPTH {
            return None;
        }
        let mut names = self.names.clone();
        names.push(name.to_owned());
        Some(Self { hive: self.hive, names })
    }

    /// Whether both are in the same key, whatever the case.
    pub fn is_beside(&self, other: &Self) -> bool {
        let parent = |path: &Self| {
            let above = path.names.split_last().map_or(&[][..], |(_, above)| above);
            above.iter().map(|name| name.to_lowercase()).collect::<Vec<_>>()
        };
        self.hive == other.hive && parent(self) == parent(other)
    }

    /// Why the key cannot be created, deleted or renamed, if it is one that Windows
    /// keeps.
    fn reason_to_stay(&self) -> Option<&'static str> {
        match (self.hive, self.names.len()) {
            (_, 0) => Some("is a hive, which cannot be created, deleted or renamed"),
            (Some(hive), 1) if OF_HIVES.contains(&hive) => Some(
                "is directly below HKEY_LOCAL_MACHINE or HKEY_USERS, where only hives are, which \
                 cannot be created, deleted or renamed",
            ),
            _ => None,
        }
    }
}

impl fmt::Display for KeyPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(COMPUTER)?;
        self.hive.iter().try_for_each(|hive| write!(f, "\\{hive}"))?;
        self.names.iter().try_for_each(|name| write!(f, "\\{name}"))
    }
}

fn is_too_long(name: &str) -> bool {
    name.encode_utf16().count() > MAX_REGISTRY_KEY_NAME
}

/// A field with the path of a key or `Computer`, which it is if it is not sent.
pub fn any_key(fields: &Fields<'_>, name: &str) -> KeyPath {
    let text = fields.text(name).or(COMPUTER.to_owned());
    parsed(fields, name, &text)
}

/// A field with the path of a key, for what is in it.
pub fn key(fields: &Fields<'_>, name: &str) -> KeyPath {
    let Some(path) = required(fields, name) else { return KeyPath::default() };
    if path.hive.is_none() {
        fields.problem(name, "must be a key: Computer only holds the hives");
    }
    path
}

/// A field with the path of a key that is to be created, deleted or renamed.
pub fn key_to_change(fields: &Fields<'_>, name: &str) -> KeyPath {
    let Some(path) = required(fields, name) else { return KeyPath::default() };
    if let Some(reason) = path.reason_to_stay() {
        fields.problem(name, reason);
    }
    path
}

fn required(fields: &Fields<'_>, name: &str) -> Option<KeyPath> {
    let text = fields.text(name).not_blank().required();
    // Otherwise the problem is recorded already.
    (!text.is_empty()).then(|| parsed_or_none(fields, name, &text)).flatten()
}

fn parsed(fields: &Fields<'_>, name: &str, text: &str) -> KeyPath {
    parsed_or_none(fields, name, text).unwrap_or_default()
}

fn parsed_or_none(fields: &Fields<'_>, name: &str, text: &str) -> Option<KeyPath> {
    match KeyPath::parse(text) {
        Ok(path) => Some(path),
        Err(problem) => {
            fields.problem(name, problem);
            None
        }
    }
}
