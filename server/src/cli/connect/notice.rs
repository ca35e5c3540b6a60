//! What people read while they are connected. It goes to standard error: standard output
//! belongs to the client and to the shell.

use std::fmt::Display;
use std::io::{IsTerminal, stderr};

use crate::remote_viewer::printable;

/// Prints a line, also while the terminal is raw.
#[expect(clippy::print_stderr, reason = "standard output belongs to the client and to the shell")]
pub fn say(text: impl Display) {
    let end = if stderr().is_terminal() { "\r\n" } else { "\n" };
    eprint!("muster: {}{end}", printable(&text.to_string()));
}
