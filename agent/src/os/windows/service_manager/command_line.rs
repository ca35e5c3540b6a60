//! The command line of the service: which program it starts, with which data directory.

use std::path::PathBuf;

use crate::os::files::default_data_dir;
use crate::os::service_command::ServiceCommand;

/// Reads a command line back; none when it does not start an agent.
pub fn read_command_line(line: &str) -> Option<ServiceCommand> {
    let words = split(line);
    let (program, rest) = words.split_first()?;
    let mut rest = rest.iter();
    if rest.next()? != "run" {
        return None;
    }
    let mut data = None;
    while let Some(word) = rest.next() {
        match word.as_str() {
            "--service" => {}
            "--data" => data = Some(PathBuf::from(rest.next()?)),
            other => data = Some(PathBuf::from(other.strip_prefix("--data=")?)),
        }
    }
    Some(ServiceCommand { program: program.into(), data: data.unwrap_or_else(default_data_dir) })
}

/// The words of a command line, as a program of Windows reads its own: a backslash
/// means something before a quotation mark alone.
fn split(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (program, mut rest) = split_program(line);
    words.extend(program);
    while let Some((word, further)) = next_word(rest) {
        words.push(word);
        rest = further;
    }
    words
}

/// In the first word a backslash is always one.
fn split_program(line: &str) -> (Option<String>, &str) {
    let line = line.trim_start();
    let (program, rest) = match line.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
        None => line.split_once([' ', '\t']).unwrap_or((line, "")),
    };
    (Some(program.to_owned()).filter(|program| !program.is_empty()), rest)
}

fn next_word(line: &str) -> Option<(String, &str)> {
    let line = line.trim_start_matches([' ', '\t']);
    if line.is_empty() {
        return None;
    }
    let (mut word, mut is_quoted, mut backslashes) = (String::new(), false, 0);
    let mut letters = line.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => backslashes += 1,
            '"' => {
                word.extend(std::iter::repeat_n('\\', backslashes / 2));
                match (backslashes % 2, is_quoted && letters.peek().is_some_and(|l| l.1 == '"')) {
                    (1, _) => word.push('"'),
                    (_, true) => {
                        word.push('"');
                        letters.next();
                    }
                    _ => is_quoted = !is_quoted,
                }
                backslashes = 0;
            }
            other => {
                word.extend(std::iter::repeat_n('\\', backslashes));
                backslashes = 0;
                if !is_quoted && matches!(other, ' ' | '\t') {
                    return Some((word, &line[at..]));
                }
                word.push(other);
            }
        }
    }
    word.extend(std::iter::repeat_n('\\', backslashes));
    Some((word, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        split(line)
    }

    #[test]
    fn words_are_split_as_windows_does() {
        assert_eq!(words(r#""C:\a b\c.exe" run"#), [r"C:\a b\c.exe", "run"]);
        assert_eq!(words(r"C:\a\c.exe  run	x "), [r"C:\a\c.exe", "run", "x"]);
        assert_eq!(words(r#"p "a\\b" "c d\\" e\f"#), ["p", r"a\\b", r"c d\", r"e\f"]);
        assert_eq!(words(r#"p a\"b "c""d" """#), ["p", r#"a"b"#, r#"c"d"#, ""]);
        assert!(words("  ").is_empty());
    }

    #[test]
    fn a_service_of_ours_is_read_back() {
        let started = |program: &str, data: &str| {
            Some(ServiceCommand { program: program.into(), data: data.into() })
        };
        let (program, data) = (r"C:\Program Files\Muster\muster-agent.exe", r"D:\my data");
        let expected = started(program, data);
        for line in [
            format!(r#""{program}" run --service --data "{data}""#),
            format!(r#""{program}" run --data "{data}" --service"#),
            format!(r#""{program}" run "--data={data}""#),
        ] {
            assert_eq!(read_command_line(&line), expected, "{line}");
        }
        let default = default_data_dir();
        let line = format!(r#""{program}" run --service"#);
        assert_eq!(read_command_line(&line).unwrap().data, default);
    }

    #[test]
    fn a_service_of_somebody_else_is_not_read() {
        for line in ["", "a.exe", "a.exe serve", "a.exe run --other x", "a.exe run --data"] {
            assert_eq!(read_command_line(line), None, "{line}");
        }
    }
}
