//! From the name of a shell to the program that runs it.

use std::path::PathBuf;

use super::CannotStart;
use super::environment::{find_program, is_program};

/// A program that runs a command's text.
#[derive(Debug, PartialEq)]
pub struct Interpreter {
    /// The program.
    pub program: PathBuf,
    /// What stands before the text when it is an argument.
    pub before_text: &'static [&'static str],
    /// What stands before the path when the text is in a file.
    pub before_file: &'static [&'static str],
    /// How the name of such a file must end.
    pub file_name: &'static str,
}

/// Finds the interpreter for a shell's name, or says what is missing.
pub fn find(shell: &str) -> Result<Interpreter, CannotStart> {
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
        "cmd" => return Err(CannotStart("shell cmd exists on Windows only".to_owned())),
        _ => return Err(CannotStart(format!("shell {shell} is not one this agent knows"))),
    };
    let (name, before_text, before_file, file_name) = known;
    let Some(program) = find_program(name) else {
        return Err(CannotStart(format!("shell {shell} needs {name}, which is not installed")));
    };
    Ok(Interpreter { program, before_text, before_file, file_name })
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

fn at_path(path: &str) -> Result<Interpreter, CannotStart> {
    let program = PathBuf::from(path);
    if !is_program(&program) {
        return Err(CannotStart(format!("there is no program at {path}")));
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
            ("fish", "shell fish is not one this agent knows"),
            ("", "shell  is not one this agent knows"),
            ("bin/sh", "shell bin/sh is not one this agent knows"),
            ("/no/such/shell", "there is no program at /no/such/shell"),
            ("/etc/passwd", "there is no program at /etc/passwd"),
            ("/tmp", "there is no program at /tmp"),
        ] {
            assert_eq!(find(shell).unwrap_err().to_string(), reason);
        }
    }

    #[test]
    fn sh_and_shell_are_the_same_program() {
        assert_eq!(find("sh").unwrap(), find("shell").unwrap());
    }
}
