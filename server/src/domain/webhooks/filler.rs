//! Placeholders in the texts of a webhook, written so that a value stays a
//! value: it cannot become a part of the address or of the JSON around it.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::auth::MASK;
use crate::domain::key_store::Code;
use crate::domain::placeholders::{Fragment, PlaceholderValue, PlaceholderValues, fragments};
use crate::error::{Problems, add_problem};

/// Bytes of one text, once filled in.
const LONGEST: usize = 256 * 1024;

/// Everything but what an address takes literally.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// Where a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Into an address, or a form that is encoded like one.
    Encoded,
    /// Between the quotes of JSON.
    Json,
    /// Into one line of text: a header.
    Line,
    /// Into any other text.
    Plain,
}

/// What becomes of a placeholder without a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// It is a problem: somebody waits for the answer and can mend it.
    Refused,
    /// It is left out: an alert about no agent is sent nevertheless. Values of
    /// the key store are never left out.
    LeftOut,
}

/// Fills placeholders in and collects those that it cannot.
pub struct Filler<'a> {
    values: &'a PlaceholderValues,
    code: Code,
    missing: Missing,
    /// Whether secrets are masked: for what people see.
    is_shown: bool,
    problems: Problems,
}

impl<'a> Filler<'a> {
    pub fn new(values: &'a PlaceholderValues, code: Code, missing: Missing) -> Self {
        Self { values, code, missing, is_shown: false, problems: Problems::new() }
    }

    /// Writes the mask in place of secrets from here on.
    pub fn mask_secrets(&mut self) {
        self.is_shown = true;
    }

    /// A text with its placeholders filled in. Problems are recorded under
    /// `field`, each once.
    pub fn fill(&mut self, field: &str, text: &str, format: Format) -> String {
        let mut filled = String::with_capacity(text.len());
        for fragment in fragments(text) {
            match fragment {
                Fragment::Braces { name, .. } if PlaceholderValues::is_placeholder(name) => {
                    filled.push_str(&self.value(field, name, format));
                }
                Fragment::Braces { whole: text, .. } | Fragment::Text(text) => {
                    filled.push_str(text)
                }
            }
            if filled.len() > LONGEST {
                let sentence = "this is too long once its placeholders are filled in";
                self.problem(field, sentence.to_owned());
                return String::new();
            }
        }
        filled
    }

    /// The problems so far, by field.
    pub fn into_problems(self) -> Problems {
        self.problems
    }

    fn value(&mut self, field: &str, name: &str, format: Format) -> String {
        let key = name.strip_prefix("global.");
        if self.is_shown
            && key.and_then(|key| self.values.global.get(key)).is_some_and(|key| key.is_secret)
        {
            return MASK.to_owned();
        }
        let found = self.values.find(name, self.code).map(text_of);
        match found.and_then(|text| written(text, format)) {
            Ok(text) => text,
            Err(_) if key.is_none() && self.missing == Missing::LeftOut => String::new(),
            Err(why) => {
                self.problem(field, format!("{{{{{name}}}}} {why}"));
                String::new()
            }
        }
    }

    fn problem(&mut self, field: &str, sentence: String) {
        if !self.problems.get(field).is_some_and(|known| known.contains(&sentence)) {
            add_problem(&mut self.problems, field, sentence);
        }
    }
}

fn text_of(value: &PlaceholderValue) -> String {
    match value {
        PlaceholderValue::Flag(flag) => flag.to_string(),
        other => other.text(""),
    }
}

