//! The only file that writes to standard output.

/// Prints a line for a person or a script.
#[expect(clippy::print_stdout, reason = "what a command answers goes to standard output")]
pub fn print_line(line: impl std::fmt::Display) {
    println!("{line}");
}
