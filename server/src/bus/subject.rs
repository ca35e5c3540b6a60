//! Subjects and patterns: which are well formed, and which pattern matches which
//! subject.
//!
//! The rules are those of NATS, so that both buses behave alike: tokens are
//! separated by dots; `*` matches one token, `>` one or more at the end.

/// Whether a message may be published under this subject.
pub(super) fn is_subject(text: &str) -> bool {
    has_whole_tokens(text) && !has_wildcard(text)
}

/// Whether this may be subscribed to.
pub(super) fn is_pattern(text: &str) -> bool {
    let rest_is_last = text.split('.').rev().skip(1).all(|token| token != ">");
    has_whole_tokens(text) && rest_is_last
}

/// Whether a pattern can match more than the subject it spells.
///
/// A star inside a token (`a*b`) is an ordinary character.
pub(super) fn has_wildcard(pattern: &str) -> bool {
    pattern.split('.').any(|token| token == "*" || token == ">")
}

/// Whether a well-formed pattern matches a well-formed subject.
pub(super) fn matches(pattern: &str, subject: &str) -> bool {
    let mut subject_tokens = subject.split('.');
    for wanted in pattern.split('.') {
        let Some(token) = subject_tokens.next() else { return false };
        if wanted == ">" {
            return true;
        }
        if wanted != "*" && wanted != token {
            return false;
        }
    }
    subject_tokens.next().is_none()
}

fn has_whole_tokens(text: &str) -> bool {
    text.split('.').all(|token| !token.is_empty())
        && !text.contains(|character: char| character.is_ascii_whitespace() || character == '\0')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The rules written down as slowly and plainly as possible.
    fn naive_match(pattern: &[&str], subject: &[&str]) -> bool {
        match (pattern, subject) {
            ([], []) => true,
            ([">"], [_, ..]) => true,
            (["*", pattern @ ..], [_, subject @ ..]) => naive_match(pattern, subject),
            ([wanted, pattern @ ..], [token, subject @ ..]) => {
                wanted == token && naive_match(pattern, subject)
            }
            _ => false,
        }
    }

    /// Few different tokens, so that matches are common.
    fn tokens(choices: &'static [&'static str]) -> impl Strategy<Value = Vec<&'static str>> {
        prop::collection::vec(prop::sample::select(choices), 1..6)
    }

    proptest! {
        #[test]
        fn matching_agrees_with_the_plain_rules(
            pattern in tokens(&["a", "b", "a*", "*", "*"]),
            rest in any::<bool>(),
            subject in tokens(&["a", "b", "a*", "ab"]),
        ) {
            let mut pattern = pattern;
            if rest {
                pattern.push(">");
            }
            let expected = naive_match(&pattern, &subject);
            prop_assert_eq!(matches(&pattern.join("."), &subject.join(".")), expected);
        }

        #[test]
        fn every_subject_is_a_pattern_that_matches_itself(
            subject in tokens(&["a", "b", "a*", ">b", "é"]),
        ) {
            let subject = subject.join(".");
            prop_assert!(is_subject(&subject) && is_pattern(&subject));
            prop_assert!(matches(&subject, &subject));
        }
    }

    #[test]
    fn malformed_subjects_and_patterns_are_distinguished() {
        for bad in ["", ".", "a.", ".a", "a..b", "a b", "a\tb", "a\r\nb", ">.a", "a.>.b"] {
            assert!(!is_pattern(bad), "{bad:?} as pattern");
            assert!(!is_subject(bad), "{bad:?} as subject");
        }
        for pattern in ["*", ">", "a.*", "a.>", "*.b.*", "*.>"] {
            assert!(is_pattern(pattern), "{pattern:?} as pattern");
            assert!(!is_subject(pattern), "{pattern:?} as subject");
        }
    }
}
