//! A set of tiles: one bit for each.

use crate::os::screen_parts::geometry::{Grid, Rect, TILE};

/// Tiles in a row that are captured along although nothing changed in them: one larger
/// request costs less than two small ones.
const GAP: usize = 3;

/// A set of tiles of one grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileSet {
    words: Vec<u64>,
}

impl TileSet {
    /// No tile.
    pub fn empty(grid: Grid) -> Self {
        Self { words: vec![0; grid.tiles().div_ceil(64)] }
    }

    /// Every tile.
    pub fn full(grid: Grid) -> Self {
        let mut set = Self::empty(grid);
        for tile in 0..grid.tiles() {
            set.insert(tile);
        }
        set
    }

    /// The tiles that some rectangles touch.
    pub fn touched_by(grid: Grid, rects: &[Rect]) -> Self {
        let mut set = Self::empty(grid);
        for rect in rects {
            for row in rect.y / TILE..(rect.y + rect.height).div_ceil(TILE) {
                for column in rect.x / TILE..(rect.x + rect.width).div_ceil(TILE) {
                    set.insert(row * grid.columns() + column);
                }
            }
        }
        set
    }

    /// Adds a tile.
    pub fn insert(&mut self, tile: usize) {
        self.words[tile / 64] |= 1 << (tile % 64);
    }

    /// Takes a tile out.
    pub fn remove(&mut self, tile: usize) {
        self.words[tile / 64] &= !(1 << (tile % 64));
    }

    /// Whether a tile is in it.
    pub fn contains(&self, tile: usize) -> bool {
        self.words[tile / 64] & (1 << (tile % 64)) != 0
    }

    /// Whether no tile is in it.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// How many tiles are in it.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Adds all tiles of another set of the same grid.
    pub fn add(&mut self, other: &Self) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word |= other;
        }
    }

    /// Takes out all tiles of another set of the same grid.
    pub fn subtract(&mut self, other: &Self) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word &= !other;
        }
    }

    /// What is in both sets.
    pub fn intersection(&self, other: &Self) -> Self {
        Self { words: self.words.iter().zip(&other.words).map(|(one, two)| one & two).collect() }
    }

    /// The tiles, in their order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(at, word)| {
            let rests =
                std::iter::successors(Some(*word), |rest| Some(rest & rest.wrapping_sub(1)));
            let rests = rests.take_while(|rest| *rest != 0);
            rests.map(move |rest| at * 64 + rest.trailing_zeros() as usize)
        })
    }

    /// A few rectangles of whole tiles that do not overlap and hold all tiles of the set,
    /// and some between them.
    pub fn cover(&self, grid: Grid) -> Vec<Rect> {
        let mut found: Vec<Rect> = Vec::new();
        let mut run: Option<(usize, usize)> = None;
        for tile in self.iter() {
            match &mut run {
                Some((first, last))
                    if *first / grid.columns() == tile / grid.columns() && tile - *last <= GAP =>
                {
                    *last = tile;
                }
                _ => {
                    add_run(&mut found, grid, run);
                    run = Some((tile, tile));
                }
            }
        }
        add_run(&mut found, grid, run);
        found
    }
}

/// Adds a run of tiles of one row, to the rectangle right above it when it is as wide.
fn add_run(found: &mut Vec<Rect>, grid: Grid, run: Option<(usize, usize)>) {
    let Some((first, last)) = run else { return };
    let (left, right) = (grid.tile(first), grid.tile(last));
    let rect = Rect { width: right.x + right.width - left.x, ..left };
    let above = found.iter_mut().rev().find(|above| {
        above.x == rect.x && above.width == rect.width && above.y + above.height == rect.y
    });
    match above {
        Some(above) => above.height += rect.height,
        None => found.push(rect),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn set(grid: Grid, tiles: &[usize]) -> TileSet {
        let mut set = TileSet::empty(grid);
        tiles.iter().for_each(|tile| set.insert(*tile));
        set
    }

    #[test]
    fn a_rectangle_touches_the_tiles_it_reaches_into() {
        let grid = Grid::new(256, 128).unwrap();
        let rect = Rect { x: 63, y: 0, width: 2, height: 64 };
        assert_eq!(TileSet::touched_by(grid, &[rect]).iter().collect::<Vec<_>>(), [0, 1]);
    }

    #[test]
    fn runs_of_equal_width_are_captured_as_one_rectangle() {
        let grid = Grid::new(640, 640).unwrap();
        let cover = set(grid, &[1, 2, 11, 12, 19]).cover(grid);
        let block = Rect { x: 64, y: 0, width: 128, height: 128 };
        let alone = Rect { x: 576, y: 64, width: 64, height: 64 };
        assert_eq!(cover, [block, alone]);
    }

    proptest! {
        #[test]
        fn the_cover_holds_every_tile_and_does_not_overlap(
            width in 1..1000_usize,
            height in 1..1000_usize,
            picks in prop::collection::vec(any::<usize>(), 0..60),
        ) {
            let grid = Grid::new(width, height).unwrap();
            let tiles: Vec<usize> = picks.iter().map(|pick| pick % grid.tiles()).collect();
            let wanted = set(grid, &tiles);
            let rects = wanted.cover(grid);
            let mut rest = wanted;
            rest.subtract(&TileSet::touched_by(grid, &rects));
            prop_assert!(rest.is_empty());
            let area: usize = rects.iter().map(|rect| rect.width * rect.height).sum();
            let covered = TileSet::touched_by(grid, &rects);
            let tiles = covered.iter().map(|tile| grid.tile(tile));
            prop_assert_eq!(area, tiles.map(|tile| tile.width * tile.height).sum::<usize>());
        }
    }
}
