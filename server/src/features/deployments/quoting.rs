//! Texts in scripts, quoted so that they can never become code.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Inserts the values, each quoted, in one pass: a value that looks like a
/// placeholder stays as it is.
pub fn fill_in(template: &str, values: &[(&str, &str)], quote: fn(&str) -> String) -> String {
    let mut text = String::with_capacity(template.len() + 512);
    let mut rest = template;
    while let Some(at) = rest.find('@') {
        let (before, from) = rest.split_at(at);
        text.push_str(before);
        match values.iter().find(|(placeholder, _)| from.starts_with(placeholder)) {
            Some((placeholder, value)) => {
                text.push_str(&quote(value));
                rest = &from[placeholder.len()..];
            }
            None => {
                text.push('@');
                rest = &from[1..];
            }
        }
    }
    text + rest
}

/// In single quotes nothing is special but the quote itself.
pub fn quote_for_shell(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// A value for PowerShell that is also harmless inside the double quotes of a command
/// line.
///
/// Quotes cannot be doubled safely: PowerShell takes typographic ones for quotes, and
/// Windows PowerShell reads a file without a mark at its beginning in the code page of the
/// system, where a part of `Ñ` is one of them. What is not plain is sent as Base64.
pub fn quote_for_powershell(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || " -._~:/,()[]?=".contains(c);
    if text.chars().all(is_plain) {
        return format!("'{text}'");
    }
    let encoded = STANDARD.encode(text);
    format!("([Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('{encoded}')))")
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "only a shell can say how a shell reads")]
mod tests {
    use std::process::Command;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn a_shell_reads_any_value_as_it_was(text in "[^\0]{0,40}") {
            let script = fill_in("printf %s @PLACE@", &[("@PLACE@", &text)], quote_for_shell);
            let output = Command::new("sh").args(["-c", &script]).output().unwrap();
            prop_assert_eq!(output.stdout, text.into_bytes());
        }

        #[test]
        fn a_value_for_powershell_has_no_character_that_ends_it(text in "\\PC{0,40}") {
            let quoted = quote_for_powershell(&text);
            let inner = quoted.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
            let Some(inner) = inner else {
                let encoded = quoted
                    .strip_prefix("([Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('")
                    .and_then(|rest| rest.strip_suffix("')))"))
                    .unwrap();
                prop_assert!(encoded.chars().all(|c| c.is_ascii_alphanumeric() || "+/=".contains(c)));
                prop_assert_eq!(STANDARD.decode(encoded).unwrap(), text.into_bytes());
                return Ok(());
            };
            prop_assert_eq!(inner, &text);
            prop_assert!(inner.is_ascii() && !inner.contains(['\'', '"', '$', '`', '%', '\n']));
        }
    }

    #[test]
    fn placeholders_in_values_and_unknown_placeholders_stay() {
        let values = [("@A@", "@B@"), ("@B@", "b")];
        assert_eq!(fill_in("x@A@ @B@ @C@ @", &values, str::to_owned), "x@B@ b @C@ @");
    }

    #[test]
    fn a_plain_value_for_powershell_stays_readable() {
        assert_eq!(quote_for_powershell("https://[::1]:8000"), "'https://[::1]:8000'");
        assert_eq!(quote_for_powershell("Acme, Main"), "'Acme, Main'");
        for text in ["it's", "so\u{2019}", "Ñ", "$env:x", "a`b", "50%", "a\nb", "\"", "a;b"] {
            let quoted = quote_for_powershell(text);
            assert!(quoted.starts_with("([Text.Encoding]"), "{quoted}");
        }
    }
}
