//! The pixels of a screen.

use super::geometry::{Grid, Rect};

/// Bytes of a pixel: blue, green, red, and one that means nothing.
pub const PIXEL: usize = 4;

/// The pixels of a screen, line after line without anything between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    grid: Grid,
    pixels: Vec<u8>,
}

impl Picture {
    /// A black one.
    pub fn new(grid: Grid) -> Self {
        Self { grid, pixels: vec![0; grid.width() * grid.height() * PIXEL] }
    }

    /// Its size.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// A part of a line.
    pub fn line(&self, x: usize, y: usize, width: usize) -> &[u8] {
        let start = (y * self.grid.width() + x) * PIXEL;
        &self.pixels[start..start + width * PIXEL]
    }

    /// A part of a line, to be overwritten.
    pub fn line_mut(&mut self, x: usize, y: usize, width: usize) -> &mut [u8] {
        let start = (y * self.grid.width() + x) * PIXEL;
        &mut self.pixels[start..start + width * PIXEL]
    }

    /// Whole lines, to be overwritten at once.
    #[cfg_attr(
        not(target_os = "linux"),
        expect(dead_code, reason = "only the part for Linux reads a screen")
    )]
    pub fn block_mut(&mut self, y: usize, height: usize) -> &mut [u8] {
        let line = self.grid.width() * PIXEL;
        &mut self.pixels[y * line..(y + height) * line]
    }

    /// The lines of a part, from top to bottom.
    pub fn lines(&self, rect: Rect) -> impl Iterator<Item = &[u8]> {
        (rect.y..rect.y + rect.height).map(move |y| self.line(rect.x, y, rect.width))
    }

    /// Whether a part looks as a part of the same size of another picture does, whose upper
    /// left corner is given. Ends at the first line that differs.
    pub fn is_equal(&self, rect: Rect, other: &Self, x: usize, y: usize) -> bool {
        let there = Rect { x, y, ..rect };
        self.lines(rect).zip(other.lines(there)).all(|(here, there)| here == there)
    }

    /// Takes over a part from another picture of the same size.
    pub fn copy(&mut self, rect: Rect, from: &Self) {
        for y in rect.y..rect.y + rect.height {
            let line = from.line(rect.x, y, rect.width);
            self.line_mut(rect.x, y, rect.width).copy_from_slice(line);
        }
    }
}
