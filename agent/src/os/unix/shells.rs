//! From the name of a shell to the program that runs it, and how that is called.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::programs::{find_program, is_program};
use super::windows_only::windows_only;
use crate::os::{Call, Interpreter, Problem};

/// A command with more text than this is run from a file.
const MAX_INLINE_BYTES: usize = 100 * 1024;

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
        "powershell" | "pwsh" => known(
            "pwsh",
            &["-NoProfile", "-NonInteractive", "-Command"],
            &["-NoProfile", "-NonInteractive", "-File"],
            "script.ps1",
        ),
        "nushell" => known("nu", &["-c"], &[], "script.nu"),
        // `eval` may do everything, so the file may too.
        "deno" => known("deno", &["eval"], &["run", "--allow-all"], "script.ts"),
        "cmd" => return Err(windows_only("shell cmd")),
        _ => return Err(Problem::failed(format!("shell {shell} is not known to this agent"))),
    };
    let (name, before_text, before_file, file_name) = known;
    let Some(program) = find_program(name) else {
        return Err(Problem::failed(format!("shell {shell} needs {name}, which is not installed")));
    };
    let [before_text, before_file] =
        [before_text, before_file].map(|words| words.iter().map(OsString::from).collect());
    Ok(Interpreter { program, before_text, before_file, file_name })
}

/// Finds the interpreter that the first line of a script names, as the kernel would
/// do it, or says what is missing.
pub fn find_named_interpreter(
    program: &str,
    argument: Option<&str>,
) -> Result<Interpreter, Problem> {
    let found = match program.contains('/') {
        true => Some(PathBuf::from(program)).filter(|path| is_program(path)),
        // The kernel would look in the current folder only.
        false => find_program(program),
    };
    let missing = |name| Problem::failed(format!("the script needs {name}, which is not there"));
    let found = found.ok_or_else(|| missing(program))?;
    match looked_up_by_env(program, argument) {
        Some(name) if find_program(name).is_none() => Err(missing(name)),
        _ => Ok(Interpreter {
            program: found,
            before_text: Vec::new(),
            before_file: argument.map(OsString::from).into_iter().collect(),
            file_name: "script",
        }),
    }
}

/// How the interpreter is called with the text of a command. Its files, if it needs
/// any, will be in this folder.
pub fn command_call(interpreter: &Interpreter, text: &str, folder: &Path) -> Result<Call, Problem> {
    if text.len() > MAX_INLINE_BYTES {
        return script_call(interpreter, text, &[], folder);
    }
    let arguments = interpreter.before_text.iter().cloned().chain([text.into()]).collect();
    Ok(Call { arguments, files: Vec::new() })
}

/// How the interpreter is called with a script and its arguments. The script will be
/// in this folder.
pub fn script_call(
    interpreter: &Interpreter,
    code: &str,
    arguments: &[String],
    folder: &Path,
) -> Result<Call, Problem> {
    let path = folder.join(interpreter.file_name).into();
    let arguments = arguments.iter().map(OsString::from);
    Ok(Call {
        arguments: interpreter.before_file.iter().cloned().chain([path]).chain(arguments).collect(),
        files: vec![(interpreter.file_name, code.as_bytes().to_vec())],
    })
}

/// The text of a script as programs of this system expect it: without the byte
/// order mark and the line ends that editors on Windows write.
pub fn script_text(code: &str) -> String {
    code.strip_prefix('\u{feff}').unwrap_or(code).replace("\r\n", "\n")
}

/// The name that `env` will look for: it would start, and then fail.
fn looked_up_by_env<'a>(program: &str, argument: Option<&'a str>) -> Option<&'a str> {
    let is_env = Path::new(program).file_name().is_some_and(|name| name == "env");
    let argument = argument.filter(|_| is_env)?;
    let name = match argument.strip_prefix("-S") {
        Some(words) => words.split_ascii_whitespace().next()?,
        None => argument,
    };
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._+-".contains(&byte);
    (!name.starts_with('-') && name.bytes().all(is_plain)).then_some(name)
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
    let before_text = vec!["-c".into()];
    Ok(Interpreter { program, before_text, before_file: Vec::new(), file_name: "script" })
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
    fn a_program_in_the_first_line_that_is_not_there_is_named() {
        for (program, argument, missing) in [
            ("/no/such/program", Some("-x"), "/no/such/program"),
            ("/usr/bin/env", Some("no-such-program"), "no-such-program"),
            ("/usr/bin/env", Some("-S no-such-program -x"), "no-such-program"),
            ("no-such-program", None, "no-such-program"),
        ] {
            let refusal = find_named_interpreter(program, argument).unwrap_err().to_string();
            assert_eq!(refusal, format!("the script needs {missing}, which is not there"));
        }
        for (program, argument) in [
            ("/bin/sh", None),
            ("sh", None),
            ("/usr/bin/env", Some("sh")),
            ("env", Some("-S A=1 sh")),
        ] {
            let found = find_named_interpreter(program, argument).unwrap();
            assert_eq!(found.before_file, Vec::from_iter(argument.map(OsString::from)));
        }
    }

    #[test]
    fn line_ends_and_marks_of_windows_are_removed() {
        assert_eq!(script_text("\u{feff}#!/bin/sh\r\necho a\rb\r\n"), "#!/bin/sh\necho a\rb\n");
    }
}
