//! What is in a part: records, one after the other.
//!
//! ```text
//! record = length u32 of what follows | milliseconds u32 since the part's first
//!        | type u8 | payload
//! ```

use super::BadPart;

/// Length, time and type.
pub(super) const RECORD_HEADER_BYTES: usize = 4 + 4 + 1;
/// What the length counts beside the payload.
const COUNTED_BYTES: usize = 4 + 1;

/// What a record is about. A number in a part that is none of these comes from a newer
/// agent, and is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum RecordType {
    /// JSON: `kind`, `hostname`, `user` and, for terminals, `cols`, `rows` and `shell`. The
    /// first record of a recording.
    Heading = b'h',
    /// What a terminal printed.
    Output = b'o',
    /// What was typed into a terminal; while it echoed nothing, one `*` for each byte.
    Input = b'i',
    /// JSON: the terminal has another size, `cols` and `rows`.
    Resize = b'r',
    /// JSON: the shell has ended, with a `code` or null.
    Exit = b'x',
    /// JSON: a viewer came, left or took over.
    Marker = b'm',
    /// JSON: what was done with a file or through a tunnel.
    Event = b'e',
    /// A packet of a picture, as viewers get it.
    Picture = b's',
    /// A packet of a whole picture: nothing before it matters.
    KeyPicture = b'k',
    /// A packet with the mouse pointer.
    Cursor = b'c',
    /// A packet with the size of the screen and its monitors.
    Monitors = b'n',
}

impl RecordType {
    /// All types.
    pub const ALL: [Self; 11] = [
        Self::Heading,
        Self::Output,
        Self::Input,
        Self::Resize,
        Self::Exit,
        Self::Marker,
        Self::Event,
        Self::Picture,
        Self::KeyPicture,
        Self::Cursor,
        Self::Monitors,
    ];

    /// The type of a record; none for one that this version does not know.
    pub fn of(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|known| *known as u8 == number)
    }
}

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record<'a> {
    /// When, in milliseconds since the first record of the part.
    pub ms: u32,
    /// Number of a [`RecordType`], or one from a newer agent.
    pub record_type: u8,
    /// What.
    pub payload: &'a [u8],
}

impl Record<'_> {
    /// Writes it after what is there.
    pub fn write(&self, content: &mut Vec<u8>) {
        let length = u32::try_from(COUNTED_BYTES + self.payload.len())
            .expect("a record is smaller than a part");
        content.extend_from_slice(&length.to_le_bytes());
        content.extend_from_slice(&self.ms.to_le_bytes());
        content.push(self.record_type);
        content.extend_from_slice(self.payload);
    }
}

/// The opened content of a part, which is known to consist of records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainPart(Vec<u8>);

impl PlainPart {
    /// Takes content, when it consists of records from its first byte to its last.
    pub fn new(content: Vec<u8>) -> Result<Self, BadPart> {
        let mut records = Records(&content);
        while records.next().is_some() {}
        match records.0.is_empty() {
            true => Ok(Self(content)),
            false => Err(BadPart::BadContent),
        }
    }

    /// The records in the order in which they happened.
    pub fn records(&self) -> Records<'_> {
        Records(&self.0)
    }

    /// All records, as they are written.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// All records, as they are written.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }
}

/// Goes through the records of a part.
#[derive(Clone, Debug)]
pub struct Records<'a>(&'a [u8]);

impl<'a> Iterator for Records<'a> {
    type Item = Record<'a>;

    fn next(&mut self) -> Option<Record<'a>> {
        let (length, rest) = self.0.split_first_chunk()?;
        let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
        let (record, rest) = rest.split_at_checked(length)?;
        let (ms, record) = record.split_first_chunk()?;
        let (record_type, payload) = record.split_first()?;
        self.0 = rest;
        Some(Record { ms: u32::from_le_bytes(*ms), record_type: *record_type, payload })
    }
}
