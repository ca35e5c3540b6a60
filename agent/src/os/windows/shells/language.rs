//! The languages of commands and scripts, and the options of their interpreters.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::os::Interpreter;

/// What PowerShell is told each time: nobody's own settings, no questions, and no
/// regard for a policy that is made for people.
const POWERSHELL: [&str; 4] = ["-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass"];

/// Python prints UTF-8, whatever the console's code page is.
const PYTHON: [&str; 2] = ["-X", "utf8"];

/// What an interpreter reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Language {
    Batch,
    PowerShell,
    Python,
    /// The language of `sh` and `bash`.
    Unix,
    Nushell,
    Deno,
    /// One that takes `-c` and a text, or the path of a file.
    Other,
}

impl Language {
    /// The language of a program, by its name.
    pub fn of_program(name: &str) -> Self {
        let name = name.to_ascii_lowercase();
        match name.strip_suffix(".exe").unwrap_or(&name) {
            "cmd" => Self::Batch,
            "powershell" | "pwsh" => Self::PowerShell,
            "python" | "python3" => Self::Python,
            "sh" | "bash" => Self::Unix,
            "nu" => Self::Nushell,
            "deno" => Self::Deno,
            _ => Self::Other,
        }
    }

    /// What the interpreter reads, which shows in the name of its file.
    pub fn of(interpreter: &Interpreter) -> Self {
        let all =
            [Self::Batch, Self::PowerShell, Self::Python, Self::Unix, Self::Nushell, Self::Deno];
        let is_its = |language: &Self| language.file_name() == interpreter.file_name;
        all.into_iter().find(is_its).unwrap_or(Self::Other)
    }

    /// The name of a file in this language.
    fn file_name(self) -> &'static str {
        match self {
            Self::Batch => "script.bat",
            Self::PowerShell => "script.ps1",
            Self::Python => "script.py",
            Self::Unix => "script.sh",
            Self::Nushell => "script.nu",
            Self::Deno => "script.ts",
            Self::Other => "script",
        }
    }

    /// The interpreter of this language that this program is.
    pub fn interpreter(self, program: PathBuf) -> Interpreter {
        let (before_text, before_file): (Vec<&str>, Vec<&str>) = match self {
            Self::Batch => (vec!["/d", "/s", "/c"], vec!["/d", "/s", "/c"]),
            Self::PowerShell => {
                ([&POWERSHELL[..], &["-Command"]].concat(), [&POWERSHELL[..], &["-File"]].concat())
            }
            Self::Python => ([&PYTHON[..], &["-c"]].concat(), PYTHON.to_vec()),
            Self::Deno => (vec!["eval"], vec!["run", "--allow-all"]),
            Self::Unix | Self::Nushell | Self::Other => (vec!["-c"], Vec::new()),
        };
        let words = |words: Vec<&str>| words.into_iter().map(OsString::from).collect();
        Interpreter {
            program,
            before_text: words(before_text),
            before_file: words(before_file),
            file_name: self.file_name(),
        }
    }
}

/// The name of a program without its folder, whichever way its path is written.
pub fn name_of(program: &str) -> &str {
    program.rsplit(['/', '\\']).next().unwrap_or(program)
}

/// Options that stand before all others.
pub fn with_options(mut interpreter: Interpreter, options: &[&str]) -> Interpreter {
    let options = || options.iter().map(OsString::from);
    interpreter.before_text.splice(0..0, options());
    interpreter.before_file.splice(0..0, options());
    interpreter
}

/// The interpreter that a program is, by its name.
pub fn interpreter_at(program: &Path) -> Interpreter {
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    Language::of_program(&name).interpreter(program.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_known_by_its_name() {
        for (program, language) in [
            (r"C:\Windows\System32\CMD.EXE", Language::Batch),
            (r"C:\pwsh.exe", Language::PowerShell),
            (r"C:\Python\python3.exe", Language::Python),
            (r"C:\Git\bin\bash.exe", Language::Unix),
            (r"C:\perl.exe", Language::Other),
        ] {
            let interpreter = interpreter_at(Path::new(program));
            assert_eq!(Language::of(&interpreter), language, "{program}");
        }
        assert_eq!(
            [name_of("/bin/sh"), name_of(r"C:\x\y.exe"), name_of("z")],
            ["sh", "y.exe", "z"]
        );
    }
}