fn written(text: String, format: Format) -> Result<String, &'static str> {
    match format {
        // Encoded or not, an address takes them for a step to another folder.
        Format::Encoded if text == "." || text == ".." => Err("cannot be a part of an address"),
        Format::Encoded => Ok(utf8_percent_encode(&text, ENCODED).to_string()),
        Format::Json => {
            let quoted = serde_json::Value::from(text).to_string();
            Ok(quoted[1..quoted.len() - 1].to_owned())
        }
        Format::Line => Ok(text.replace(char::is_control, " ")),
        Format::Plain => Ok(text),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::domain::key_store::KeyLimits;
    use crate::domain::placeholders::GlobalValue;

    fn values(text: &str) -> PlaceholderValues {
        let value = |text: &str| PlaceholderValue::Text(text.to_owned());
        let mut values = PlaceholderValues::default();
        values.agent.insert("x".to_owned(), value(text));
        values.agent.insert("on".to_owned(), PlaceholderValue::Flag(true));
        values.alert.insert("message".to_owned(), value("disk \"C\"\nfull"));
        let open = KeyLimits::default();
        let some = KeyLimits { allowed_scripts: vec![1], ..open.clone() };
        for (name, limits, is_secret) in
            [("url", open.clone(), false), ("token", open, true), ("kept", some, true)]
        {
            let found = GlobalValue { value: value(name), is_here: true, is_secret, limits };
            values.global.insert(name.to_owned(), found);
        }
        values
    }

    fn fill(text: &str, format: Format) -> String {
        let values = values("a b/../c?d=\"é\"");
        let mut filler = Filler::new(&values, Code::Webhook, Missing::Refused);
        let filled = filler.fill("f", text, format);
        assert_eq!(filler.into_problems(), Problems::new());
        filled
    }

    #[test]
    fn a_value_is_written_for_its_surroundings() {
        let encoded = "a%20b%2F..%2Fc%3Fd%3D%22%C3%A9%22";
        assert_eq!(fill("https://h/{{agent.x}}", Format::Encoded), format!("https://h/{encoded}"));
        assert_eq!(fill("\"{{agent.x}}\"", Format::Json), r#""a b/../c?d=\"é\"""#);
        assert_eq!(fill("{{alert.message}}", Format::Json), r#"disk \"C\"\nfull"#);
        assert_eq!(fill("{{alert.message}}", Format::Line), "disk \"C\" full");
        assert_eq!(fill("{{alert.message}}", Format::Plain), "disk \"C\"\nfull");
        assert_eq!(fill("{{agent.on}} {{ global.token }}", Format::Json), "true token");
        assert_eq!(fill("{{x}} {{ }} {y}", Format::Plain), "{{x}} {{ }} {y}");
    }

    #[test]
    fn secrets_are_masked_in_what_is_shown() {
        let values = values("x");
        let mut filler = Filler::new(&values, Code::Webhook, Missing::Refused);
        filler.mask_secrets();
        let shown = filler.fill("f", "{{global.token}} {{global.url}}", Format::Encoded);
        assert_eq!(shown, "******** url");
    }

    #[test]
    fn what_cannot_be_filled_in_is_named_or_left_out() {
        let values = values("..");
        let text = "{{agent.x}}{{agent.y}}{{agent.y}}{{global.kept}}{{global.none}}";
        let mut filler = Filler::new(&values, Code::Webhook, Missing::Refused);
        assert_eq!(filler.fill("pattern", text, Format::Encoded), "");
        let expected = json!({ "pattern": [
            "{{agent.x}} cannot be a part of an address",
            "{{agent.y}} has no value",
            "{{global.kept}} may not be used here",
            "{{global.none}} has no value",
        ] });
        assert_eq!(json!(filler.into_problems()), expected);

        let mut filler = Filler::new(&values, Code::Webhook, Missing::LeftOut);
        assert_eq!(filler.fill("f", "<{{agent.y}}>", Format::Plain), "<>");
        filler.fill("f", "{{global.none}}", Format::Plain);
        assert_eq!(json!(filler.into_problems()), json!({ "f": ["{{global.none}} has no value"] }));
    }

    #[test]
    fn a_value_put_in_often_cannot_fill_the_memory() {
        let values = values(&"x".repeat(1024));
        let mut filler = Filler::new(&values, Code::Webhook, Missing::Refused);
        let text = "{{agent.x}}".repeat(256);
        assert_eq!(filler.fill("f", &text, Format::Plain).len(), LONGEST);
        assert_eq!(filler.fill("f", &format!("{text}x"), Format::Plain), "");
        let sentence = "this is too long once its placeholders are filled in";
        assert_eq!(json!(filler.into_problems()), json!({ "f": [sentence] }));
    }

    proptest! {
        #[test]
        fn any_value_stays_one_text_of_the_json_around_it(value in any::<String>()) {
            let values = values(&value);
            let mut filler = Filler::new(&values, Code::Webhook, Missing::Refused);
            let body = filler.fill("f", r#"{"a": "{{agent.x}}", "b": 1}"#, Format::Json);
            let read: serde_json::Value = serde_json::from_str(&body).unwrap();
            prop_assert_eq!(read, json!({ "a": value, "b": 1 }));
        }

        #[test]
        fn any_value_stays_one_part_of_the_address(value in "\\PC{0,30}") {
            prop_assume!(value != "." && value != "..");
            let values = values(&value);
            let mut filler = Filler::new(&values, Code::Webhook, Missing::Refused);
            let url = filler.fill("f", "https://h/a/{{agent.x}}/b?q={{agent.x}}", Format::Encoded);
            let url = reqwest::Url::parse(&url).unwrap();
            let parts: Vec<&str> = url.path_segments().unwrap().collect();
            prop_assert_eq!((url.host_str(), parts.len()), (Some("h"), 3));
            let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
            prop_assert_eq!(pairs, vec![("q".to_owned(), value)]);
        }
    }
}
