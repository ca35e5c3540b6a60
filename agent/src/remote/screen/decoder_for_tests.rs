//! A decoder as a viewer has one: plain, and it believes nothing.
#![cfg(target_os = "linux")]

use super::packet::{COPY, GROUP, HEADER, KEY, MORE, SOLID, VERSION};
use crate::os::screen_parts::geometry::{Grid, TILE};

/// What a viewer sees.
pub struct Decoder {
    pub grid: Option<Grid>,
    /// Red, green and blue of each pixel.
    pub pixels: Vec<[u8; 3]>,
    pub copied_tiles: usize,
    /// The body so far.
    body: Vec<u8>,
}

/// Takes numbers from the beginning of some bytes.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        Some(self.take(1)?[0])
    }

    fn short(&mut self) -> Option<usize> {
        Some(usize::from(u16::from_be_bytes(self.take(2)?.try_into().ok()?)))
    }

    fn long(&mut self) -> Option<usize> {
        usize::try_from(u32::from_be_bytes(self.take(4)?.try_into().ok()?)).ok()
    }

    fn rgb(&mut self) -> Option<[u8; 3]> {
        self.take(3)?.try_into().ok()
    }
}

impl Decoder {
    pub fn new() -> Self {
        Self { grid: None, pixels: Vec::new(), copied_tiles: 0, body: Vec::new() }
    }

    /// Takes a packet; none when it makes no sense. Returns its flags.
    pub fn take(&mut self, packet: &[u8]) -> Option<u8> {
        let (header, part) = packet.split_at_checked(HEADER)?;
        if header[0] != VERSION || header[3] != 0 {
            return None;
        }
        self.body.extend(part);
        if header[2] & MORE != 0 {
            return Some(header[2]);
        }
        let body = std::mem::take(&mut self.body);
        match header[1] {
            1 => self.take_size(&mut Reader(&body))?,
            2 => {
                if header[2] & KEY != 0 {
                    self.pixels.fill([0; 3]);
                }
                self.take_frame(&mut Reader(&body))?;
            }
            3 => {}
            _ => return None,
        }
        Some(header[2])
    }

    fn take_size(&mut self, body: &mut Reader) -> Option<()> {
        let grid = Grid::new(body.short()?, body.short()?)?;
        self.pixels = vec![[0; 3]; grid.width() * grid.height()];
        self.grid = Some(grid);
        Some(())
    }

    fn take_frame(&mut self, body: &mut Reader) -> Option<()> {
        let before = self.pixels.clone();
        while !body.0.is_empty() {
            match body.byte()? {
                SOLID => {
                    for _ in 0..body.short()? {
                        let (tile, colour) = (body.short()?, body.rgb()?);
                        self.fill(tile, |_, _| Some(colour))?;
                    }
                }
                COPY => {
                    for _ in 0..body.short()? {
                        let (tile, count) = (body.short()?, body.short()?);
                        let (x, y) = (body.short()?, body.short()?);
                        self.copy(&before, tile, count, (x, y))?;
                    }
                }
                GROUP => {
                    let (raw_length, length) = (body.long()?, body.long()?);
                    let raw = zstd::bulk::decompress(body.take(length)?, raw_length).ok()?;
                    if raw.len() != raw_length {
                        return None;
                    }
                    self.take_group(&mut Reader(&raw))?;
                }
                _ => return None,
            }
        }
        Some(())
    }

    fn copy(
        &mut self,
        before: &[[u8; 3]],
        tile: usize,
        count: usize,
        (x, y): (usize, usize),
    ) -> Option<()> {
        let width = self.grid?.width();
        for step in 0..count {
            let from = |right: usize, down: usize| {
                let column = x + step * TILE + right;
                before.get((y + down) * width + column).filter(|_| column < width).copied()
            };
            self.fill(tile + step, from)?;
        }
        self.copied_tiles += count;
        Some(())
    }

    fn take_group(&mut self, raw: &mut Reader) -> Option<()> {
        while !raw.0.is_empty() {
            let (tile, mode) = (raw.short()?, raw.byte()?);
            if mode == 0 {
                self.fill(tile, |_, _| raw.rgb())?;
                continue;
            }
            let count = usize::from(raw.byte()?) + 1;
            let colours: Option<Vec<[u8; 3]>> = (0..count).map(|_| raw.rgb()).collect();
            let colours = colours?;
            let mut half = None;
            let next = |_, _| {
                let index = match (mode, half.take()) {
                    (1, Some(low)) => low,
                    (1, None) => {
                        let pair = raw.byte()?;
                        half = Some(pair & 15);
                        pair >> 4
                    }
                    _ => raw.byte()?,
                };
                colours.get(usize::from(index)).copied()
            };
            self.fill(tile, next)?;
        }
        Some(())
    }

    fn fill(
        &mut self,
        tile: usize,
        mut colour: impl FnMut(usize, usize) -> Option<[u8; 3]>,
    ) -> Option<()> {
        let grid = self.grid.filter(|grid| tile < grid.tiles())?;
        let rect = grid.tile(tile);
        for down in 0..rect.height {
            for right in 0..rect.width {
                let at = (rect.y + down) * grid.width() + rect.x + right;
                self.pixels[at] = colour(right, down)?;
            }
        }
        Some(())
    }
}
