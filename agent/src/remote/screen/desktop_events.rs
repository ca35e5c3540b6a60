//! What happened on the screen since it was last asked.

/// What happened on the screen. Only the text of the clipboard is in it: all else is asked
/// for when somebody may be sent it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct DesktopEvents {
    /// Something was drawn.
    pub drawn: bool,
    /// The size of the screen changed, or its monitors did.
    pub resized: bool,
    /// The pointer is elsewhere.
    pub pointer_moved: bool,
    /// The pointer looks different.
    pub shape_changed: bool,
    /// A program put this text into the clipboard.
    pub clipboard: Option<String>,
}
