//! What a viewer of the screen receives, in bytes. All numbers are big endian.
//!
//! ```text
//! packet  = version u8 (1) | kind u8 | flags u8 | 0 u8 | number u32 | part of the body
//! kind    = 1 size | 2 frame | 3 cursor
//! flags   = 1 key: the picture before it does not matter, it begins black
//!         | 2 more: the body goes on in the next packet, which has the same kind and number
//!         | 4 last: nothing else has this number; the viewer draws, then acknowledges it
//!         | 8 partial: some tiles are older than this frame and come with the next one
//!
//! size    = width u16 | height u16 | count u8 | count × monitor
//! monitor = x u16 | y u16 | width u16 | height u16 | primary u8 | length u8 | name, UTF-8
//! cursor  = flags u8 (1 a shape follows, 2 visible) | x i16 | y i16 | shape?
//! shape   = hot x u16 | hot y u16 | width u16 | height u16 | length u32 | Zstandard of RGBA
//!
//! frame   = sections, the copies first
//! section = 1 solid | count u16 | count × (tile u16 | red u8 | green u8 | blue u8)
//!         | 2 copy  | count u16 | count × (tile u16 | tiles u16 | x u16 | y u16)
//!         | 3 group | raw length u32 | length u32 | Zstandard of tiles
//!         | 4 JPEG  | reserved: tile u16 | length u32 | bytes
//! tile    = tile u16 | 0 u8 | width × height × (red u8 | green u8 | blue u8)
//!         | tile u16 | 1 u8 | colours - 1 u8 | colours × RGB | two pixels a byte, high half first
//!         | tile u16 | 2 u8 | colours - 1 u8 | colours × RGB | a pixel a byte
//! ```
//!
//! The screen is covered by tiles of 64 × 64 pixels, counted from 0 row by row; those at the
//! right and lower edge are cut off. A copy is a run of `tiles` neighbours in one row that
//! looks as the picture *before this frame* did from (x, y) on: all copies are read before
//! anything is drawn. Two pixels a byte go on from line to line; an odd last one is padded.
//! Numbers only grow, with gaps. A size makes the picture black; a key frame follows. A key
//! frame holds every tile that the viewer sees, with the frames that follow as long as they
//! are partial.

use muster_remote::recording::RecordType;

use crate::os::screen_parts::geometry::Layout;

/// The version of this format.
pub const VERSION: u8 = 1;
/// Bytes before the body.
pub const HEADER: usize = 8;
/// The largest packet: with the layers around it still within a message of the relay, and
/// within a part of a recording.
pub const MAX_PACKET: usize = 255 * 1024;

/// The picture before does not matter.
pub const KEY: u8 = 1;
/// The body goes on in the next packet.
pub const MORE: u8 = 2;
/// Nothing else has this number.
pub const LAST: u8 = 4;
/// Some tiles are still missing.
pub const PARTIAL: u8 = 8;

/// Sections of a frame.
pub const SOLID: u8 = 1;
/// See [`SOLID`].
pub const COPY: u8 = 2;
/// See [`SOLID`].
pub const GROUP: u8 = 3;

/// A shape follows.
const HAS_SHAPE: u8 = 1;
/// The cursor is visible.
const IS_VISIBLE: u8 = 2;

/// Monitors and bytes of a name that one byte can count.
const MAX_COUNT: usize = 255;

/// What a packet is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// The size of the screen, and its monitors.
    Size = 1,
    /// Tiles.
    Frame = 2,
    /// Where the pointer is and how it looks.
    Cursor = 3,
}

/// A length or position on the screen.
pub fn short(number: usize) -> u16 {
    u16::try_from(number).expect("a grid has at most 16,320 pixels on a side and 65,025 tiles")
}

/// A length of something that is far smaller than a frame may be.
pub fn long(number: usize) -> u32 {
    u32::try_from(number).expect("a group has little more than a mebibyte")
}

/// Cuts a body into packets.
pub fn split(kind: Kind, flags: u8, number: u32, body: &[u8]) -> Vec<Vec<u8>> {
    let parts = body.chunks(MAX_PACKET - HEADER).collect::<Vec<_>>();
    // Without a body there is still a packet.
    let parts = if parts.is_empty() { vec![&[][..]] } else { parts };
    let last = parts.len() - 1;
    let packet = |(at, part): (usize, &[u8])| {
        let flags = if at < last { (flags & !LAST) | MORE } else { flags };
        let mut packet = Vec::with_capacity(HEADER + part.len());
        packet.extend([VERSION, kind as u8, flags, 0]);
        packet.extend(number.to_be_bytes());
        packet.extend(part);
        packet
    };
    parts.into_iter().enumerate().map(packet).collect()
}

/// What a recording calls a packet.
pub fn record_type(packet: &[u8]) -> RecordType {
    let (kind, flags) = (packet.get(1), packet.get(2).copied().unwrap_or_default());
    match kind {
        Some(kind) if *kind == Kind::Size as u8 => RecordType::Monitors,
        Some(kind) if *kind == Kind::Cursor as u8 => RecordType::Cursor,
        _ if flags & KEY != 0 => RecordType::KeyPicture,
        _ => RecordType::Picture,
    }
}

/// The body of a size.
pub fn size_body(layout: &Layout) -> Vec<u8> {
    let mut body = Vec::new();
    body.extend(short(layout.grid.width()).to_be_bytes());
    body.extend(short(layout.grid.height()).to_be_bytes());
    let monitors = &layout.monitors[..layout.monitors.len().min(MAX_COUNT)];
    body.push(u8::try_from(monitors.len()).expect("it was cut to 255"));
    for monitor in monitors {
        let rect = monitor.rect;
        for side in [rect.x, rect.y, rect.width, rect.height] {
            body.extend(short(side).to_be_bytes());
        }
        let name = &monitor.name[..monitor.name.floor_char_boundary(MAX_COUNT)];
        body.push(u8::from(monitor.primary));
        body.push(u8::try_from(name.len()).expect("it was cut to 255"));
        body.extend(name.as_bytes());
    }
    body
}

/// How the cursor looks, as it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedShape {
    /// The point of it that points, from its upper left corner.
    pub hot: (u16, u16),
    /// Its width and height.
    pub size: (u16, u16),
    /// Its pixels as RGBA, compressed.
    pub pixels: Vec<u8>,
}

/// The body of a cursor.
pub fn cursor_body(position: (i16, i16), is_visible: bool, shape: Option<&PackedShape>) -> Vec<u8> {
    let mut flags = if is_visible { IS_VISIBLE } else { 0 };
    if shape.is_some() {
        flags |= HAS_SHAPE;
    }
    let mut body = vec![flags];
    body.extend(position.0.to_be_bytes());
    body.extend(position.1.to_be_bytes());
    if let Some(shape) = shape {
        for number in [shape.hot.0, shape.hot.1, shape.size.0, shape.size.1] {
            body.extend(number.to_be_bytes());
        }
        body.extend(long(shape.pixels.len()).to_be_bytes());
        body.extend(&shape.pixels);
    }
    body
}
