//! Pictures of a screen as a viewer receives them: packets become frames, and every frame is
//! read to its end.
//!
//! The tiles stay compressed and nothing is drawn: the processor is shared with the agent that
//! is measured, and that the right pixels arrive is what the agent's own tests compare. The
//! format is described in `agent/src/remote/screen/packet.rs`.

use anyhow::{Context, bail, ensure};

const HEADER: usize = 8;
const VERSION: u8 = 1;
/// Pixels of a tile, across and down.
const TILE: u32 = 64;

/// Kinds of packets.
const SIZE: u8 = 1;
const FRAME: u8 = 2;
const CURSOR: u8 = 3;

/// Flags of packets.
const MORE: u8 = 2;
const LAST: u8 = 4;
const PARTIAL: u8 = 8;

/// Sections of a frame.
const SOLID: u8 = 1;
const COPY: u8 = 2;
const GROUP: u8 = 3;

/// What a viewer draws at once, and then acknowledges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arrived {
    /// The number to acknowledge.
    pub number: u32,
    /// Bytes of all its packets.
    pub bytes: u64,
    /// Whether there are tiles to draw, and not the pointer alone.
    pub is_picture: bool,
    /// Whether some tiles come with the next frame.
    pub is_partial: bool,
    /// Tiles that were sent as a copy of another place.
    pub copied: u64,
}

/// Puts packets together.
#[derive(Debug, Default)]
pub struct Pictures {
    /// Pixels across and down, once they are known.
    pub size: Option<(u16, u16)>,
    /// Of a body that goes on in the next packet.
    body: Vec<u8>,
    arriving: Arrived,
}

impl Pictures {
    /// Takes a packet. Returns what is complete with it.
    pub fn take(&mut self, packet: &[u8]) -> anyhow::Result<Option<Arrived>> {
        let (header, part) = packet.split_first_chunk().context("a packet has no header")?;
        let [version, kind, flags, reserved, number @ ..]: [u8; HEADER] = *header;
        ensure!(version == VERSION && reserved == 0, "a packet has an unknown version");
        self.arriving.number = u32::from_be_bytes(number);
        self.arriving.bytes += packet.len() as u64;
        self.body.extend_from_slice(part);
        if flags & MORE != 0 {
            return Ok(None);
        }
        let body = std::mem::take(&mut self.body);
        match kind {
            SIZE => {
                let mut fields = Fields(&body);
                self.size = Some((fields.short()?, fields.short()?));
            }
            FRAME => {
                self.arriving.is_picture = true;
                self.arriving.is_partial |= flags & PARTIAL != 0;
                self.arriving.copied += self.read_frame(&body)?;
            }
            CURSOR => {}
            _ => bail!("a packet has an unknown kind: {kind}"),
        }
        Ok((flags & LAST != 0).then(|| std::mem::take(&mut self.arriving)))
    }

    /// Reads all sections. Returns how many tiles are copies.
    fn read_frame(&self, body: &[u8]) -> anyhow::Result<u64> {
        let (width, height) = self.size.context("a frame comes before the size")?;
        let tiles = u32::from(width).div_ceil(TILE) * u32::from(height).div_ceil(TILE);
        let check = |first: u16, count: u16| {
            let end = u32::from(first) + u32::from(count);
            ensure!(end <= tiles, "a frame has tile {end} of {tiles}");
            Ok(())
        };
        let (mut fields, mut copied) = (Fields(body), 0);
        while !fields.0.is_empty() {
            match fields.byte()? {
                SOLID => {
                    for _ in 0..fields.short()? {
                        check(fields.short()?, 1)?;
                        fields.bytes(3)?;
                    }
                }
                COPY => {
                    for _ in 0..fields.short()? {
                        let (first, count) = (fields.short()?, fields.short()?);
                        check(first, count)?;
                        fields.bytes(4)?;
                        copied += u64::from(count);
                    }
                }
                GROUP => {
                    fields.bytes(4)?;
                    let length = fields.long()?;
                    fields.bytes(usize::try_from(length)?)?;
                }
                section => bail!("a frame has an unknown section: {section}"),
            }
        }
        Ok(copied)
    }
}

/// Fields from the beginning of some bytes.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn bytes(&mut self, count: usize) -> anyhow::Result<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count).context("a frame is cut off")?;
        self.0 = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> anyhow::Result<u8> {
        Ok(self.bytes(1)?[0])
    }

    fn short(&mut self) -> anyhow::Result<u16> {
        Ok(u16::from_be_bytes(self.bytes(2)?.try_into()?))
    }

    fn long(&mut self) -> anyhow::Result<u32> {
        Ok(u32::from_be_bytes(self.bytes(4)?.try_into()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packet(kind: u8, flags: u8, number: u8, body: &[u8]) -> Vec<u8> {
        [&[VERSION, kind, flags, 0, 0, 0, 0, number][..], body].concat()
    }

    /// Of a screen with two tiles beside each other.
    fn pictures() -> Pictures {
        let mut pictures = Pictures::default();
        let size = packet(SIZE, 0, 7, &[0, 128, 0, 64, 0]);
        assert_eq!(pictures.take(&size).unwrap(), None);
        assert_eq!(pictures.size, Some((128, 64)));
        pictures
    }

    const ALL_SECTIONS: [u8; 29] = [
        SOLID, 0, 1, 0, 0, 1, 2, 3, COPY, 0, 1, 0, 0, 0, 2, 0, 9, 0, 9, GROUP, 0, 0, 0, 9, 0, 0, 0,
        1, 55,
    ];

    #[test]
    fn a_frame_of_all_sections_in_two_packets_arrives_with_the_last_one() {
        let mut pictures = pictures();
        let (begin, end) = ALL_SECTIONS.split_at(10);
        assert_eq!(pictures.take(&packet(FRAME, MORE | PARTIAL, 7, begin)).unwrap(), None);
        let arrived = pictures.take(&packet(FRAME, LAST | PARTIAL, 7, end)).unwrap();
        // The size belongs to it.
        let bytes = 3 * HEADER as u64 + 5 + 29;
        let expected = Arrived { number: 7, bytes, is_picture: true, is_partial: true, copied: 2 };
        assert_eq!(arrived, Some(expected));
    }

    #[test]
    fn a_pointer_is_no_picture() {
        let arrived = pictures().take(&packet(CURSOR, LAST, 8, &[2, 0, 1, 0, 1])).unwrap();
        let bytes = 2 * HEADER as u64 + 5 + 5;
        assert_eq!(arrived, Some(Arrived { number: 8, bytes, ..Arrived::default() }));
    }

    #[test]
    fn what_makes_no_sense_is_refused_in_words() {
        let refused = |packet: &[u8]| pictures().take(packet).unwrap_err().to_string();
        assert_eq!(refused(&[VERSION]), "a packet has no header");
        assert_eq!(refused(&[9; HEADER]), "a packet has an unknown version");
        assert_eq!(refused(&packet(9, LAST, 1, &[])), "a packet has an unknown kind: 9");
        let frame = |body: &[u8]| refused(&packet(FRAME, LAST, 1, body));
        assert_eq!(frame(&[9]), "a frame has an unknown section: 9");
        assert_eq!(frame(&ALL_SECTIONS[..28]), "a frame is cut off");
        assert_eq!(frame(&[SOLID, 0, 1, 0, 2, 1, 2, 3]), "a frame has tile 3 of 2");
        let early = Pictures::default().take(&packet(FRAME, LAST, 1, &[]));
        assert_eq!(early.unwrap_err().to_string(), "a frame comes before the size");
    }
}
