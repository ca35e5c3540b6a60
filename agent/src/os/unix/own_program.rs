//! This program's own file and process: how it becomes the next one, and how it goes.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Starts the program in the place of this process.
#[derive(Debug)]
pub struct Successor {
    program: PathBuf,
}

/// Prepares that this process is followed by the program with the same arguments. What
/// is put back when that program is not there or does not start is the caller's matter:
/// on this system it learns of both.
pub fn prepare_restart(program: &Path, _fallback: Option<&Path>) -> io::Result<Successor> {
    Ok(Successor { program: program.to_owned() })
}

impl Successor {
    /// Replaces this process, with the same id: a service manager sees one service that
    /// continues. Returns only when that fails.
    #[expect(clippy::disallowed_methods, reason = "this process ends with it")]
    pub fn take_over(self) -> io::Result<ExitCode> {
        let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
        Err(Command::new(self.program).args(arguments).exec())
    }
}

/// Removes a program, also the one that runs. Returns a sentence when it goes later.
pub fn remove_program(program: &Path) -> io::Result<Option<String>> {
    std::fs::remove_file(program)?;
    Ok(None)
}

/// Does what this process was started for as a helper of another one: none is needed on
/// this system.
pub fn run_helper() -> Option<ExitCode> {
    None
}
