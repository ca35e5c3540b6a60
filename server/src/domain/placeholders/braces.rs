//! `{{name}}` in a text: the one reader that snippets and placeholders share.

/// A part of a text.
#[derive(Debug, PartialEq, Eq)]
pub enum Fragment<'a> {
    /// As it is.
    Text(&'a str),
    /// Two braces around something, on one line.
    Braces {
        /// With the braces, as it was written.
        whole: &'a str,
        /// The text between them, without white space around it.
        name: &'a str,
    },
}

/// Splits a text into fragments; concatenated they are the text.
///
/// The innermost braces count: `{{{x}}}` is `{`, then `{{x}}`, then `}`.
pub fn fragments(text: &str) -> Vec<Fragment<'_>> {
    let mut fragments = Vec::new();
    let mut rest = text;
    while let Some(close) = rest.find("}}") {
        let (before, after) = (&rest[..close], &rest[close + 2..]);
        let Some(open) = before.rfind("{{") else {
            // One step, so that the second brace may begin the next pair.
            fragments.push(Fragment::Text(&rest[..close + 1]));
            rest = &rest[close + 1..];
            continue;
        };
        let inside = &before[open + 2..];
        if inside.contains(['\n', '\r']) {
            fragments.push(Fragment::Text(&rest[..close + 2]));
        } else {
            if open > 0 {
                fragments.push(Fragment::Text(&before[..open]));
            }
            let whole = &rest[open..close + 2];
            fragments.push(Fragment::Braces { whole, name: inside.trim() });
        }
        rest = after;
    }
    if !rest.is_empty() {
        fragments.push(Fragment::Text(rest));
    }
    fragments
}

/// The names of the key store's placeholders in a text: `url` of `{{global.url}}`.
pub fn global_names(text: &str) -> Vec<&str> {
    let name = |fragment| match fragment {
        Fragment::Braces { name, .. } => name.strip_prefix("global."),
        Fragment::Text(_) => None,
    };
    fragments(text).into_iter().filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn names(text: &str) -> Vec<&str> {
        let name = |fragment| match fragment {
            Fragment::Braces { name, .. } => Some(name),
            Fragment::Text(_) => None,
        };
        fragments(text).into_iter().filter_map(name).collect()
    }

    #[test]
    fn braces_are_found_anywhere() {
        let none: &[&str] = &[];
        let cases = [
            ("", none),
            ("no braces }} { {{", none),
            ("{{a}}", &["a"]),
            ("x {{ a b }}{{c}} y", &["a b", "c"]),
            ("{{{a}}}", &["a"]),
            ("{{ {{a}} }}", &["a"]),
            ("{{a}", none),
            ("{{}}", &[""]),
            ("{{a\n}}", none),
            ("{{ö}} {{日本}}", &["ö", "日本"]),
        ];
        for (text, expected) in cases {
            assert_eq!(names(text), expected, "{text}");
        }
    }

    #[test]
    fn placeholders_of_the_key_store_are_told_from_others() {
        let text = "{{agent.x}} {{ global.one }}{{global.two words}} {{globalx}}";
        assert_eq!(global_names(text), ["one", "two words"]);
    }

    proptest! {
        #[test]
        fn the_fragments_are_the_text(text in "[{}a \\nö]{0,40}") {
            let joined: String = fragments(&text).iter().map(|fragment| match fragment {
                Fragment::Text(text) => *text,
                Fragment::Braces { whole, .. } => *whole,
            }).collect();
            prop_assert_eq!(joined, text);
        }

        #[test]
        fn a_name_is_found_in_any_surroundings(
            before in "[a-z{ ]{0,10}", name in "[a-z][a-z ]{0,8}[a-z]", after in "[a-z} ]{0,10}",
        ) {
            let text = format!("{before}{{{{{name}}}}}{after}");
            prop_assert_eq!(names(&text), vec![name.as_str()]);
        }
    }
}
