//! What the agent says about a terminal, on the terminal's channel.

use serde::Deserialize;

/// The channel of a terminal.
pub const CHANNEL: u16 = 1;

/// Empties the screen, but not what was scrolled out of it.
pub const CLEAR: &str = "\x1b[m\x1b[H\x1b[2J";

/// A message about the shell.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromTerminal {
    /// The whole screen; the output goes on at this offset.
    Snapshot {
        /// Bytes of the output before it.
        offset: u64,
        /// What draws the screen.
        text: String,
    },
    /// The shell has ended.
    Exit {
        /// Its code, if it has one.
        code: Option<i64>,
    },
    /// The size, and what only newer agents say.
    #[serde(other)]
    Unknown,
}
