//! What people read while they are connected. It goes to standard error: standard output
//! belongs to the client and to the shell.

use std::fmt::Display;
use std::io::{IsTerminal, stderr};

/// Prints a line, also while the terminal is raw.
#[expect(clippy::print_stderr, reason = "standard output belongs to the client and to the shell")]
pub fn say(text: impl Display) {
    let end = if stderr().is_terminal() { "\r\n" } else { "\n" };
    eprint!("muster: {}{end}", printable(&text.to_string()));
}

/// A text from elsewhere, which must not command the terminal.
pub fn printable(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn nobody_elsewhere_commands_the_terminal() {
        assert_eq!(printable("a\u{1b}[2Jb\r\nc\u{9b}m"), "a [2Jb  c m");
    }
}
