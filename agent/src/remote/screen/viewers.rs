//! All viewers of the screen: one capture, and for each what it lacks.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::sync::mpsc::error::TrySendError;
use tokio::time::Instant;

use super::differ::Changes;
use super::encoder::{Encoded, Encoder};
use super::packet::{self, Kind, PackedShape};
use super::shift::CopiedTile;
use super::tile_set::TileSet;
use super::viewer::{ToViewer, Viewer};
use crate::os::Problem;
use crate::os::screen_parts::geometry::{Layout, Rect};
use crate::os::screen_parts::picture::Picture;

/// Where the pointer is and how it looks.
#[derive(Debug, Default)]
pub struct PointerState {
    /// From the upper left corner of the screen.
    pub position: (i16, i16),
    /// None while it is hidden.
    pub shape: Option<PackedShape>,
}

/// All viewers, by their ids.
#[derive(Debug)]
pub struct Viewers {
    layout: Layout,
    list: BTreeMap<String, Viewer>,
    encoder: Encoder,
    /// The number of the last frame.
    number: u32,
}

/// What a frame was made of; viewers of whom all this is equal get the same one.
#[derive(PartialEq, Eq)]
struct Recipe {
    tiles: TileSet,
    copies: Vec<CopiedTile>,
    start: usize,
    is_key: bool,
}

/// A frame with what it was made of.
struct Finished {
    recipe: Recipe,
    encoded: Encoded,
    packets: Vec<Arc<[u8]>>,
}

impl Viewers {
    /// None yet.
    pub fn new(layout: Layout) -> Result<Self, Problem> {
        Ok(Self { layout, list: BTreeMap::new(), encoder: Encoder::new()?, number: 0 })
    }

    /// Adds one, or puts it in the place of the one with its id.
    pub fn add(&mut self, id: String, viewer: Viewer) {
        self.list.insert(id, viewer);
    }

    /// Takes one out.
    pub fn remove(&mut self, id: &str) {
        self.list.remove(id);
    }

    /// One of them.
    pub fn find(&mut self, id: &str) -> Option<&mut Viewer> {
        self.list.get_mut(id)
    }

    /// Makes the next frame of one of them due. Returns whether it lacks anything.
    pub fn hurry(&mut self, id: &str, screen_changed: bool, now: Instant) -> bool {
        let Some(viewer) = self.list.get_mut(id) else { return false };
        viewer.pace.hurry(now);
        screen_changed || viewer.lacks_something()
    }

    /// Sends everything again to one of them.
    pub fn restart(&mut self, id: &str) {
        if let Some(viewer) = self.list.get_mut(id) {
            viewer.restart(&self.layout);
        }
    }

    /// Shows one of them one monitor or all.
    pub fn show(&mut self, id: &str, monitor: Option<usize>) {
        if let Some(viewer) = self.list.get_mut(id) {
            viewer.show(&self.layout, monitor);
        }
    }

    /// How the screen looks from outside.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The screen has another size or other monitors: all begin again.
    pub fn set_layout(&mut self, layout: Layout) {
        for viewer in self.list.values_mut() {
            viewer.restart(&layout);
            viewer.show(&layout, None);
        }
        self.layout = layout;
    }

    /// The pointer is elsewhere or looks different.
    pub fn pointer_changed(&mut self, shape_changed: bool) {
        for viewer in self.list.values_mut() {
            viewer.cursor_moved = true;
            viewer.shape_changed |= shape_changed;
        }
    }

    /// Compresses the shape of the pointer.
    pub fn pack_shape(&mut self, rgba: &[u8]) -> Result<Vec<u8>, Problem> {
        self.encoder.compress(rgba)
    }

    /// When the next frame is due for somebody; none while nobody lacks anything or may get
    /// anything. While the screen has changed, all lack something.
    pub fn due(&self, screen_changed: bool) -> Option<Instant> {
        let waiting =
            self.list.values().filter(|viewer| screen_changed || viewer.lacks_something());
        waiting.filter_map(Viewer::due).min()
    }

