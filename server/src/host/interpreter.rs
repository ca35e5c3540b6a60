//! From the shell of a script to the program that runs its file.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::CannotStart;

/// Where programs are when the server's own PATH is not set.
const DEFAULT_PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// A program that runs a file.
#[derive(Debug, PartialEq)]
pub struct Interpreter {
    pub program: PathBuf,
    /// What precedes the path of the file.
    pub before_file: Vec<String>,
    /// The name the file must have.
    pub file_name: &'static str,
}

/// Finds what runs a script, or returns what is missing.
///
/// A `shell` script is run by the program that its first line names.
pub fn find(shell: &str, code: &str) -> Result<Interpreter, CannotStart> {
    if shell == "shell"
        && let Some(line) = code.strip_prefix("#!").and_then(|rest| rest.lines().next())
    {
        return by_first_line(line);
    }
    let (name, before_file, file_name): (&str, &[&str], &'static str) = match shell {
        "shell" => ("sh", &[], "script.sh"),
        "python" => ("python3", &[], "script.py"),
        "powershell" => ("pwsh", &["-NoProfile", "-NonInteractive", "-File"], "script.ps1"),
        "nushell" => ("nu", &[], "script.nu"),
        "deno" => ("deno", &["run", "--allow-all"], "script.ts"),
        "cmd" => return Err(CannotStart("shell cmd exists on Windows only".to_owned())),
        _ => return Err(CannotStart(format!("shell {shell} is not one this server knows"))),
    };
    let missing = || format!("shell {shell} needs {name}, which is not installed on the server");
    let program = find_program(name).ok_or_else(|| CannotStart(missing()))?;
    let before_file = before_file.iter().map(|&argument| argument.to_owned()).collect();
    Ok(Interpreter { program, before_file, file_name })
}

/// As the kernel reads it: all that follows the program is one argument.
fn by_first_line(line: &str) -> Result<Interpreter, CannotStart> {
    let blanks = [' ', '\t', '\r'];
    let line = line.trim_matches(blanks);
    let (name, rest) = line.split_once(blanks).unwrap_or((line, ""));
    let argument = rest.trim_start_matches(blanks);
    let program = match name.contains('/') {
        true => Some(PathBuf::from(name)).filter(|path| is_program(path)),
        false => find_program(name),
    };
    let missing = || CannotStart(format!("the script needs {name}, which is not on the server"));
    let before_file = (!argument.is_empty()).then(|| argument.to_owned()).into_iter().collect();
    Ok(Interpreter { program: program.ok_or_else(missing)?, before_file, file_name: "script" })
}

/// The folders that programs are looked for in.
pub fn search_path() -> OsString {
    std::env::var_os("PATH").filter(|path| !path.is_empty()).unwrap_or_else(|| DEFAULT_PATH.into())
}

fn find_program(name: &str) -> Option<PathBuf> {
    let folders = search_path();
    let mut paths = std::env::split_paths(&folders).map(|folder| folder.join(name));
    paths.find(|path| is_program(path))
}

fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_interpreter_is_refused_by_name() {
        for (shell, code, reason) in [
            ("cmd", "dir", "shell cmd exists on Windows only"),
            ("fish", "ls", "shell fish is not one this server knows"),
            ("shell", "#!/no/such -x\n", "the script needs /no/such, which is not on the server"),
            ("shell", "#!no-such\n", "the script needs no-such, which is not on the server"),
            ("shell", "#!\n", "the script needs , which is not on the server"),
        ] {
            assert_eq!(find(shell, code).unwrap_err().to_string(), reason);
        }
    }

    #[test]
    fn the_first_line_of_a_script_names_its_program() {
        let found = find("shell", "#! /bin/sh -e -u \r\necho\r\n").unwrap();
        let (program, before_file) = (PathBuf::from("/bin/sh"), vec!["-e -u".to_owned()]);
        assert_eq!(found, Interpreter { program, before_file, file_name: "script" });
        let found = find("shell", "echo '#!/bin/no'").unwrap();
        assert!(found.program.ends_with("sh") && found.before_file.is_empty(), "{found:?}");
    }
}
