//! The headers of a webhook: a JSON object of texts, some of them secret.

use reqwest::header::HeaderName;
use serde_json::Value;

use super::object_entries::ObjectEntries;
use crate::auth::{MASK, Secret};

const MOST_HEADERS: usize = 50;
/// Bytes of the whole text.
const LONGEST: usize = 16 * 1024;

/// A header with one of these in its name has a secret value.
const SECRET_NAMES: [&str; 6] = ["token", "key", "auth", "cookie", "secret", "password"];

/// What the server sets itself, or what would break the request.
const OWN_NAMES: [&str; 10] = [
    "host",
    "connection",
    "content-length",
    "transfer-encoding",
    "te",
    "trailer",
    "upgrade",
    "expect",
    "x-muster-signature",
    "x-muster-delivery",
];

/// The headers, in their order.
#[derive(Clone, Debug, Default)]
pub struct Headers {
    /// As they were sent.
    text: Option<Secret>,
    entries: Vec<Header>,
}

/// One header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    pub name: String,
    /// With its placeholders.
    pub value: Secret,
}

/// However they were written.
impl PartialEq for Headers {
    fn eq(&self, other: &Self) -> bool {
        self.entries == other.entries
    }
}

impl Eq for Headers {}

impl Header {
    /// Whether nobody may see the value.
    pub fn is_secret(&self) -> bool {
        let name = self.name.to_ascii_lowercase();
        SECRET_NAMES.iter().any(|part| name.contains(part))
    }

    fn is_masked(&self) -> bool {
        self.is_secret() && self.value.reveal() == MASK
    }
}

impl Headers {
    /// Reads a JSON object of texts; blank text is none. All that is wrong with
    /// it otherwise.
    pub fn parse(text: &str) -> Result<Self, Vec<String>> {
        if text.trim().is_empty() {
            return Ok(Self::default());
        }
        if text.len() > LONGEST {
            return Err(vec![format!("must have at most {LONGEST} bytes")]);
        }
        let Ok(ObjectEntries(sent)) = serde_json::from_str(text) else {
            return Err(vec!["must be a JSON object of texts".to_owned()]);
        };
        let mut problems = Vec::new();
        let mut entries: Vec<Header> = Vec::with_capacity(sent.len());
        if sent.len() > MOST_HEADERS {
            problems.push(format!("must have at most {MOST_HEADERS} headers"));
        }
        for (name, value) in sent {
            let is_known = entries.iter().any(|one| one.name.eq_ignore_ascii_case(&name));
            match read_value(&name, &value) {
                Err(problem) => problems.push(format!("{name}: {problem}")),
                Ok(_) if is_known => problems.push(format!("{name}: this header is there twice")),
                Ok(value) => entries.push(Header { name, value: Secret::new(value) }),
            }
        }
        match problems.is_empty() {
            true => Ok(Self { text: Some(Secret::new(text)), entries }),
            false => Err(problems),
        }
    }

    /// All of them.
    pub fn entries(&self) -> &[Header] {
        &self.entries
    }

    /// The text to store; none without headers.
    pub fn text(&self) -> Option<&Secret> {
        self.text.as_ref()
    }

    /// As callers see them: secret values are masked. `""` without headers.
    pub fn shown(&self) -> String {
        match &self.text {
            None => String::new(),
            Some(text) if !self.entries.iter().any(Header::is_secret) => text.reveal().to_owned(),
            Some(_) => write(self.entries.iter().map(|header| {
                let value = header.value.reveal();
                let is_hidden = header.is_secret() && !value.is_empty();
                (header.name.as_str(), if is_hidden { MASK } else { value })
            })),
        }
    }

    /// The headers for another server, which must not get the secrets of this
    /// one; the sentences name those.
    pub fn moved(&self) -> Result<Self, Vec<String>> {
        let is_set = |header: &&Header| header.is_secret() && !header.value.reveal().is_empty();
        let sentence =
            |header: &Header| format!("{}: enter it again: it was for another server", header.name);
        let problems: Vec<String> = self.entries.iter().filter(is_set).map(sentence).collect();
        if problems.is_empty() { Ok(self.clone()) } else { Err(problems) }
    }

    /// Puts stored values where their mask was sent; the sentences name masks
    /// that no stored value belongs to.
    pub fn unmasked(self, stored: Option<&Self>) -> Result<Self, Vec<String>> {
        if !self.entries.iter().any(Header::is_masked) {
            return Ok(self);
        }
        let (mut entries, mut problems) = (self.entries, Vec::new());
        for header in entries.iter_mut().filter(|header| header.is_masked()) {
            let mut known = stored.into_iter().flat_map(Self::entries);
            match known.find(|one| one.name.eq_ignore_ascii_case(&header.name)) {
                Some(known) => header.value = known.value.clone(),
                None => {
                    let name = &header.name;
                    problems.push(format!("{name}: this is the mask of a value: enter the value"));
                }
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let pairs = entries.iter().map(|header| (header.name.as_str(), header.value.reveal()));
        Ok(Self { text: Some(Secret::new(write(pairs))), entries })
    }
}

/// A header's value, or what is wrong with the header.
fn read_value(name: &str, value: &Value) -> Result<String, &'static str> {
    if HeaderName::from_bytes(name.as_bytes()).is_err() {
        return Err("this is not the name of a header");
    }
    if OWN_NAMES.iter().any(|own| own.eq_ignore_ascii_case(name)) {
        return Err("the server sets this header itself");
    }
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(flag) => flag.to_string(),
        _ => return Err("must be text"),
    };
    if text.chars().any(char::is_control) {
        return Err("must not have control characters");
    }
    Ok(text)
}

/// The JSON text of an object with these entries, in their order.
fn write<'a>(entries: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let line =
        |(name, value): (&str, &str)| format!("  {}: {}", Value::from(name), Value::from(value));
    format!("{{\n{}\n}}", entries.map(line).collect::<Vec<String>>().join(",\n"))
}
