//! Several viewers of one screen, each as fast as it is.
#![cfg(target_os = "linux")]

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, advance};

use super::decoder_for_tests::Decoder;
use super::differ::Differ;
use super::packet::{KEY, LAST, PARTIAL};
use super::tile_set::TileSet;
use super::viewer::{Role, ToViewer, Viewer};
use super::viewers::{PointerState, Viewers};
use crate::os::screen_parts::geometry::{Grid, Layout, Monitor, Rect};

const PAUSE: Duration = Duration::from_millis(40);

/// A screen of two monitors side by side.
pub(super) struct Stage {
    differ: Differ,
    pub(super) viewers: Viewers,
    pointer: PointerState,
}

/// A viewer with what it sees.
pub(super) struct Watcher {
    received: mpsc::Receiver<ToViewer>,
    decoder: Decoder,
}

impl Stage {
    pub(super) fn new() -> Self {
        let grid = Grid::new(512, 128).unwrap();
        let monitor = |x: usize| {
            let rect = Rect { x, y: 0, width: 256, height: 128 };
            Monitor { rect, primary: x == 0, name: format!("at {x}") }
        };
        let viewers = Viewers::new(Layout { grid, monitors: vec![monitor(0), monitor(256)] });
        let pointer = PointerState::default();
        Self { differ: Differ::new(grid), viewers: viewers.unwrap(), pointer }
    }

    fn join(&mut self, id: &str) -> Watcher {
        self.join_as(id, Role::Participant)
    }

    pub(super) fn join_as(&mut self, id: &str, role: Role) -> Watcher {
        let (outgoing, received) = mpsc::channel(4);
        let viewer = Viewer::new(outgoing, role, self.viewers.layout(), Instant::now());
        self.viewers.add(id.to_owned(), viewer);
        Watcher { received, decoder: Decoder::new() }
    }

    /// Fills a tile with a shade, and sends whatever may be sent.
    pub(super) async fn paint(&mut self, tile: usize, shade: u8) {
        advance(PAUSE).await;
        let grid = self.differ.current().grid();
        let rect = grid.tile(tile);
        let captured = TileSet::touched_by(grid, &[rect]);
        let canvas = self.differ.canvas(&captured);
        for y in rect.y..rect.y + rect.height {
            canvas.line_mut(rect.x, y, rect.width).fill(shade);
        }
        let changes = self.differ.compare(&captured);
        let now = Instant::now();
        self.viewers.publish(self.differ.current(), &changes, &self.pointer, now).unwrap();
    }

    fn acknowledge(&mut self, id: &str, number: u32) {
        self.viewers.find(id).unwrap().pace.acknowledged(number, Instant::now());
    }

    pub(super) fn shade_at(&self, watcher: &Watcher, tile: usize) -> u8 {
        let grid = self.differ.current().grid();
        let rect = grid.tile(tile);
        watcher.decoder.pixels[rect.y * grid.width() + rect.x][0]
    }
}

impl Watcher {
    /// Everything that is here: the number and the flags of each last packet.
    pub(super) fn receive(&mut self) -> Vec<(u32, u8)> {
        let mut found = Vec::new();
        while let Ok(ToViewer::Packets(packets)) = self.received.try_recv() {
            for packet in &packets {
                assert!(self.decoder.take(packet).is_some());
            }
            let last: &Arc<[u8]> = packets.last().unwrap();
            let number = u32::from_be_bytes(last[4..8].try_into().unwrap());
            let lasts = packets.iter().filter(|packet| packet[2] & LAST != 0).count();
            assert_eq!((lasts, last[2] & LAST), (1, LAST));
            found.push((number, last[2]));
        }
        found
    }
}

#[tokio::test(start_paused = true)]
async fn a_new_viewer_gets_the_size_and_a_key_frame_first() {
    let mut stage = Stage::new();
    let mut ann = stage.join("ann");
    stage.paint(3, 9).await;
    assert_eq!(ann.receive(), [(1, LAST | KEY)]);
    assert_eq!(ann.decoder.grid, Grid::new(512, 128));
    assert_eq!((stage.shade_at(&ann, 3), stage.shade_at(&ann, 4)), (9, 0));
}

