//! The letters of a small window: fonts that X servers have built in.

use x11rb::protocol::xproto::{Char2b, ConnectionExt as _};

use super::panel_layout::CharacterSize;
use super::server::XServer;

/// Fonts with letters of one width, the one with most letters first. Every server has the
/// last.
const FONTS: [(&str, bool); 4] = [
    ("-misc-fixed-medium-r-normal--18-*-*-*-*-*-iso10646-1", true),
    ("-misc-fixed-medium-r-normal--15-*-*-*-*-*-iso10646-1", true),
    ("10x20", false),
    ("fixed", false),
];

/// Characters in one request, at most.
const MAX_CHARACTERS: usize = 255;

/// A font of the server.
#[derive(Clone, Copy, Debug)]
pub struct PanelFont {
    /// The server's number for it.
    pub id: u32,
    /// The size of its letters.
    pub size: CharacterSize,
    /// Whether it has more than the letters of Western Europe.
    is_unicode: bool,
}

impl PanelFont {
    /// Opens the best one that is there.
    pub fn open(server: &XServer) -> anyhow::Result<Self> {
        let connection = server.connection();
        for (name, is_unicode) in FONTS {
            let id = server.new_id()?;
            if connection.open_font(id, name.as_bytes())?.check().is_err() {
                continue;
            }
            let font = connection.query_font(id)?.reply()?;
            let (ascent, descent) = (font.font_ascent.max(1), font.font_descent.max(0));
            let size = CharacterSize {
                width: usize::from(font.max_bounds.character_width.max(1).unsigned_abs()),
                height: usize::from(ascent.unsigned_abs()) + usize::from(descent.unsigned_abs()),
                ascent: usize::from(ascent.unsigned_abs()),
            };
            return Ok(Self { id, size, is_unicode });
        }
        anyhow::bail!("the X server has no fonts")
    }

    /// A text as the server takes it; what the font does not have is a question mark.
    pub fn characters(&self, text: &str) -> Vec<Char2b> {
        let highest = if self.is_unicode { u16::MAX } else { 0xff };
        let number = |character: char| {
            let number = u16::try_from(u32::from(character)).unwrap_or(u16::MAX);
            let number = if number <= highest { number } else { u16::from(b'?') };
            let [byte1, byte2] = number.to_be_bytes();
            Char2b { byte1, byte2 }
        };
        text.chars().take(MAX_CHARACTERS).map(number).collect()
    }
}
