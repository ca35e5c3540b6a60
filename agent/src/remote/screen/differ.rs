//! Finds what changed on the screen.

use super::shift::{CopiedTile, find_copies};
use super::tile_set::TileSet;
use crate::os::screen_parts::geometry::Grid;
use crate::os::screen_parts::picture::Picture;

/// Holds the screen as it was last, and a second picture to capture the next one into.
///
/// The two pictures change their roles with each frame, so nothing is copied that the next
/// capture overwrites anyway: while a whole window scrolls, nothing is copied at all.
#[derive(Debug)]
pub struct Differ {
    last: Picture,
    next: Picture,
    /// Tiles in which `next` is older than `last`.
    stale: TileSet,
}

/// What is different from the frame before.
#[derive(Debug)]
pub struct Changes {
    /// The tiles that look different.
    pub tiles: TileSet,
    /// Those of them that were elsewhere in the frame before.
    pub copies: Vec<CopiedTile>,
}

impl Changes {
    /// Nothing is different.
    pub fn none(grid: Grid) -> Self {
        Self { tiles: TileSet::empty(grid), copies: Vec::new() }
    }
}

impl Differ {
    /// Begins with a black screen.
    pub fn new(grid: Grid) -> Self {
        Self { last: Picture::new(grid), next: Picture::new(grid), stale: TileSet::empty(grid) }
    }

    /// The screen as it was captured last.
    pub fn current(&self) -> &Picture {
        &self.last
    }

    /// The picture to capture into. The caller overwrites all pixels of these tiles, and no
    /// others.
    pub fn canvas(&mut self, captured: &TileSet) -> &mut Picture {
        self.stale.subtract(captured);
        for tile in self.stale.iter() {
            self.next.copy(self.next.grid().tile(tile), &self.last);
        }
        // All of them are overwritten now; were they not, the next capture begins here.
        self.stale = captured.clone();
        &mut self.next
    }

    /// What is different after these tiles were captured.
    pub fn compare(&mut self, captured: &TileSet) -> Changes {
        let grid = self.last.grid();
        let mut tiles = TileSet::empty(grid);
        for tile in captured.iter() {
            let rect = grid.tile(tile);
            if !self.next.is_equal(rect, &self.last, rect.x, rect.y) {
                tiles.insert(tile);
            }
        }
        let copies = find_copies(&self.last, &self.next, &tiles);
        std::mem::swap(&mut self.last, &mut self.next);
        self.stale = tiles.clone();
        Changes { tiles, copies }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paint(differ: &mut Differ, tile: usize, shade: u8) -> Changes {
        let grid = differ.current().grid();
        let mut captured = TileSet::empty(grid);
        captured.insert(tile);
        let rect = grid.tile(tile);
        let canvas = differ.canvas(&captured);
        for y in rect.y..rect.y + rect.height {
            canvas.line_mut(rect.x, y, rect.width).fill(shade);
        }
        differ.compare(&captured)
    }

    #[test]
    fn only_what_looks_different_has_changed() {
        let mut differ = Differ::new(Grid::new(200, 100).unwrap());
        assert_eq!(paint(&mut differ, 3, 9).tiles.iter().collect::<Vec<_>>(), [3]);
        assert!(paint(&mut differ, 3, 9).tiles.is_empty());
        assert_eq!(paint(&mut differ, 3, 8).tiles.iter().collect::<Vec<_>>(), [3]);
    }

    #[test]
    fn what_was_not_captured_again_is_kept() {
        let mut differ = Differ::new(Grid::new(200, 100).unwrap());
        for (tile, shade) in [(0, 1), (1, 2), (7, 3), (0, 4), (7, 5)] {
            paint(&mut differ, tile, shade);
        }
        let shade = |tile: usize| {
            let rect = differ.current().grid().tile(tile);
            differ.current().line(rect.x, rect.y, 1)[0]
        };
        assert_eq!([0, 1, 2, 7].map(shade), [4, 2, 0, 5]);
    }

    #[test]
    fn a_capture_that_was_not_finished_leaves_nothing_behind() {
        let mut differ = Differ::new(Grid::new(200, 100).unwrap());
        let mut captured = TileSet::empty(differ.current().grid());
        captured.insert(2);
        differ.canvas(&captured).line_mut(128, 0, 10).fill(77);
        paint(&mut differ, 0, 1);
        paint(&mut differ, 1, 1);
        assert_eq!(differ.current().line(128, 0, 1), [0; 4]);
    }
}
