//! From the name of a shell to the program that runs it.

use std::path::PathBuf;

use super::programs::{find_program, is_program};
use crate::os::{Interpreter, Problem};

/// Finds the interpreter for a shell's name, or says what is missing.
pub fn find_interpreter(shell: &str) -> Result<Interpreter, Problem> {
    if shell.starts_with('/') {
        return at_path(shell);
    }
    // `--` keeps a text that begins with a dash from being read as an option.
    let known = match shell {
        "bash" => known("bash", &["-c", "--"], &[], "script.sh"),
        "sh" | "shell" => known("sh", &["-c", "--"], &[], "script.sh"),
        "python" => known("python3", &["-c"], &[], "script.py"),
        "powershell" => known(
            "pwsh",
            &["-NoProfile", "-NonInteractive", "-Command"],
            &["-NoProfile", "-NonInteractive", "-File"],
            "script.ps1",
        ),
        "nushell" => known("nu", &["-c"], &[], "script.nu"),
        // `eval` may do everything, so the file may too.
        "deno" => known("deno", &["eval"], &["run", "--allow-all"], "script.ts"),
        "cmd" => return Err(Problem::unsupported("shell cmd exists on Windows only")),
        _ => return Err(Problem::failed(format!("shell {shell} is not known to this agent"))),
    };
    let (name, before_text, before_file, file_name) = known;
    let Some(program) = find_program(name) else {
        return Err(Problem::failed(format!("shell {shell} needs {name}, which is not installed")));
    };
    Ok(Interpreter { program, before_text, before_file, file_name })
}

/// The text of a script as programs of this system expect it: without the byte
/// order mark and the line ends that editors on Windows write.
pub fn script_text(code: &str) -> String {
    code.strip_prefix('\u{feff}').unwrap_or(code).replace("\r\n", "\n")
}

type Arguments = &'static [&'static str];

fn known(
    name: &'static str,
    before_text: Arguments,
    before_file: Arguments,
    file_name: &'static str,
) -> (&'static str, Arguments, Arguments, &'static str) {
    (name, before_text, before_file, file_name)
}

fn at_path(path: &str) -> Result<Interpreter, Problem> {
    let program = PathBuf::from(path);
    if !is_program(&program) {
        return Err(Problem::failed(format!("there is no program at {path}")));
    }
    Ok(Interpreter { program, before_text: &["-c"], before_file: &[], file_name: "script" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shells_that_cannot_be_had_are_refused_by_name() {
        for (shell, reason) in [
            ("cmd", "shell cmd exists on Windows only"),
            ("fish", "shell fish is not known to this agent"),
            ("", "shell  is not known to this agent"),
            ("bin/sh", "shell bin/sh is not known to this agent"),
            ("/no/such/shell", "there is no program at /no/such/shell"),
            ("/etc/passwd", "there is no program at /etc/passwd"),
            ("/tmp", "there is no program at /tmp"),
        ] {
            assert_eq!(find_interpreter(shell).unwrap_err().to_string(), reason);
        }
    }

    #[test]
    fn sh_and_shell_are_the_same_program() {
        assert_eq!(find_interpreter("sh").unwrap(), find_interpreter("shell").unwrap());
    }

    #[test]
    fn line_ends_and_marks_of_windows_are_removed() {
        assert_eq!(script_text("\u{feff}#!/bin/sh\r\necho a\rb\r\n"), "#!/bin/sh\necho a\rb\n");
    }
}
