//! Finds what only moved: the content of a window that scrolls.
//!
//! Lines that occur once before and once now vote for how far they moved. Every tile that is
//! said to have moved is compared, so nothing here has to be right, only fast.

use std::collections::HashMap;

use super::tile_set::TileSet;
use crate::os::screen_parts::geometry::{Rect, TILE};
use crate::os::screen_parts::picture::Picture;

/// With fewer changed tiles there is nothing to gain.
const FEWEST_TILES: usize = 4;
/// Strips of tiles whose lines vote.
const STRIPS: usize = 6;
/// Votes that a distance needs.
const FEWEST_VOTES: u32 = 8;
/// Distances that are tried for each tile.
const DISTANCES: usize = 3;

/// A tile that looks as a part of the frame before did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopiedTile {
    /// Which tile.
    pub tile: usize,
    /// The left edge of the part before.
    pub x: usize,
    /// Its upper edge.
    pub y: usize,
}

/// How far something moved, to the right and down.
type Distance = (isize, isize);

/// Along which side strips are cut.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Vertical,
    Horizontal,
}

/// Finds the changed tiles that were elsewhere in the last frame, in the order of the tiles.
pub fn find_copies(last: &Picture, now: &Picture, changed: &TileSet) -> Vec<CopiedTile> {
    if changed.len() < FEWEST_TILES {
        return Vec::new();
    }
    let mut distances = find_distances(last, now, changed, Direction::Vertical);
    if distances.is_empty() {
        distances = find_distances(last, now, changed, Direction::Horizontal);
    }
    if distances.is_empty() {
        return Vec::new();
    }
    changed.iter().filter_map(|tile| find_source(last, now, tile, &distances)).collect()
}

fn find_source(
    last: &Picture,
    now: &Picture,
    tile: usize,
    distances: &[Distance],
) -> Option<CopiedTile> {
    let grid = now.grid();
    let rect = grid.tile(tile);
    distances.iter().find_map(|(right, down)| {
        let x = rect.x.checked_add_signed(-right)?;
        let y = rect.y.checked_add_signed(-down)?;
        let is_within = x + rect.width <= grid.width() && y + rect.height <= grid.height();
        (is_within && now.is_equal(rect, last, x, y)).then_some(CopiedTile { tile, x, y })
    })
}

/// The distances that most lines moved by.
fn find_distances(
    last: &Picture,
    now: &Picture,
    changed: &TileSet,
    direction: Direction,
) -> Vec<Distance> {
    let mut votes: HashMap<isize, u32> = HashMap::new();
    for strip in strips(now, changed, direction) {
        vote(&hashes(last, strip, direction), &hashes(now, strip, direction), &mut votes);
    }
    let mut votes: Vec<(isize, u32)> = votes.into_iter().collect();
    votes.retain(|(_, count)| *count >= FEWEST_VOTES);
    votes.sort_by_key(|(distance, count)| (std::cmp::Reverse(*count), *distance));
    let distances = votes.into_iter().take(DISTANCES).map(|(distance, _)| distance);
    distances
        .map(|distance| match direction {
            Direction::Vertical => (0, distance),
            Direction::Horizontal => (distance, 0),
        })
        .collect()
}

/// The columns or rows of tiles in which most has changed, from the first changed tile of
/// each to its last.
fn strips(picture: &Picture, changed: &TileSet, direction: Direction) -> Vec<Rect> {
    let grid = picture.grid();
    // By column or row: how many tiles, the first, the last.
    let mut found: HashMap<usize, (usize, usize, usize)> = HashMap::new();
    for tile in changed.iter() {
        let (column, row) = (tile % grid.columns(), tile / grid.columns());
        let strip = if direction == Direction::Vertical { column } else { row };
        let entry = found.entry(strip).or_insert((0, tile, tile));
        *entry = (entry.0 + 1, entry.1, tile);
    }
    let mut found: Vec<(usize, usize, usize)> = found.into_values().collect();
    found.sort_by_key(|(count, first, _)| (std::cmp::Reverse(*count), *first));
    let chosen = found.into_iter().take(STRIPS).filter(|(count, ..)| *count > 1);
    let chosen = chosen.map(|(_, first, last)| (grid.tile(first), grid.tile(last)));
    let span = |(first, last): (Rect, Rect)| Rect {
        width: last.x + last.width - first.x,
        height: last.y + last.height - first.y,
        ..first
    };
    chosen.map(span).collect()
}

fn hashes(picture: &Picture, strip: Rect, direction: Direction) -> Vec<u64> {
    match direction {
        Direction::Vertical => picture.lines(strip).map(hash_line).collect(),
        Direction::Horizontal => {
            let mut hashes = vec![0; strip.width];
            for line in picture.lines(strip) {
                for (hash, pixel) in hashes.iter_mut().zip(line.as_chunks::<4>().0) {
                    *hash = mix(*hash, u64::from(u32::from_le_bytes(*pixel)));
                }
            }
            hashes
        }
    }
}

fn hash_line(line: &[u8]) -> u64 {
    let (chunks, rest) = line.as_chunks::<8>();
    let hash = chunks.iter().fold(0, |hash, chunk| mix(hash, u64::from_le_bytes(*chunk)));
    rest.iter().fold(hash, |hash, byte| mix(hash, u64::from(*byte)))
}

fn mix(hash: u64, value: u64) -> u64 {
    (hash.rotate_left(23) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Each line that was there once, and is elsewhere now, votes for how far it moved.
fn vote(last: &[u64], now: &[u64], votes: &mut HashMap<isize, u32>) {
    let mut places: HashMap<u64, Option<usize>> = HashMap::with_capacity(last.len());
    for (at, hash) in last.iter().enumerate() {
        places.entry(*hash).and_modify(|place| *place = None).or_insert(Some(at));
    }
    for (at, hash) in now.iter().enumerate() {
        if let Some(Some(before)) = places.get(hash)
            && *before != at
        {
            *votes.entry(at.cast_signed() - before.cast_signed()).or_default() += 1;
        }
    }
}

// A strip is as wide as a tile: with less, lines of a text look alike too often.
const _: () = assert!(TILE >= 32);
