//! Informs the people on text consoles and remote logins, by a line on their terminals.

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::time::Duration;

use nix::fcntl::OFlag;

use crate::os::run_tool;

const TOOL_LIMIT: Duration = Duration::from_secs(3);
/// Terminals that are written to, at most.
const MAX_TERMINALS: usize = 64;

/// Writes a text, without anything in it that a terminal would obey, on the terminals of all
/// who are logged in. Terminals that do not take it are left out.
pub async fn write_notice_lines(text: &str) {
    let logins = run_tool("who", &[], TOOL_LIMIT).await.map(|output| output.stdout);
    let line = format!("\r\n*** {} ***\r\n", text.replace('\n', " "));
    for terminal in terminals(&logins.unwrap_or_default()) {
        if let Err(error) = write_line(&format!("/dev/{terminal}"), &line) {
            tracing::debug!(terminal, %error, "a notice was not written");
        }
    }
}

/// Reads `who`: a name and a terminal in each line. Displays are listed too: `:0`.
fn terminals(logins: &str) -> Vec<&str> {
    let names = logins.lines().filter_map(|line| line.split_whitespace().nth(1));
    let is_terminal = |name: &&str| {
        let number = name.strip_prefix("tty").or_else(|| name.strip_prefix("pts/"));
        number.is_some_and(|rest| {
            !rest.is_empty() && rest.chars().all(|letter| letter.is_ascii_alphanumeric())
        })
    };
    names.filter(is_terminal).take(MAX_TERMINALS).collect()
}

/// A terminal that was stopped does not hold the agent up.
fn write_line(path: &str, line: &str) -> std::io::Result<()> {
    let flags = OFlag::O_NONBLOCK | OFlag::O_NOCTTY | OFlag::O_NOFOLLOW;
    let mut terminal = OpenOptions::new().write(true).custom_flags(flags.bits()).open(path)?;
    if !terminal.metadata()?.file_type().is_char_device() {
        return Err(std::io::Error::other("it is not a terminal"));
    }
    terminal.write_all(line.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_terminals_are_written_to() {
        let logins = "ann  tty1   2026-01-02 10:00\nbob pts/3 2026-01-02 10:00 (host)\n\
                      cy :0 2026-01-02 10:00 (:0)\neve pts/../shadow x\nmal tty x\nbad\n";
        assert_eq!(terminals(logins), ["tty1", "pts/3"]);
    }

    #[test]
    fn a_file_is_not_a_terminal() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tty9");
        std::fs::write(&path, "").unwrap();
        assert!(write_line(path.to_str().unwrap(), "x").is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"");
    }
}
