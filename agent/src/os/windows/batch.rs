//! Batch files: how they are called, and how they are written.
//!
//! The shell reads its command line by rules of its own, once for itself and once more
//! for the batch file. Some characters cannot be protected from both: an argument with
//! one of them is refused instead of being changed or run as a command.

use std::path::Path;

use super::code_page;
use crate::os::Problem;

/// Characters that need no quotes; the others separate words, or mean something.
const PLAIN: &str = "\\/:._-+@#$~[]{}?*";

/// The text after `cmd /s /c` that calls a batch file with these arguments.
///
/// What is allowed arrives unchanged in `%1`, but with its quotes; `%~1` is without them.
pub fn call_text<'a>(
    script: &Path,
    code: &str,
    arguments: impl IntoIterator<Item = &'a str>,
) -> Result<String, Problem> {
    let shown = script.display();
    let path = script.to_str().filter(|path| problem_of(path, code).is_none());
    let path = path.ok_or_else(|| Problem::failed(format!("a batch file cannot be at {shown}")))?;
    let mut text = format!("\"{path}\"");
    for (index, argument) in arguments.into_iter().enumerate() {
        if let Some(problem) = problem_of(argument, code) {
            let number = index + 1;
            return Err(Problem::failed(format!(
                "argument {number} has {problem}, which a batch file cannot take safely: use a \
                 variable of the environment, or another shell"
            )));
        }
        text.push(' ');
        match is_plain(argument) {
            true => text.push_str(argument),
            false => text.extend(["\"", argument, "\""]),
        }
    }
    Ok(text)
}

/// What a batch file would change, or take for a command.
fn problem_of(argument: &str, code: &str) -> Option<&'static str> {
    let expands_marks = || code.to_ascii_lowercase().contains("delayedexpansion");
    argument.chars().find_map(|letter| match letter {
        '"' => Some("a quotation mark"),
        '%' => Some("a percent sign"),
        '\r' | '\n' => Some("a line break"),
        letter if letter.is_control() && letter != '\t' => Some("a control character"),
        '!' if expands_marks() => Some("an exclamation mark"),
        _ => None,
    })
}

fn is_plain(argument: &str) -> bool {
    let is_plain = |letter: char| letter.is_alphanumeric() || PLAIN.contains(letter);
    !argument.is_empty() && argument.chars().all(is_plain)
}

/// A text as the shell reads it from a file: in the code page of the console, or told to
/// read UTF-8 when that lacks a character.
pub fn file_content(text: &str) -> Vec<u8> {
    let text = text.replace("\r\n", "\n").replace('\n', "\r\n");
    let in_code_page = code_page::encode(&text);
    in_code_page.unwrap_or_else(|| format!("@chcp 65001 >nul\r\n{text}").into_bytes())
}

/// Whether a program is a batch file, which Windows has run by the shell.
pub fn is_batch(program: &Path) -> bool {
    let ending = program.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    ["bat", "cmd"].iter().any(|known| known.eq_ignore_ascii_case(ending))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn call(code: &str, arguments: &[&str]) -> Result<String, String> {
        let script = Path::new(r"C:\Program Files\x & y\script.bat");
        call_text(script, code, arguments.iter().copied()).map_err(|problem| problem.to_string())
    }

    fn refusal(what: &str) -> Result<String, String> {
        Err(format!(
            "argument 2 has {what}, which a batch file cannot take safely: use a variable of \
             the environment, or another shell"
        ))
    }

    #[test]
    fn words_are_quoted_when_they_need_it() {
        let start = r#""C:\Program Files\x & y\script.bat""#;
        assert_eq!(call("", &[]).unwrap(), start);
        let arguments = ["a", "a b", "", "x&calc", "C:\\x\\", "a,b", "k=v", "wow!", "ü", "^|<>()"];
        let expected = r#"a "a b" "" "x&calc" C:\x\ "a,b" "k=v" "wow!" ü "^|<>()""#;
        assert_eq!(call("", &arguments).unwrap(), format!("{start} {expected}"));
    }

    #[test]
    fn what_a_batch_file_would_change_is_refused() {
        assert_eq!(call("", &["a", "\"&calc"]), refusal("a quotation mark"));
        assert_eq!(call("", &["a", "%PATH%"]), refusal("a percent sign"));
        assert_eq!(call("", &["a", "x\ncalc"]), refusal("a line break"));
        assert_eq!(call("", &["a", "x\u{1a}"]), refusal("a control character"));
        let code = "setlocal EnableDelayedExpansion";
        assert_eq!(call(code, &["a", "wow!"]), refusal("an exclamation mark"));
        let odd = call_text(Path::new(r"C:\100%\x.bat"), "", []).unwrap_err().to_string();
        assert_eq!(odd, r"a batch file cannot be at C:\100%\x.bat");
    }

    #[test]
    fn files_have_the_line_ends_of_windows() {
        assert_eq!(file_content("a\nb\r\nc"), b"a\r\nb\r\nc");
        let exotic = String::from_utf8_lossy(&file_content("\u{1f600}\n")).into_owned();
        assert!(exotic.ends_with("\u{1f600}\r\n"), "{exotic}");
        for (path, expected) in [("a.bat", true), (r"C:\x.CMD", true), ("cmd", false), ("a", false)]
        {
            assert_eq!(is_batch(Path::new(path)), expected, "{path}");
        }
    }

    proptest! {
        #[test]
        fn no_argument_leaves_its_quotes(argument in any::<String>()) {
            let Ok(text) = call("", &[&argument]) else { return Ok(()) };
            let rest = text.strip_prefix("\"C:\\Program Files\\x & y\\script.bat\" ").unwrap();
            let inner = rest.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            prop_assert_eq!(inner.unwrap_or(rest), &argument);
            if inner.is_none() {
                prop_assert!(!rest.contains(['&', '|', '<', '>', '^', '(', ')', ' ', '"']));
            }
        }
    }
}