    /// Sends a frame to all who may get one and lack something. The changes are those from
    /// the picture before to this one.
    pub fn publish(
        &mut self,
        picture: &Picture,
        changes: &Changes,
        pointer: &PointerState,
        now: Instant,
    ) -> Result<(), Problem> {
        let number = self.number.wrapping_add(1);
        let mut finished: Vec<Finished> = Vec::new();
        let mut gone = Vec::new();
        for (id, viewer) in &mut self.list {
            let before = viewer.missing.clone();
            viewer.missing.add(&changes.tiles);
            let is_due = viewer.due().is_some_and(|due| due <= now);
            if !is_due || !viewer.lacks_something() {
                continue;
            }
            viewer.renew(&self.layout, now);
            let recipe = recipe(viewer, &before, changes, picture);
            let mut packets = pointer_packets(viewer, &self.layout, pointer, number, &recipe);
            if !recipe.tiles.is_empty() {
                let frame = cook(&mut self.encoder, &mut finished, picture, recipe, number)?;
                packets.extend(frame.packets.iter().cloned());
                viewer.missing.subtract(&frame.recipe.tiles);
                viewer.missing.add(&frame.encoded.rest);
                viewer.next_tile = frame.encoded.next;
            }
            (viewer.is_new, viewer.cursor_moved, viewer.shape_changed) = (false, false, false);
            self.number = number;
            viewer.pace.sent(number, now);
            let sent = viewer.outgoing.try_send(ToViewer::Packets(packets));
            if matches!(sent, Err(TrySendError::Closed(_))) {
                gone.push(id.clone());
            }
        }
        gone.iter().for_each(|id| self.remove(id));
        Ok(())
    }
}

/// What the next frame of a viewer is made of.
fn recipe(viewer: &Viewer, before: &TileSet, changes: &Changes, picture: &Picture) -> Recipe {
    let tiles = viewer.missing.intersection(&viewer.view);
    // A copy is of use to a viewer who has all that is copied; most have everything.
    let has_everything = before.is_empty();
    let has_source = |copy: &CopiedTile| {
        let rect = picture.grid().tile(copy.tile);
        let source = Rect { x: copy.x, y: copy.y, ..rect };
        let source = TileSet::touched_by(picture.grid(), &[source]);
        source.intersection(before).is_empty()
    };
    let is_useful =
        |copy: &&CopiedTile| tiles.contains(copy.tile) && (has_everything || has_source(copy));
    let copies: Vec<CopiedTile> = match changes.copies.as_slice() {
        _ if viewer.is_new => Vec::new(),
        copies => copies.iter().filter(is_useful).copied().collect(),
    };
    Recipe { tiles, copies, start: viewer.next_tile, is_key: viewer.is_new }
}

/// The size and the pointer, as far as the viewer does not know them.
fn pointer_packets(
    viewer: &Viewer,
    layout: &Layout,
    pointer: &PointerState,
    number: u32,
    recipe: &Recipe,
) -> Vec<Arc<[u8]>> {
    let mut packets = Vec::new();
    if viewer.is_new {
        packets.extend(packet::split(Kind::Size, 0, number, &packet::size_body(layout)));
    }
    if viewer.cursor_moved || viewer.shape_changed {
        let shape = pointer.shape.as_ref().filter(|_| viewer.shape_changed);
        let body = packet::cursor_body(pointer.position, pointer.shape.is_some(), shape);
        let flags = if recipe.tiles.is_empty() { packet::LAST } else { 0 };
        packets.extend(packet::split(Kind::Cursor, flags, number, &body));
    }
    packets.into_iter().map(Arc::from).collect()
}

/// Makes a frame, or takes one that was made of the same.
fn cook<'a>(
    encoder: &mut Encoder,
    finished: &'a mut Vec<Finished>,
    picture: &Picture,
    recipe: Recipe,
    number: u32,
) -> Result<&'a Finished, Problem> {
    let known = finished.iter().position(|frame| frame.recipe == recipe);
    let at = match known {
        Some(at) => at,
        None => {
            let encoded = encoder.encode(picture, &recipe.tiles, &recipe.copies, recipe.start)?;
            let mut flags = packet::LAST;
            flags |= if recipe.is_key { packet::KEY } else { 0 };
            flags |= if encoded.rest.is_empty() { 0 } else { packet::PARTIAL };
            let packets = packet::split(Kind::Frame, flags, number, &encoded.body);
            let packets = packets.into_iter().map(Arc::from).collect();
            finished.push(Finished { recipe, encoded, packets });
            finished.len() - 1
        }
    };
    Ok(&finished[at])
}
