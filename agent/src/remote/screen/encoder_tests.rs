//! Frames are encoded and decoded again, with a plain decoder.
#![cfg(target_os = "linux")]

use proptest::prelude::*;

use super::decoder_for_tests::Decoder;
use super::differ::{Changes, Differ};
use super::encoder::Encoder;
use super::packet::{Kind, LAST, MAX_PACKET, size_body, split};
use super::tile_set::TileSet;
use crate::os::screen_parts::geometry::{Grid, Layout, Monitor, Rect};
use crate::os::screen_parts::picture::Picture;

fn layout(grid: Grid) -> Layout {
    let monitor = Monitor { rect: grid.whole(), primary: true, name: "eDP-1".to_owned() };
    Layout { grid, monitors: vec![monitor] }
}

/// An agent with one viewer.
struct Pair {
    differ: Differ,
    encoder: Encoder,
    decoder: Decoder,
    /// Bytes of the last frame.
    bytes: usize,
}

impl Pair {
    fn new(grid: Grid) -> Self {
        let mut decoder = Decoder::new();
        let packets = split(Kind::Size, 0, 1, &size_body(&layout(grid)));
        packets.iter().for_each(|packet| assert_eq!(decoder.take(packet), Some(0)));
        let encoder = Encoder::new().unwrap();
        Self { differ: Differ::new(grid), encoder, decoder, bytes: 0 }
    }

    /// Draws something, and sends what is different until nothing is missing.
    fn draw(&mut self, draw: impl FnOnce(&mut Picture)) {
        let grid = self.differ.current().grid();
        let mut next = self.differ.current().clone();
        draw(&mut next);
        let all = TileSet::full(grid);
        self.differ.canvas(&all).copy(grid.whole(), &next);
        let Changes { mut tiles, mut copies } = self.differ.compare(&all);
        let mut start = 0;
        self.bytes = 0;
        while !tiles.is_empty() {
            let picture = self.differ.current();
            let encoded = self.encoder.encode(picture, &tiles, &copies, start).unwrap();
            for packet in split(Kind::Frame, LAST, 2, &encoded.body) {
                assert!(packet.len() <= MAX_PACKET);
                self.bytes += packet.len();
                assert!(self.decoder.take(&packet).is_some());
            }
            copies.clear();
            (tiles, start) = (encoded.rest, encoded.next);
        }
    }

    fn is_equal(&self) -> bool {
        let picture = self.differ.current();
        let shown = picture.lines(picture.grid().whole()).flat_map(|line| line.as_chunks::<4>().0);
        shown.map(|pixel| [pixel[2], pixel[1], pixel[0]]).eq(self.decoder.pixels.iter().copied())
    }
}

/// Pixels that look like noise, or like a few colours.
fn noise(seed: u64, x: usize, y: usize, colours: u64) -> [u8; 4] {
    let value = (seed ^ ((x as u64) << 32) ^ y as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 20;
    let shade = u32::try_from(value % colours).unwrap().wrapping_mul(2_654_435_761);
    shade.to_le_bytes()
}

fn paint(picture: &mut Picture, rect: Rect, seed: u64, colours: u64) {
    for y in rect.y..rect.y + rect.height {
        let line = picture.line_mut(rect.x, y, rect.width);
        for (x, pixel) in line.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            *pixel = noise(seed, x, y, colours);
        }
    }
}

#[test]
fn every_kind_of_tile_arrives_as_it_was() {
    let grid = Grid::new(200, 130).unwrap();
    for colours in [1, 2, 16, 17, 256, 257, 1 << 24] {
        let mut pair = Pair::new(grid);
        pair.draw(|picture| paint(picture, grid.whole(), 7, colours));
        assert!(pair.is_equal(), "{colours} colours");
    }
}

