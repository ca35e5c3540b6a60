//! The readable format: XML with a dozen elements, and no attributes that matter.

use serde_json::{Map, Number, Value};

use super::binary::MAX_DEPTH;

/// Reads a file; none when it has something that does not belong there.
pub fn parse(text: &str) -> Option<Value> {
    let mut tags = Tags { rest: text };
    loop {
        match tags.next_tag()? {
            Tag::Open("plist") => {}
            Tag::Open(name) => return value(name, &mut tags, 0),
            Tag::Empty(name) => return empty(name),
            Tag::Close(_) => return None,
        }
    }
}

enum Tag<'a> {
    Open(&'a str),
    Close(&'a str),
    Empty(&'a str),
}

/// The tags of a text, from where the reader is.
struct Tags<'a> {
    rest: &'a str,
}

impl<'a> Tags<'a> {
    /// The next tag, without what is between it and the last one, and without comments.
    fn next_tag(&mut self) -> Option<Tag<'a>> {
        loop {
            let from = &self.rest[self.rest.find('<')? + 1..];
            if let Some(comment) = from.strip_prefix("!--") {
                self.rest = &comment[comment.find("-->")? + 3..];
                continue;
            }
            let (tag, rest) = from.split_once('>')?;
            self.rest = rest;
            let name = |text: &'a str| text.split_ascii_whitespace().next();
            return match tag.strip_prefix('/') {
                _ if tag.starts_with(['?', '!']) => continue,
                Some(closed) => Some(Tag::Close(name(closed)?)),
                None => match tag.strip_suffix('/') {
                    Some(empty) => Some(Tag::Empty(name(empty)?)),
                    None => Some(Tag::Open(name(tag)?)),
                },
            };
        }
    }

    /// The text up to the end of the element.
    fn text(&mut self, name: &str) -> Option<String> {
        let mut found = String::new();
        loop {
            let (text, rest) = self.rest.split_once('<')?;
            found.push_str(&unescape(text));
            let Some(data) = rest.strip_prefix("![CDATA[") else {
                self.rest = rest.strip_prefix('/')?.strip_prefix(name)?.split_once('>')?.1;
                return Some(found);
            };
            let (data, rest) = data.split_once("]]>")?;
            found.push_str(data);
            self.rest = rest;
        }
    }
}

fn value(name: &str, tags: &mut Tags<'_>, depth: usize) -> Option<Value> {
    if depth > MAX_DEPTH {
        return None;
    }
    match name {
        "dict" => dictionary(tags, depth),
        "array" => {
            let mut items = Vec::new();
            loop {
                match tags.next_tag()? {
                    Tag::Open(name) => items.push(value(name, tags, depth + 1)?),
                    Tag::Empty(name) => items.push(empty(name)?),
                    Tag::Close("array") => return Some(Value::Array(items)),
                    Tag::Close(_) => return None,
                }
            }
        }
        "string" | "date" => tags.text(name).map(Value::String),
        "integer" => tags.text(name)?.trim().parse::<i64>().ok().map(Value::from),
        "real" => Number::from_f64(tags.text(name)?.trim().parse().ok()?).map(Value::Number),
        "data" => tags.text(name).map(|_| Value::Null),
        "true" | "false" => tags.text(name).and_then(|_| empty(name)),
        _ => None,
    }
}

fn dictionary(tags: &mut Tags<'_>, depth: usize) -> Option<Value> {
    let mut map = Map::new();
    loop {
        let key = match tags.next_tag()? {
            Tag::Open("key") => tags.text("key")?,
            Tag::Empty("key") => String::new(),
            Tag::Close("dict") => return Some(Value::Object(map)),
            Tag::Open(_) | Tag::Empty(_) | Tag::Close(_) => return None,
        };
        let value = match tags.next_tag()? {
            Tag::Open(name) => value(name, tags, depth + 1)?,
            Tag::Empty(name) => empty(name)?,
            Tag::Close(_) => return None,
        };
        map.insert(key, value);
    }
}

fn empty(name: &str) -> Option<Value> {
    Some(match name {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        "string" => Value::String(String::new()),
        "array" => Value::Array(Vec::new()),
        "dict" => Value::Object(Map::new()),
        "data" => Value::Null,
        _ => return None,
    })
}

/// The ampersand last: what it makes is not read once more.
fn unescape(text: &str) -> String {
    let plain = text.replace("&lt;", "<").replace("&gt;", ">");
    plain.replace("&quot;", "\"").replace("&apos;", "'").replace("&amp;", "&")
}
