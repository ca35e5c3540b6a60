//! The screen as a grid of square tiles.

/// Pixels along one side of a tile.
pub const TILE: usize = 64;

/// The longest side a screen may have: its tiles are then still counted with 16 bits.
pub const MAX_SIDE: usize = 16_320;

/// A part of the screen, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rect {
    /// Its left edge.
    pub x: usize,
    /// Its upper edge.
    pub y: usize,
    /// Pixels from left to right.
    pub width: usize,
    /// Pixels from top to bottom.
    pub height: usize,
}

/// The size of the screen, and how tiles cover it; those at its right and lower edge are
/// cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    width: usize,
    height: usize,
}

/// One of the monitors that show the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Monitor {
    /// What it shows.
    pub rect: Rect,
    /// Whether it is the main one.
    pub primary: bool,
    /// What the system calls it.
    pub name: String,
}

/// What the screen looks like from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Its size.
    pub grid: Grid,
    /// Its monitors, at least one.
    pub monitors: Vec<Monitor>,
}

impl Grid {
    /// None for a screen without pixels, and for one that is larger than frames can say.
    #[cfg_attr(
        not(any(target_os = "linux", test)),
        expect(dead_code, reason = "only the part for Linux reads a screen")
    )]
    pub fn new(width: usize, height: usize) -> Option<Self> {
        let fits = |side: usize| (1..=MAX_SIDE).contains(&side);
        (fits(width) && fits(height)).then_some(Self { width, height })
    }

    /// Pixels from left to right.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Pixels from top to bottom.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Tiles in a row.
    pub fn columns(&self) -> usize {
        self.width.div_ceil(TILE)
    }

    /// Rows of tiles.
    pub fn rows(&self) -> usize {
        self.height.div_ceil(TILE)
    }

    /// How many tiles there are.
    pub fn tiles(&self) -> usize {
        self.columns() * self.rows()
    }

    /// The pixels of a tile; tiles are counted from the upper left corner, row by row.
    pub fn tile(&self, index: usize) -> Rect {
        let (x, y) = (index % self.columns() * TILE, index / self.columns() * TILE);
        Rect { x, y, width: TILE.min(self.width - x), height: TILE.min(self.height - y) }
    }

    /// The part of a rectangle that is on the screen, whatever its edges are.
    #[cfg_attr(
        not(any(target_os = "linux", test)),
        expect(dead_code, reason = "only the part for Linux reads a screen")
    )]
    pub fn clip(&self, x: i64, y: i64, width: i64, height: i64) -> Option<Rect> {
        let within =
            |at: i64, side: usize| usize::try_from(at.max(0)).map_or(side, |at| at.min(side));
        let (left, right) = (within(x, self.width), within(x.saturating_add(width), self.width));
        let (top, bottom) = (within(y, self.height), within(y.saturating_add(height), self.height));
        let rect = Rect {
            x: left,
            y: top,
            width: right.saturating_sub(left),
            height: bottom.saturating_sub(top),
        };
        (rect.width > 0 && rect.height > 0).then_some(rect)
    }

    /// All of the screen.
    #[cfg_attr(
        not(any(target_os = "linux", test)),
        expect(dead_code, reason = "only the part for Linux reads a screen")
    )]
    pub fn whole(&self) -> Rect {
        Rect { x: 0, y: 0, width: self.width, height: self.height }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_at_the_edge_are_cut_off() {
        let grid = Grid::new(130, 65).unwrap();
        assert_eq!((grid.columns(), grid.rows(), grid.tiles()), (3, 2, 6));
        assert_eq!(grid.tile(5), Rect { x: 128, y: 64, width: 2, height: 1 });
    }

    #[test]
    fn a_screen_is_neither_empty_nor_larger_than_frames_can_say() {
        assert_eq!(Grid::new(0, 5), None);
        assert_eq!(Grid::new(5, MAX_SIDE + 1), None);
        let largest = Grid::new(MAX_SIDE, MAX_SIDE).unwrap();
        assert!(u16::try_from(largest.tiles()).is_ok());
    }

    #[test]
    fn what_is_beside_the_screen_is_cut_away() {
        let grid = Grid::new(100, 50).unwrap();
        let corner = Rect { x: 0, y: 0, width: 5, height: 5 };
        assert_eq!(grid.clip(-5, -5, 10, 10), Some(corner));
        assert_eq!(grid.clip(i64::MIN, 0, i64::MAX, 10), None);
        assert_eq!(grid.clip(0, 0, i64::MAX, i64::MAX), Some(grid.whole()));
        assert_eq!(grid.clip(100, 0, 10, 10), None);
    }
}
