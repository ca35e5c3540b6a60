//! Putting snippets into a body.

use std::collections::BTreeMap;

use crate::domain::placeholders::{Fragment, fragments};
use crate::error::ApiError;
use crate::features::scripts::form::LONGEST_BODY;

/// A body with its snippets would be longer than a run can carry.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the script is longer than 524288 bytes with its snippets")]
pub struct TooLong;

/// A body with `{{name}}` replaced by the snippet of that name.
///
/// One level deep: braces inside a snippet stay as they are, and so do braces
/// that name no snippet.
pub fn expand_snippets(body: &str, snippets: &BTreeMap<String, String>) -> Result<String, TooLong> {
    let mut expanded = String::with_capacity(body.len());
    for fragment in fragments(body) {
        let text = match fragment {
            Fragment::Text(text) => text,
            Fragment::Braces { whole, name } => snippets.get(name).map_or(whole, String::as_str),
        };
        if expanded.len() + text.len() > LONGEST_BODY {
            return Err(TooLong);
        }
        expanded.push_str(text);
    }
    Ok(expanded)
}

/// The texts between braces in a body: possibly names of snippets.
pub fn names_in(body: &str) -> impl Iterator<Item = &str> {
    fragments(body).into_iter().filter_map(|fragment| match fragment {
        Fragment::Braces { name, .. } => Some(name),
        Fragment::Text(_) => None,
    })
}

impl From<TooLong> for ApiError {
    fn from(problem: TooLong) -> Self {
        Self::Conflict(problem.to_string())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn snippets() -> BTreeMap<String, String> {
        let pairs = [("log", "echo hi"), ("my lib", "a {{log}}\nb"), ("empty", "")];
        pairs.map(|(name, code)| (name.to_owned(), code.to_owned())).into()
    }

    #[test]
    fn snippets_are_inserted_one_level_deep_and_other_braces_stay() {
        let cases = [
            ("{{log}}", "echo hi"),
            ("x; {{log}}; {{ log }};{{log}}", "x; echo hi; echo hi;echo hi"),
            ("{{my lib}}", "a {{log}}\nb"),
            ("[{{empty}}]", "[]"),
            ("{{Log}} {{.Names}} ${{x}} {{", "{{Log}} {{.Names}} ${{x}} {{"),
            ("{{{log}}}", "{echo hi}"),
            ("{{\nlog\n}}", "{{\nlog\n}}"),
        ];
        for (body, expected) in cases {
            assert_eq!(expand_snippets(body, &snippets()).unwrap(), expected, "{body}");
        }
    }

    #[test]
    fn a_snippet_put_in_often_cannot_fill_the_memory() {
        let long = BTreeMap::from([("x".to_owned(), "x".repeat(LONGEST_BODY / 4))]);
        let four = expand_snippets(&"{{x}}".repeat(4), &long).unwrap();
        assert_eq!(four.len(), LONGEST_BODY);
        assert_eq!(expand_snippets(&("{{x}}".repeat(4) + " "), &long), Err(TooLong));
        assert_eq!(expand_snippets(&"{{x}}".repeat(100_000), &long), Err(TooLong));
    }

    proptest! {
        #[test]
        fn a_body_without_known_names_stays_as_it_is(body in "[{}a-k \\nö]{0,60}") {
            prop_assert_eq!(expand_snippets(&body, &snippets()).unwrap(), body);
        }

        #[test]
        fn nothing_but_the_braces_is_replaced(
            before in "[a-z \\n]{0,20}", code in "[a-z{} ]{0,20}", after in "[a-z \\n]{0,20}",
        ) {
            let snippets = BTreeMap::from([("s".to_owned(), code.clone())]);
            let expanded = expand_snippets(&format!("{before}{{{{s}}}}{after}"), &snippets);
            prop_assert_eq!(expanded.unwrap(), format!("{before}{code}{after}"));
        }
    }
}
