//! From the name of a shell to the program that runs it, and how that is called.

mod calls;
mod find;
mod language;
mod powershell;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::os::programs::is_program;
use crate::os::{Call, Interpreter, Problem};
use language::{Language, interpreter_at, name_of, with_options};

/// Finds the interpreter for a shell's name, or says what is missing.
///
/// `shell` is `sh`, as on every system; here it comes with Git.
pub fn find_interpreter(shell: &str) -> Result<Interpreter, Problem> {
    if Path::new(shell).is_absolute() {
        return at_path(shell);
    }
    let of = |language: Language, program: Option<PathBuf>| {
        program.map(|program| language.interpreter(program))
    };
    let (found, needed) = match shell {
        "cmd" => (of(Language::Batch, find::system_program("cmd.exe")), "cmd.exe"),
        "powershell" => {
            let own = find::system_program(r"WindowsPowerShell\v1.0\powershell.exe");
            (of(Language::PowerShell, own.or_else(find::pwsh)), "PowerShell")
        }
        "pwsh" => (of(Language::PowerShell, find::pwsh()), "PowerShell 7"),
        "python" => (python(), "Python 3"),
        "bash" => (of(Language::Unix, find::unix_shell("bash")), "bash (Git has one)"),
        "sh" | "shell" => (of(Language::Unix, find::unix_shell("sh")), "sh (Git has one)"),
        "nushell" => (of(Language::Nushell, find::installed("nu")), "nu"),
        "deno" => (of(Language::Deno, find::installed("deno")), "deno"),
        _ => return Err(Problem::failed(format!("shell {shell} is not known to this agent"))),
    };
    found.ok_or_else(|| {
        Problem::failed(format!("shell {shell} needs {needed}, which is not installed"))
    })
}

/// Finds the interpreter that the first line of a script names, or says what is missing.
/// Paths of Unix mean the program of that name.
pub fn find_named_interpreter(
    program: &str,
    argument: Option<&str>,
) -> Result<Interpreter, Problem> {
    let mut options: Vec<&str> = argument.into_iter().collect();
    let mut wanted = program;
    if name_of(program) == "env" {
        let words = argument.unwrap_or_default();
        let words = words.strip_prefix("-S").unwrap_or(words);
        options = words.split_ascii_whitespace().collect();
        let missing = || Problem::failed("the first line of the script names no program");
        wanted = options.first().copied().ok_or_else(missing)?;
        options.remove(0);
    }
    let found = named(wanted);
    let missing = || Problem::failed(format!("the script needs {wanted}, which is not there"));
    let mut interpreter = found.ok_or_else(missing)?;
    let options = options.into_iter().map(OsString::from);
    match Language::of(&interpreter) {
        // The last of its own options is for the file.
        Language::PowerShell => interpreter.before_file.splice(0..0, options).for_each(drop),
        Language::Deno if options.len() > 0 => interpreter.before_file = options.collect(),
        _ => interpreter.before_file.extend(options),
    }
    Ok(interpreter)
}

/// How the interpreter is called with the text of a command. Its files, if it needs
/// any, will be in this folder.
pub fn command_call(interpreter: &Interpreter, text: &str, folder: &Path) -> Result<Call, Problem> {
    calls::of_command(interpreter, text, folder)
}

/// How the interpreter is called with a script and its arguments. The script will be
/// in this folder.
pub fn script_call(
    interpreter: &Interpreter,
    code: &str,
    arguments: &[String],
    folder: &Path,
) -> Result<Call, Problem> {
    calls::of_script(interpreter, code, arguments, folder)
}

/// The text of a script without the byte order mark. Its line ends are changed only
/// where an interpreter needs others.
pub fn script_text(code: &str) -> String {
    code.strip_prefix('\u{feff}').unwrap_or(code).to_owned()
}

fn python() -> Option<Interpreter> {
    let (program, option) = find::python()?;
    let interpreter = Language::Python.interpreter(program);
    Some(with_options(interpreter, option.as_slice()))
}

/// The interpreter that a script calls by a name or by a path of any system.
fn named(program: &str) -> Option<Interpreter> {
    let path = Path::new(program);
    if path.is_absolute() && is_program(path) {
        return Some(interpreter_at(path));
    }
    let name = name_of(program);
    match Language::of_program(name) {
        Language::Batch => find_interpreter("cmd").ok(),
        Language::PowerShell => find_interpreter(name.trim_end_matches(".exe")).ok(),
        Language::Python => python(),
        language @ Language::Unix => find::unix_shell(name).map(|path| language.interpreter(path)),
        language => find::installed(name).map(|path| language.interpreter(path)),
    }
}

fn at_path(path: &str) -> Result<Interpreter, Problem> {
    let program = Path::new(path);
    match is_program(program) {
        true => Ok(interpreter_at(program)),
        false => Err(Problem::failed(format!("there is no program at {path}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shells_that_cannot_be_had_are_refused_by_name() {
        for (shell, reason) in [
            ("fish", "shell fish is not known to this agent"),
            ("", "shell  is not known to this agent"),
            (r"bin\sh", r"shell bin\sh is not known to this agent"),
            ("/bin/sh", "shell /bin/sh is not known to this agent"),
            (r"C:\no\such.exe", r"there is no program at C:\no\such.exe"),
            (r"C:\", r"there is no program at C:\"),
        ] {
            assert_eq!(find_interpreter(shell).unwrap_err().to_string(), reason);
        }
        if let Err(problem) = find_interpreter("shell") {
            let reason = "shell shell needs sh (Git has one), which is not installed";
            assert_eq!(problem.to_string(), reason);
        }
    }

    #[test]
    fn the_shell_of_the_system_is_there_by_name_and_by_path() {
        let shell = find_interpreter("cmd").unwrap();
        assert_eq!(shell.file_name, "script.bat");
        assert_eq!(find_interpreter(shell.program.to_str().unwrap()).unwrap(), shell);
        assert_eq!(find_named_interpreter("cmd.exe", None).unwrap(), shell);
    }

    #[test]
    fn the_program_in_a_first_line_is_named_when_it_is_missing() {
        for (program, argument, missing) in [
            ("/usr/bin/env", Some("no-such-program"), "no-such-program"),
            ("/usr/bin/env", Some("-S no-such-program -x"), "no-such-program"),
            ("/opt/no-such-program", None, "/opt/no-such-program"),
        ] {
            let reason = find_named_interpreter(program, argument).unwrap_err().to_string();
            assert_eq!(reason, format!("the script needs {missing}, which is not there"));
        }
        let reason = find_named_interpreter("/usr/bin/env", None).unwrap_err().to_string();
        assert_eq!(reason, "the first line of the script names no program");
    }

    #[test]
    fn only_the_mark_is_taken_off_a_script() {
        assert_eq!(script_text("\u{feff}a\r\nb\n"), "a\r\nb\n");
    }
}
