//! What a command prints for the person who gave it.

use std::io::Write;

/// Writes a line to standard output.
pub fn say(line: &str) {
    // A reader that has closed the pipe does not stop the command.
    let _ = writeln!(std::io::stdout(), "{line}");
}
