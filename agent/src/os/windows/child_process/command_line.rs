//! The command line of a process: Windows has no list of arguments, and every program
//! takes its line apart itself.

use std::ffi::{OsStr, OsString};
use std::os::windows::ffi::OsStrExt;
use std::path::Path;

use crate::os::Problem;

/// The longest line Windows takes, with the zero at its end.
const MAX_UNITS: usize = 32_767;

/// The longest line the shell takes.
const MAX_SHELL_UNITS: usize = 8_191;

const QUOTE: u16 = b'"' as u16;
const BACKSLASH: u16 = b'\\' as u16;

/// The line that starts a program with these arguments, with a zero at its end.
///
/// Programs take it apart as the C library of Windows does. The shell does not: what
/// follows its `/c` is the text of a command, which it gets as it is.
pub fn command_line(program: &Path, arguments: &[OsString]) -> Result<Vec<u16>, Problem> {
    let mut line = vec![QUOTE];
    line.extend(program.as_os_str().encode_wide());
    line.push(QUOTE);
    let is_shell = is_shell(program);
    let mut is_text = false;
    for argument in arguments {
        line.push(u16::from(b' '));
        match is_text {
            true => {
                line.push(QUOTE);
                line.extend(argument.encode_wide());
                line.push(QUOTE);
            }
            false => append_quoted(argument, &mut line),
        }
        is_text |= is_shell && argument.eq_ignore_ascii_case("/c");
    }
    let limit = if is_shell { MAX_SHELL_UNITS } else { MAX_UNITS };
    if line.contains(&0) {
        let shown = program.display();
        let reason = format!("{shown} cannot be started: an argument has a zero byte");
        return Err(Problem::failed(reason));
    }
    line.push(0);
    if line.len() > limit {
        let reason = "the arguments are together more than this system takes";
        return Err(Problem::failed(reason));
    }
    Ok(line)
}

fn is_shell(program: &Path) -> bool {
    program.file_stem().is_some_and(|name| name.eq_ignore_ascii_case("cmd"))
}

/// Puts an argument in quotes when it needs them. Backslashes count only before a quote:
/// there each is doubled.
fn append_quoted(argument: &OsStr, line: &mut Vec<u16>) {
    let units: Vec<u16> = argument.encode_wide().collect();
    let separates = |unit: &u16| matches!(*unit, 0x20 | 0x09 | 0x0a | 0x0b | QUOTE);
    if !units.is_empty() && !units.iter().any(separates) {
        line.extend(units);
        return;
    }
    line.push(QUOTE);
    let mut backslashes = 0;
    for unit in units {
        if unit == QUOTE {
            line.extend(std::iter::repeat_n(BACKSLASH, backslashes + 1));
        }
        backslashes = if unit == BACKSLASH { backslashes + 1 } else { 0 };
        line.push(unit);
    }
    line.extend(std::iter::repeat_n(BACKSLASH, backslashes));
    line.push(QUOTE);
}

#[cfg(test)]
mod tests {
    use std::os::windows::ffi::OsStringExt;

    use proptest::prelude::*;
    use windows::Win32::Foundation::{HLOCAL, LocalFree};
    use windows::Win32::UI::Shell::CommandLineToArgvW;
    use windows::core::PCWSTR;

    use super::*;

    /// What Windows makes of a line.
    #[expect(unsafe_code, reason = "Windows returns a list that has to be freed")]
    fn taken_apart(line: &[u16]) -> Vec<OsString> {
        assert_eq!(line.last(), Some(&0));
        let mut count = 0;
        // SAFETY: the line ends with a zero; the list has so many texts, each of which ends
        // with a zero, and is freed once.
        unsafe {
            let list = CommandLineToArgvW(PCWSTR(line.as_ptr()), &mut count);
            assert!(!list.is_null());
            let texts = std::slice::from_raw_parts(list, usize::try_from(count).unwrap());
            let texts = texts.iter().map(|text| OsString::from_wide(text.as_wide())).collect();
            LocalFree(Some(HLOCAL(list.cast())));
            texts
        }
    }

    fn line(program: &str, arguments: &[&str]) -> Result<String, String> {
        let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        let line = command_line(Path::new(program), &arguments).map_err(|p| p.to_string())?;
        Ok(String::from_utf16(&line[..line.len() - 1]).unwrap())
    }

    #[test]
    fn arguments_are_quoted_when_they_need_it() {
        let arguments = ["a", "", "a b", "\"", "a\\", "a b\\", "\\\"", "a\\\\b"];
        let expected = r#""C:\x y.exe" a "" "a b" "\"" a\ "a b\\" "\\\"" a\\b"#;
        assert_eq!(line(r"C:\x y.exe", &arguments).unwrap(), expected);
    }

    #[test]
    fn the_shell_gets_the_text_of_a_command_as_it_is() {
        let shell = r"C:\Windows\System32\CMD.exe";
        let text = r#"echo "a b" & type "C:\x y\""#;
        let expected = format!("\"{shell}\" /d /s /c \"{text}\"");
        assert_eq!(line(shell, &["/d", "/s", "/c", text]).unwrap(), expected);
        assert!(line("python.exe", &["/c", "\""]).unwrap().ends_with("/c \"\\\"\""));
    }

    #[test]
    fn what_no_line_can_hold_is_refused() {
        let zero = line("x.exe", &["a\0b"]).unwrap_err();
        assert_eq!(zero, "x.exe cannot be started: an argument has a zero byte");
        let (long, too_long) = ("x".repeat(8_000), "x".repeat(33_000));
        assert!(line("x.exe", &[&long, &long, &long]).is_ok() && line("cmd.exe", &[&long]).is_ok());
        for (program, arguments) in
            [("x.exe", vec![too_long.as_str()]), ("cmd.exe", vec![&long, &long])]
        {
            let reason = line(program, &arguments).unwrap_err();
            assert_eq!(reason, "the arguments are together more than this system takes");
        }
    }

    proptest! {
        #[test]
        fn windows_reads_what_was_written(
            arguments in prop::collection::vec("[a \\\\\"\t\n]{0,8}|[^\0]{0,8}", 0..6),
        ) {
            let arguments: Vec<OsString> = arguments.into_iter().map(OsString::from).collect();
            let line = command_line(Path::new(r"C:\a b\x.exe"), &arguments).unwrap();
            let found = taken_apart(&line);
            prop_assert_eq!(&found[0], r"C:\a b\x.exe");
            prop_assert_eq!(&found[1..], &arguments[..]);
        }
    }
}
