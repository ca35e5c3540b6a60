//! Turns changed tiles into the body of a frame.

use super::packet::{COPY, GROUP, SOLID, long, short};
use super::shift::CopiedTile;
use super::tile_packer::{Packed, TilePacker};
use super::tile_set::TileSet;
use crate::os::screen_parts::picture::Picture;
use crate::os::{Problem, screen::Compressor};

/// Bytes of tiles that are compressed together. A whole screen of text is less.
const GROUP_LIMIT: usize = 1024 * 1024;
/// Bytes of a frame after which the other tiles wait for the next one. With a group beyond
/// it two frames are still less than the relay holds for a slow viewer.
const FRAME_LIMIT: usize = 512 * 1024;

/// Encodes frames, one after the other, with buffers that it keeps.
#[derive(Debug)]
pub struct Encoder {
    compressor: Compressor,
    packer: TilePacker,
    raw: Vec<u8>,
    compressed: Vec<u8>,
}

/// A frame, or the first part of one.
#[derive(Debug, PartialEq, Eq)]
pub struct Encoded {
    /// See [`super::packet`].
    pub body: Vec<u8>,
    /// Tiles that are not in it.
    pub rest: TileSet,
    /// The tile to begin with next time, so that all have their turn.
    pub next: usize,
}

impl Encoder {
    /// Refused where nothing can be compressed.
    pub fn new() -> Result<Self, Problem> {
        let (raw, compressed) = (Vec::new(), Vec::new());
        Ok(Self { compressor: Compressor::new()?, packer: TilePacker::default(), raw, compressed })
    }

    /// Encodes these tiles of a picture, those in `copies` as copies. Begins with the tile
    /// `start` and ends early when the frame becomes large.
    pub fn encode(
        &mut self,
        picture: &Picture,
        tiles: &TileSet,
        copies: &[CopiedTile],
        start: usize,
    ) -> Result<Encoded, Problem> {
        let mut rest = tiles.clone();
        copies.iter().for_each(|copy| rest.remove(copy.tile));
        let (mut body, mut groups, mut solids) = (copies_section(copies), Vec::new(), Vec::new());
        let mut next = 0;
        let (from, before): (Vec<usize>, Vec<usize>) = rest.iter().partition(|tile| *tile >= start);
        self.raw.clear();
        for tile in from.into_iter().chain(before) {
            if body.len() + groups.len() >= FRAME_LIMIT {
                next = tile;
                break;
            }
            rest.remove(tile);
            if let Packed::Solid(colour) = self.packer.pack(picture, tile, &mut self.raw) {
                solids.push((tile, colour));
            }
            if self.raw.len() >= GROUP_LIMIT {
                self.finish_group(&mut groups)?;
            }
        }
        self.finish_group(&mut groups)?;
        add_solids(&solids, &mut body);
        body.append(&mut groups);
        Ok(Encoded { body, rest, next })
    }

    /// Compresses something else, such as the shape of the cursor.
    pub fn compress(&mut self, raw: &[u8]) -> Result<Vec<u8>, Problem> {
        let mut compressed = Vec::new();
        self.compressor.compress(raw, &mut compressed)?;
        Ok(compressed)
    }

    fn finish_group(&mut self, groups: &mut Vec<u8>) -> Result<(), Problem> {
        if self.raw.is_empty() {
            return Ok(());
        }
        self.compressor.compress(&self.raw, &mut self.compressed)?;
        groups.push(GROUP);
        groups.extend(long(self.raw.len()).to_be_bytes());
        groups.extend(long(self.compressed.len()).to_be_bytes());
        groups.extend(&self.compressed);
        self.raw.clear();
        Ok(())
    }
}

fn add_solids(solids: &[(usize, u32)], body: &mut Vec<u8>) {
    if solids.is_empty() {
        return;
    }
    body.push(SOLID);
    body.extend(short(solids.len()).to_be_bytes());
    for (tile, colour) in solids {
        body.extend(short(*tile).to_be_bytes());
        body.extend(&colour.to_be_bytes()[1..]);
    }
}

/// Neighbours that moved together are one run.
fn copies_section(copies: &[CopiedTile]) -> Vec<u8> {
    let mut runs: Vec<(CopiedTile, usize)> = Vec::new();
    for copy in copies {
        match runs.last_mut() {
            Some((first, count)) if continues(first, *count, copy) => *count += 1,
            _ => runs.push((*copy, 1)),
        }
    }
    let mut section = Vec::new();
    if runs.is_empty() {
        return section;
    }
    section.push(COPY);
    section.extend(short(runs.len()).to_be_bytes());
    for (first, count) in runs {
        for number in [first.tile, count, first.x, first.y] {
            section.extend(short(number).to_be_bytes());
        }
    }
    section
}

/// Whether a copy lies right of a run, now and before. A run that reached the next row would
/// begin at the left edge again: its x says that it does not go on.
fn continues(first: &CopiedTile, count: usize, copy: &CopiedTile) -> bool {
    let x = first.x + count * crate::os::screen_parts::geometry::TILE;
    copy.tile == first.tile + count && copy.y == first.y && copy.x == x
}
