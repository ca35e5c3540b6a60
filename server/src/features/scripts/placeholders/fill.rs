//! Filling placeholders in.

use crate::domain::key_store::Code;
use crate::domain::placeholders::{Fragment, PlaceholderValues, fragments};
use crate::error::{ApiError, Problems};

/// Arguments and environment together, once filled in; together with the
/// longest body this fits into one message of the bus.
const LONGEST: usize = 128 * 1024;

/// Arguments and environment entries without placeholders.
#[derive(Debug, PartialEq, Eq)]
pub struct Filled {
    /// The arguments.
    pub args: Vec<String>,
    /// `NAME=value` each.
    pub env_vars: Vec<String>,
}

/// Fills in every placeholder of a run's arguments and environment values.
///
/// All unknown ones are reported, each under `args[0]` or `env_vars[0]`, and so
/// are values of the key store that are not for this code. Braces with anything
/// else inside stay as they are, and so does the name of an environment entry.
pub fn fill(
    args: &[String],
    env_vars: &[String],
    shell: &str,
    code: Code,
    values: &PlaceholderValues,
) -> Result<Filled, ApiError> {
    let mut filling = Filler { shell, code, values, length: 0, problems: Problems::new() };
    let filled = Filled {
        args: filling.list("args", args, |_| 0),
        env_vars: filling.list("env_vars", env_vars, after_name),
    };
    if filling.problems.is_empty() { Ok(filled) } else { Err(ApiError::Invalid(filling.problems)) }
}

/// Where the value of an environment entry begins.
pub(super) fn after_name(entry: &str) -> usize {
    entry.find('=').map_or(entry.len(), |sign| sign + 1)
}

struct Filler<'a> {
    shell: &'a str,
    code: Code,
    values: &'a PlaceholderValues,
    length: usize,
    problems: Problems,
}