#[tokio::test(start_paused = true)]
async fn a_slow_viewer_gets_what_it_missed_at_once_and_holds_up_nobody() {
    let mut stage = Stage::new();
    let (mut fast, mut slow) = (stage.join("fast"), stage.join("slow"));
    for (tile, number) in (0..6).zip(1..) {
        stage.paint(tile, 50).await;
        assert_eq!(fast.receive().len(), 1, "{tile}");
        stage.acknowledge("fast", number);
    }
    assert_eq!(slow.receive().iter().map(|frame| frame.0).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(stage.shade_at(&slow, 5), 0);
    stage.acknowledge("slow", 1);
    stage.paint(5, 60).await;
    assert_eq!(slow.receive(), [(7, LAST)]);
    let shades: Vec<u8> = (0..6).map(|tile| stage.shade_at(&slow, tile)).collect();
    assert_eq!(shades, [50, 50, 50, 50, 50, 60]);
}

#[tokio::test(start_paused = true)]
async fn viewers_who_lack_the_same_get_the_same_bytes() {
    let mut stage = Stage::new();
    let (mut one, mut two) = (stage.join("one"), stage.join("two"));
    stage.paint(1, 5).await;
    let last = |watcher: &mut Watcher| match watcher.received.try_recv() {
        Ok(ToViewer::Packets(packets)) => packets.last().unwrap().clone(),
        other => panic!("{other:?}"),
    };
    assert!(Arc::ptr_eq(&last(&mut one), &last(&mut two)));
}

#[tokio::test(start_paused = true)]
async fn a_viewer_of_one_monitor_gets_the_other_when_it_wants_it() {
    let mut stage = Stage::new();
    let mut ann = stage.join("ann");
    stage.viewers.show("ann", Some(1));
    stage.paint(0, 5).await;
    assert_eq!(ann.receive(), [(1, LAST | KEY)]);
    stage.acknowledge("ann", 1);
    stage.paint(0, 6).await;
    assert!(ann.receive().is_empty());
    assert_eq!(stage.shade_at(&ann, 0), 0);
    stage.viewers.show("ann", None);
    stage.paint(4, 7).await;
    assert_eq!(ann.receive().len(), 1);
    assert_eq!((stage.shade_at(&ann, 0), stage.shade_at(&ann, 4)), (6, 7));
}

#[tokio::test(start_paused = true)]
async fn nothing_is_due_while_nobody_lacks_anything() {
    let mut stage = Stage::new();
    assert_eq!(stage.viewers.due(true), None);
    let mut ann = stage.join("ann");
    assert!(stage.viewers.due(false).is_some());
    stage.paint(0, 5).await;
    ann.receive();
    assert_eq!(stage.viewers.due(false), None);
    assert!(stage.viewers.due(true).is_some());
    stage.viewers.pointer_changed(false);
    assert!(stage.viewers.due(false).is_some());
}

#[tokio::test(start_paused = true)]
async fn a_pointer_that_moves_is_sent_without_a_frame() {
    let mut stage = Stage::new();
    let mut ann = stage.join("ann");
    stage.paint(0, 5).await;
    ann.receive();
    stage.viewers.pointer_changed(false);
    stage.paint(0, 5).await;
    let Ok(ToViewer::Packets(packets)) = ann.received.try_recv() else { panic!() };
    assert_eq!((packets.len(), packets[0][1], packets[0][2]), (1, 3, LAST));
}

#[tokio::test(start_paused = true)]
async fn one_who_acknowledges_without_reading_gets_no_more_than_is_kept() {
    let mut stage = Stage::new();
    let mut ann = stage.join("ann");
    for number in 1..20 {
        stage.paint(0, u8::try_from(number).unwrap()).await;
        stage.acknowledge("ann", number);
    }
    assert_eq!(stage.viewers.due(true), None);
    assert_eq!(ann.receive().len(), 4);
    assert!(stage.viewers.due(true).is_some());
}

#[tokio::test(start_paused = true)]
async fn one_who_is_gone_is_removed() {
    let mut stage = Stage::new();
    drop(stage.join("ann"));
    stage.paint(0, 5).await;
    assert!(stage.viewers.find("ann").is_none());
}

#[tokio::test(start_paused = true)]
async fn another_size_begins_everything_again() {
    let mut stage = Stage::new();
    let mut ann = stage.join("ann");
    stage.paint(0, 5).await;
    ann.receive();
    let grid = Grid::new(64, 64).unwrap();
    let monitor = Monitor { rect: grid.whole(), primary: true, name: String::new() };
    stage.viewers.set_layout(Layout { grid, monitors: vec![monitor] });
    stage.differ = Differ::new(grid);
    stage.paint(0, 8).await;
    let frames = ann.receive();
    assert_eq!((frames[0].1 & KEY, frames[0].1 & PARTIAL), (KEY, 0));
    assert_eq!(ann.decoder.pixels, vec![[8; 3]; 64 * 64]);
}