#[test]
fn a_text_that_scrolls_is_copied() {
    let grid = Grid::new(1920, 1080).unwrap();
    let mut pair = Pair::new(grid);
    pair.draw(|picture| paint(picture, grid.whole(), 1, 12));
    let before = pair.differ.current().clone();
    pair.draw(|picture| {
        for y in 0..1080 - 18 {
            picture.line_mut(0, y, 1920).copy_from_slice(before.line(0, y + 18, 1920));
        }
        paint(picture, Rect { x: 0, y: 1062, width: 1920, height: 18 }, 2, 12);
    });
    assert!(pair.is_equal());
    assert_eq!(pair.decoder.copied_tiles, 16 * 30);
    assert!(pair.bytes < 60 * 1024, "{} bytes", pair.bytes);
}

#[test]
fn a_sheet_that_scrolls_to_the_side_is_copied() {
    let grid = Grid::new(640, 256).unwrap();
    let mut pair = Pair::new(grid);
    pair.draw(|picture| paint(picture, grid.whole(), 1, 200));
    let before = pair.differ.current().clone();
    pair.draw(|picture| {
        for y in 0..256 {
            picture.line_mut(5, y, 635).copy_from_slice(before.line(0, y, 635));
        }
    });
    assert!(pair.is_equal());
    assert_eq!(pair.decoder.copied_tiles, 9 * 4);
}

#[test]
fn a_large_picture_comes_in_several_frames_and_arrives_as_it_was() {
    let grid = Grid::new(1024, 1024).unwrap();
    let mut pair = Pair::new(grid);
    pair.draw(|picture| paint(picture, grid.whole(), 3, 1 << 24));
    assert!(pair.is_equal());
    assert!(pair.bytes > 2 * 1024 * 1024, "{} bytes", pair.bytes);
}

#[test]
fn a_screen_that_stands_still_sends_nothing() {
    let mut pair = Pair::new(Grid::new(300, 300).unwrap());
    pair.draw(|_| {});
    assert_eq!(pair.bytes, 0);
}

/// Something that happens to a picture.
#[derive(Clone, Debug)]
enum Edit {
    Paint { at: (usize, usize), size: (usize, usize), seed: u64, colours: u64 },
    Move { right: usize, down: usize },
}

fn edit() -> impl Strategy<Value = Edit> {
    let paint =
        ((0..300_usize, 0..300_usize), (1..300_usize, 1..300_usize), any::<u64>(), 1..400_u64);
    prop_oneof![
        paint.prop_map(|(at, size, seed, colours)| Edit::Paint { at, size, seed, colours }),
        (0..70_usize, 0..70_usize).prop_map(|(right, down)| Edit::Move { right, down }),
    ]
}

fn apply(edit: &Edit, picture: &mut Picture) {
    let grid = picture.grid();
    match edit {
        Edit::Paint { at, size, seed, colours } => {
            let (x, y) = (at.0 % grid.width(), at.1 % grid.height());
            let (width, height) = (size.0.min(grid.width() - x), size.1.min(grid.height() - y));
            paint(picture, Rect { x, y, width, height }, *seed, *colours);
        }
        Edit::Move { right, down } => {
            let before = picture.clone();
            let (right, down) = (right % grid.width(), down % grid.height());
            for y in down..grid.height() {
                let width = grid.width() - right;
                picture.line_mut(right, y, width).copy_from_slice(before.line(0, y - down, width));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn whatever_happens_on_the_screen_arrives(
        width in 1..400_usize, height in 1..400_usize, edits in prop::collection::vec(edit(), 1..6),
    ) {
        let mut pair = Pair::new(Grid::new(width, height).unwrap());
        for edit in &edits {
            pair.draw(|picture| apply(edit, picture));
            prop_assert!(pair.is_equal(), "after {:?}", edit);
        }
    }

    #[test]
    fn a_decoder_takes_any_bytes_without_harm(
        bytes in prop::collection::vec(any::<u8>(), 0..300), kind in 0..5_u8, flags in 0..16_u8,
    ) {
        let mut decoder = Pair::new(Grid::new(100, 100).unwrap()).decoder;
        let header = [1, kind, flags, 0, 0, 0, 0, 9];
        let _ = decoder.take(&[&header[..], &bytes].concat());
    }
}