impl Filler<'_> {
    fn list(&mut self, field: &str, texts: &[String], start: fn(&str) -> usize) -> Vec<String> {
        let mut filled = Vec::with_capacity(texts.len());
        for (index, text) in texts.iter().enumerate() {
            let (kept, open) = text.split_at(start(text));
            filled.push(self.one(&format!("{field}[{index}]"), kept, open));
        }
        filled
    }

    fn one(&mut self, path: &str, kept: &str, open: &str) -> String {
        let mut filled = kept.to_owned();
        for fragment in fragments(open) {
            match fragment {
                Fragment::Braces { name, .. } if PlaceholderValues::is_placeholder(name) => {
                    match self.values.find(name, self.code) {
                        Ok(value) => filled.push_str(&value.text(self.shell)),
                        Err(why) => self.problem(path, format!("{{{{{name}}}}} {why}")),
                    }
                }
                Fragment::Braces { whole: text, .. } | Fragment::Text(text) => {
                    filled.push_str(text)
                }
            }
            if self.length + filled.len() > LONGEST {
                // Reported once; a short value that is filled in often must not
                // exhaust memory.
                self.problem(
                    path,
                    "this is too long once its placeholders are filled in".to_owned(),
                );
                return String::new();
            }
        }
        self.length += filled.len();
        filled
    }

    fn problem(&mut self, path: &str, sentence: String) {
        let sentences = self.problems.entry(path.to_owned()).or_default();
        if !sentences.contains(&sentence) {
            sentences.push(sentence);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::domain::custom_fields::{AGENT_PROPERTIES, PLACE_PROPERTIES};
    use crate::domain::key_store::KeyLimits;
    use crate::domain::placeholders::{GlobalValue, PlaceholderValue, pick};

    fn values() -> PlaceholderValues {
        let agent = json!({ "hostname": "pc-1", "needs_reboot": true, "maintenance_mode": false,
                            "cpu_model": ["one", "two"], "total_ram": 16 });
        let mut values = PlaceholderValues {
            agent: pick(AGENT_PROPERTIES, &agent),
            client: pick(PLACE_PROPERTIES, &json!({ "id": 3, "name": "Acme" })),
            site: pick(PLACE_PROPERTIES, &json!({ "id": 7, "name": "Main" })),
            ..PlaceholderValues::default()
        };
        let text = |text: &str| PlaceholderValue::Text(text.to_owned());
        values.agent.insert("asset tag".to_owned(), text("A;rm -rf \"$x\""));
        values.global.insert("url".to_owned(), global("{{agent.hostname}}"));
        values
    }

    /// A value of the key store that everything may use.
    fn global(text: &str) -> GlobalValue {
        let value = PlaceholderValue::Text(text.to_owned());
        GlobalValue { value, is_here: true, is_secret: false, limits: KeyLimits::default() }
    }

    fn filled(shell: &str, arg: &str) -> String {
        let filled =
            fill(&[arg.to_owned()], &[], shell, Code::AdHoc, &values()).expect("it resolves");
        filled.args.into_iter().next().unwrap()
    }

    #[test]
    fn every_kind_of_placeholder_is_filled_in() {
        let cases = [
            ("{{agent.hostname}}", "pc-1"),
            ("--{{ agent.hostname }}={{client.name}}/{{site.name}}", "--pc-1=Acme/Main"),
            ("{{client.id}}{{site.id}}{{agent.total_ram}}", "3716"),
            ("{{agent.site.name}} {{agent.client.name}}", "Main Acme"),
            ("{{agent.site.client.name}} {{site.client.name}}", "Acme Acme"),
            ("{{agent.cpu_model}}", "one,two"),
            ("{{agent.asset tag}}", "A;rm -rf \"$x\""),
            ("{{{agent.hostname}}}", "{pc-1}"),
            // Filled in once: the content of a value is not expanded again.
            ("{{global.url}}", "{{agent.hostname}}"),
            ("{{.Names}} {{snippet}} {{ }}", "{{.Names}} {{snippet}} {{ }}"),
        ];
        for (text, expected) in cases {
            assert_eq!(filled("shell", text), expected, "{text}");
        }
    }

    #[test]
    fn flags_are_written_as_the_shell_reads_them() {
        let text = "{{agent.needs_reboot}} {{agent.maintenance_mode}}";
        assert_eq!(filled("powershell", text), "$True $False");
        for shell in ["cmd", "python", "shell", "nushell", "deno"] {
            assert_eq!(filled(shell, text), "1 0");
        }
    }

    #[test]
    fn only_the_value_of_an_environment_entry_is_filled_in() {
        let entries = ["{{agent.x}}=a={{client.name}}".to_owned(), "{{agent.x}}".to_owned()];
        let filled = fill(&[], &entries, "shell", Code::AdHoc, &values()).unwrap();
        assert_eq!(filled.env_vars, ["{{agent.x}}=a=Acme", "{{agent.x}}"]);
    }

    #[test]
    fn all_unknown_placeholders_are_named() {
        let args = ["ok", "{{agent.password}} {{site.x}} {{agent.password}}"].map(str::to_owned);
        let entries = ["K={{alert.message}}".to_owned()];
        let error = fill(&args, &entries, "shell", Code::AdHoc, &values());
        let Err(ApiError::Invalid(problems)) = error else { panic!("it must be refused") };
        assert_eq!(
            json!(problems),
            json!({
                "args[1]": ["{{agent.password}} has no value", "{{site.x}} has no value"],
                "env_vars[0]": ["{{alert.message}} has no value"],
            })
        );
    }

    #[test]
    fn a_value_of_the_key_store_is_filled_in_where_it_may_be_used() {
        let limits = KeyLimits { allowed_scripts: vec![7], ..KeyLimits::default() };
        let mut values = PlaceholderValues::default();
        values.global.insert("key".to_owned(), GlobalValue { limits, ..global("v") });
        values.global.insert("there".to_owned(), GlobalValue { is_here: false, ..global("v") });
        let args = ["{{global.key}}".to_owned()];
        assert_eq!(fill(&args, &[], "shell", Code::Library(7), &values).unwrap().args, ["v"]);
        let args = ["{{global.key}} {{global.there}} {{global.none}}".to_owned()];
        for code in [Code::Library(8), Code::AdHoc] {
            let Err(ApiError::Invalid(problems)) = fill(&args, &[], "shell", code, &values) else {
                panic!("it must be refused")
            };
            let expected = [
                "{{global.key}} may not be used here",
                "{{global.there}} may not be used here",
                "{{global.none}} has no value",
            ];
            assert_eq!(json!(problems), json!({ "args[0]": expected }));
        }
    }

    #[test]
    fn a_value_put_in_often_cannot_fill_the_memory() {
        let mut values = PlaceholderValues::default();
        values.global.insert("x".to_owned(), global(&"x".repeat(LONGEST)));
        let once = ["{{global.x}}".to_owned()];
        assert_eq!(fill(&once, &[], "shell", Code::AdHoc, &values).unwrap().args[0].len(), LONGEST);
        let often = ["{{global.x}}".repeat(1000)];
        let Err(ApiError::Invalid(problems)) = fill(&often, &[], "shell", Code::AdHoc, &values)
        else {
            panic!("it must be refused")
        };
        let sentence = "this is too long once its placeholders are filled in";
        assert_eq!(json!(problems), json!({ "args[0]": [sentence] }));
    }

    proptest! {
        #[test]
        fn text_without_placeholders_stays_as_it_is(text in "[a-z{}. \"';$ö]{0,60}") {
            prop_assume!(!text.contains("agent.") && !text.contains("site."));
            let args = [text];
            let filled = fill(&args, &[], "shell", Code::AdHoc, &PlaceholderValues::default());
            prop_assert_eq!(filled.unwrap().args, args);
        }

        #[test]
        fn any_value_stays_one_argument_as_it_is(value in ".{0,40}", count in 1usize..4) {
            let mut values = PlaceholderValues::default();
            values.agent.insert("x".to_owned(), PlaceholderValue::Text(value.clone()));
            let args = vec!["{{agent.x}}".to_owned(); count];
            let filled = fill(&args, &args, "cmd", Code::AdHoc, &values).unwrap();
            prop_assert_eq!(filled.args, vec![value; count]);
            prop_assert_eq!(filled.env_vars, args);
        }
    }
}
