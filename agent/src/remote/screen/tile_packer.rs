//! Writes the pixels of a tile as few bytes as a compressor likes best.

use crate::os::screen_parts::geometry::Rect;
use crate::os::screen_parts::picture::Picture;

/// Three bytes for each pixel.
const RGB: u8 = 0;
/// A list of at most 16 colours, four bits for each pixel.
const SIXTEEN_COLOURS: u8 = 1;
/// A list of at most 256 colours, a byte for each pixel.
const MANY_COLOURS: u8 = 2;

/// Bits of the position in the table of colours, which is never more than a quarter full.
const TABLE_BITS: u32 = 10;

/// What a tile was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packed {
    /// One colour, `0xRRGGBB`; nothing was written.
    Solid(u32),
    /// Its pixels were written.
    Pixels,
}

/// Counts the colours of tiles. One is used for all, as its table is never cleared.
#[derive(Debug)]
pub struct TilePacker {
    table: Vec<Slot>,
    /// Only slots of this generation hold a colour of the present tile.
    generation: u32,
    colours: Vec<u32>,
    indices: Vec<u8>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    generation: u32,
    colour: u32,
    index: u8,
}

impl Default for TilePacker {
    fn default() -> Self {
        let table = vec![Slot::default(); 1 << TABLE_BITS];
        Self { table, generation: 0, colours: Vec::new(), indices: Vec::new() }
    }
}

impl TilePacker {
    /// Adds a tile to what is to be compressed, unless it has only one colour.
    pub fn pack(&mut self, picture: &Picture, tile: usize, raw: &mut Vec<u8>) -> Packed {
        let rect = picture.grid().tile(tile);
        let is_indexed = self.index_pixels(picture, rect);
        if let [colour] = self.colours[..] {
            return Packed::Solid(colour);
        }
        let number = u16::try_from(tile).expect("a grid has at most 65,025 tiles");
        raw.extend(number.to_be_bytes());
        if !is_indexed {
            raw.push(RGB);
            for line in picture.lines(rect) {
                raw.extend(
                    line.as_chunks::<4>().0.iter().flat_map(|pixel| [pixel[2], pixel[1], pixel[0]]),
                );
            }
            return Packed::Pixels;
        }
        let is_small = self.colours.len() <= 16;
        raw.push(if is_small { SIXTEEN_COLOURS } else { MANY_COLOURS });
        raw.push(u8::try_from(self.colours.len() - 1).expect("there are at most 256 colours"));
        for colour in &self.colours {
            raw.extend(&colour.to_be_bytes()[1..]);
        }
        if is_small {
            let pairs = self.indices.chunks(2);
            raw.extend(pairs.map(|pair| (pair[0] << 4) | pair.get(1).copied().unwrap_or(0)));
        } else {
            raw.extend(&self.indices);
        }
        Packed::Pixels
    }

    /// Lists the colours of a tile and which pixel has which; false when there are too many.
    fn index_pixels(&mut self, picture: &Picture, rect: Rect) -> bool {
        self.begin_tile();
        // Neighbours are most often of the same colour.
        let mut before = None;
        for line in picture.lines(rect) {
            for pixel in line.as_chunks::<4>().0 {
                let colour = u32::from_le_bytes(*pixel) & 0x00ff_ffff;
                let index = match before {
                    Some((known, index)) if known == colour => index,
                    _ => match self.index_of(colour) {
                        Some(index) => index,
                        None => return false,
                    },
                };
                before = Some((colour, index));
                self.indices.push(index);
            }
        }
        true
    }

    fn begin_tile(&mut self) {
        self.colours.clear();
        self.indices.clear();
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.table.fill(Slot::default());
            self.generation = 1;
        }
    }

    /// The number of a colour in the list; none when the list is full.
    fn index_of(&mut self, colour: u32) -> Option<u8> {
        let mask = self.table.len() - 1;
        let mut at = (colour.wrapping_mul(0x9e37_79b1) >> (32 - TABLE_BITS)) as usize;
        loop {
            let slot = &mut self.table[at];
            if slot.generation != self.generation {
                // A 257th colour has no number.
                let index = u8::try_from(self.colours.len()).ok()?;
                *slot = Slot { generation: self.generation, colour, index };
                self.colours.push(colour);
                return Some(index);
            }
            if slot.colour == colour {
                return Some(slot.index);
            }
            at = (at + 1) & mask;
        }
    }
}
