//! Terminals: none yet.

use std::io;
use std::process::ExitStatus;

use crate::os::{Echo, Problem, TerminalProgram, TerminalRefusal, TerminalRequest};

const NONE: &str = "Terminals are not there yet for Windows agents: run commands and scripts, or \
                    open the screen.";

/// What a shell prints.
pub type TerminalReader = tokio::io::Empty;

/// What is typed into a shell.
pub type TerminalWriter = tokio::io::Sink;

/// A shell in a terminal of its own, and everything that it starts.
#[derive(Debug)]
pub enum Terminal {}

/// Refuses where no terminal can be opened, whatever is asked for.
pub fn require() -> Result<(), Problem> {
    Err(Problem::unsupported(NONE))
}

/// Starts a shell in a terminal of its own.
pub async fn open(
    _request: &TerminalRequest,
) -> Result<(Terminal, TerminalReader, TerminalWriter), TerminalRefusal> {
    Err(Problem::unsupported(NONE).into())
}

/// Changes the size of a terminal.
pub fn resize(_writer: &TerminalWriter, _rows: u16, _cols: u16) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Types as much as the terminal takes, and says who shows it.
pub async fn write(_writer: &mut TerminalWriter, _bytes: &[u8]) -> io::Result<(usize, Echo)> {
    Err(io::ErrorKind::Unsupported.into())
}

impl Terminal {
    /// What runs in it.
    pub fn program(&self) -> &TerminalProgram {
        match *self {}
    }

    /// Waits for the end of the shell, not for what it left in the background.
    pub async fn wait(&mut self) -> io::Result<ExitStatus> {
        match *self {}
    }

    /// Ends the shell and everything that it started.
    pub async fn end(&mut self) {
        match *self {}
    }
}
