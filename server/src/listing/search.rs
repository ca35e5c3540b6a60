//! The search of every list: `word "a phrase" -without field:value`.

use serde_json::Value;

/// A search, parsed once and matched against many rows.
#[derive(Debug, PartialEq, Eq)]
pub struct Search {
    terms: Vec<Term>,
}

#[derive(Debug, PartialEq, Eq)]
struct Term {
    excludes: bool,
    /// Looks in this field only.
    field: Option<String>,
    /// In lower case.
    text: String,
}

impl Search {
    /// Parses a search. Every text is valid: there is no way to write it wrong.
    pub fn parse(text: &str) -> Self {
        let mut terms = Vec::new();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let (term, after) = next_term(rest);
            if !term.text.is_empty() {
                terms.push(term);
            }
            rest = after.trim_start();
        }
        Self { terms }
    }

    /// How many words and phrases it has.
    pub fn words(&self) -> usize {
        self.terms.len()
    }

    /// Whether a row matches all terms.
    pub fn matches(&self, row: &Value) -> bool {
        self.holds(|field, text| match field {
            Some(field) => has_text(&row[field], text),
            None => has_text(row, text),
        })
    }

    /// Whether a row that is not a JSON value matches all terms: the function
    /// returns whether a field of it, or any, contains a text, which is in
    /// lower case.
    pub fn holds(&self, has: impl Fn(Option<&str>, &str) -> bool) -> bool {
        let found = |term: &Term| has(term.field.as_deref(), &term.text);
        self.terms.iter().all(|term| found(term) != term.excludes)
    }
}

impl Search {
    /// The search as a condition in SQL over text columns, for lists too long
    /// for memory. Nothing if there are no terms.
    ///
    /// A term for one field searches the column of that name only. Case is
    /// ignored, but SQLite knows only that of ASCII letters.
    pub fn condition(&self, columns: &[&str], values: &mut Vec<sea_orm::Value>) -> Option<String> {
        let conditions: Vec<String> =
            self.terms.iter().map(|term| term.condition(columns, values)).collect();
        if conditions.is_empty() { None } else { Some(conditions.join(" and ")) }
    }
}

impl Term {
    fn condition(&self, columns: &[&str], values: &mut Vec<sea_orm::Value>) -> String {
        values.push(containing(&self.text).into());
        let number = values.len();
        let wanted = columns.iter().filter(|column| match &self.field {
            Some(field) => *column == field,
            None => true,
        });
        let mut found: Vec<String> =
            wanted.map(|column| format!(r"lower({column}) like ${number} escape '\'")).collect();
        // No such field: nothing is found. The value keeps its number.
        found.push(format!("${number} = ''"));
        let not = if self.excludes { "not " } else { "" };
        format!("{not}({})", found.join(" or "))
    }
}

/// The pattern that finds this text anywhere, whatever the case:
/// `lower(column) like $1 escape '\'`.
pub fn containing(text: &str) -> String {
    let text = text.to_lowercase();
    format!("%{}%", text.replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_"))
}

fn next_term(text: &str) -> (Term, &str) {
    let (excludes, text) = match text.strip_prefix('-') {
        Some(rest) if !rest.is_empty() && !rest.starts_with(' ') => (true, rest),
        _ => (false, text),
    };
    let word_end = text.find([' ', '"']).unwrap_or(text.len());
    let (field, text) = match text[..word_end].split_once(':') {
        Some((field, _)) if is_field_name(field) => {
            (Some(field.to_lowercase()), &text[field.len() + 1..])
        }
        _ => (None, text),
    };
    let (word, after) = match text.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
        None => text.split_at(text.find(' ').unwrap_or(text.len())),
    };
    (Term { excludes, field, text: word.to_lowercase() }, after)
}

fn is_field_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Whether a value has a text somewhere in it; the text is in lower case.
pub fn has_text(value: &Value, text: &str) -> bool {
    match value {
        Value::String(own) => own.to_lowercase().contains(text),
        Value::Number(own) => own.to_string().contains(text),
        Value::Bool(own) => own.to_string() == text,
        Value::Array(items) => items.iter().any(|item| has_text(item, text)),
        Value::Object(fields) => fields.values().any(|field| has_text(field, text)),
        Value::Null => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn words_phrases_fields_and_exclusions_are_distinguished() {
        let row =
            json!({ "name": "Web Server 1", "site": "Main office", "tags": ["blue", "Prod"] });
        let cases = [
            ("", true),
            ("server web", true),
            ("server mail", false),
            ("\"web server\"", true),
            ("\"server web\"", false),
            ("-mail web", true),
            ("-prod", false),
            ("name:web", true),
            ("site:web", false),
            ("site:\"main office\"", true),
            ("-site:main", false),
            ("tags:PROD", true),
            ("nothing:x", false),
        ];
        for (text, expected) in cases {
            assert_eq!(Search::parse(text).matches(&row), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_text_is_a_search(text in ".{0,80}") {
            Search::parse(&text).matches(&json!({ "name": "x" }));
        }

        #[test]
        fn a_row_is_found_by_any_part_of_its_name(name in "[a-zA-Z0-9]{1,20}", from in 0usize..20) {
            let from = from.min(name.len() - 1);
            let row = json!({ "name": name });
            prop_assert!(Search::parse(&name[from..]).matches(&row));
        }
    }
}
