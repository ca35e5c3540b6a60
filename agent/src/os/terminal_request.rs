//! What a terminal is opened with, and why none is.

use std::path::PathBuf;

use super::problem::Problem;
use crate::run_id::RunId;

/// A shell that is wanted.
#[derive(Clone, Debug)]
#[cfg_attr(windows, expect(dead_code, reason = "no terminal is opened there yet"))]
pub struct TerminalRequest {
    /// The mark that all of its processes carry.
    pub mark: RunId,
    /// A folder of the agent's own that belongs to the session.
    pub folder: PathBuf,
    /// A known name or an absolute path; empty: the login shell of its account.
    pub shell: String,
    /// Whether it runs as the user who is logged in, not as the agent's account.
    pub run_as_user: bool,
    /// Height in characters.
    pub rows: u16,
    /// Width in characters.
    pub cols: u16,
}

/// What runs in a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerminalProgram {
    /// The path of the shell.
    pub shell: String,
    /// The name of the account it runs as.
    pub account: String,
}

/// Who shows what is typed into a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(all(windows, not(test)), expect(dead_code, reason = "no terminal is opened there yet"))]
pub enum Echo {
    /// The terminal.
    On,
    /// Nobody, as while a password is asked for.
    Off,
    /// The program, if it wants to: it reads keys, not lines.
    ByProgram,
}

#[cfg(any(unix, test))]
impl Echo {
    /// Who showed what was typed between two moments. Where that may have been nobody, it
    /// was: what is typed may be a password.
    pub fn until(self, later: Self) -> Self {
        match (self, later) {
            (Self::Off, _) | (_, Self::Off) => Self::Off,
            (Self::On, Self::On) => Self::On,
            _ => Self::ByProgram,
        }
    }
}

/// Why no terminal is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerminalRefusal {
    /// For programs.
    pub code: &'static str,
    /// For people.
    pub reason: String,
}

impl TerminalRefusal {
    /// A refusal with a sentence.
    pub fn new(code: &'static str, reason: impl Into<String>) -> Self {
        Self { code, reason: reason.into() }
    }

    /// The shell cannot be had.
    #[cfg_attr(windows, expect(dead_code, reason = "no terminal is opened there yet"))]
    pub fn invalid_shell(reason: impl Into<String>) -> Self {
        Self::new("invalid_shell", reason)
    }
}

impl From<Problem> for TerminalRefusal {
    fn from(problem: Problem) -> Self {
        let code = match problem {
            Problem::Failed(_) | Problem::Refused(_) => "not_opened",
            Problem::Unsupported(_) => "not_supported",
        };
        Self::new(code, problem.to_string())
    }
}
