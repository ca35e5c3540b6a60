//! The names that programs use when they pass on what is in the clipboard.

use super::server::XServer;

/// The numbers of the names that programs use for this.
#[derive(Clone, Copy, Debug)]
pub struct ClipboardNames {
    /// The clipboard itself.
    pub clipboard: u32,
    /// Which forms a text can be had in.
    pub targets: u32,
    /// The form that all programs know.
    pub utf8: u32,
    /// The same for programs that think in files.
    pub plain: u32,
    /// The text follows in parts.
    pub parts: u32,
    /// Our own property.
    pub property: u32,
}

impl ClipboardNames {
    /// Asks the server for the numbers.
    pub fn read(server: &XServer) -> anyhow::Result<Self> {
        Ok(Self {
            clipboard: server.atom("CLIPBOARD")?,
            targets: server.atom("TARGETS")?,
            utf8: server.atom("UTF8_STRING")?,
            plain: server.atom("text/plain;charset=utf-8")?,
            parts: server.atom("INCR")?,
            property: server.atom("MUSTER_CLIPBOARD")?,
        })
    }
}
