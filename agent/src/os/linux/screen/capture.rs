//! Captures parts of the screen.
//!
//! The server writes into memory that both have. It is read as a file: that needs no unsafe
//! code, and the pixels have to be copied once in any case, so that they do not change while
//! they are compared.

use std::fs::File;
use std::os::unix::fs::FileExt;

use anyhow::{Context, ensure};
use x11rb::connection::Connection as _;
use x11rb::errors::ReplyError;
use x11rb::protocol::shm::ConnectionExt as _;
use x11rb::protocol::xproto::{ConnectionExt as _, ImageFormat, ImageOrder};

use super::server::XServer;
use crate::os::Problem;
use crate::os::screen_parts::geometry::{Grid, Rect};
use crate::os::screen_parts::picture::{PIXEL, Picture};

/// All bits of a pixel.
const ALL_PLANES: u32 = u32::MAX;

/// Captures parts of a screen of one size.
pub struct Capture {
    shared: Option<Shared>,
}

struct Shared {
    segment: u32,
    memory: File,
}

impl Capture {
    /// Shares memory with the server if it can.
    pub fn new(server: &XServer, grid: Grid) -> Self {
        let shared = share(server, grid).unwrap_or_else(|error| {
            tracing::info!("the screen is captured without shared memory: {error:#}");
            None
        });
        Self { shared }
    }

    /// Captures parts that do not overlap. False when the server refuses, as it does when the
    /// screen has become smaller.
    pub fn capture(
        &self,
        server: &XServer,
        rects: &[Rect],
        picture: &mut Picture,
    ) -> anyhow::Result<bool> {
        let captured = match &self.shared {
            Some(shared) => capture_shared(server, shared, rects, picture),
            None => capture_sent(server, rects, picture),
        };
        match captured.map_err(|error| error.downcast::<ReplyError>()) {
            Ok(()) => Ok(true),
            Err(Ok(ReplyError::X11Error(error))) => {
                tracing::debug!(?error, "the screen cannot be captured");
                Ok(false)
            }
            Err(Ok(error)) => Err(error.into()),
            Err(Err(error)) => Err(error),
        }
    }

    /// Returns the memory.
    pub fn end(&self, server: &XServer) -> anyhow::Result<()> {
        if let Some(shared) = &self.shared {
            server.connection().shm_detach(shared.segment)?;
        }
        Ok(())
    }
}

/// None when the server cannot share a file.
fn share(server: &XServer, grid: Grid) -> anyhow::Result<Option<Shared>> {
    let connection = server.connection();
    let version = connection.shm_query_version()?.reply()?;
    if (version.major_version, version.minor_version) < (1, 2) {
        return Ok(None);
    }
    let size = u32::try_from(grid.width() * grid.height() * PIXEL)?;
    let segment = server.new_id()?;
    // The server makes it: old systems have no other memory with a file and without a name.
    let made = connection.shm_create_segment(segment, size, false)?.reply()?;
    let memory = File::from(made.shm_fd);
    Ok(Some(Shared { segment, memory }))
}

fn capture_shared(
    server: &XServer,
    shared: &Shared,
    rects: &[Rect],
    picture: &mut Picture,
) -> anyhow::Result<()> {
    let (mut offset, mut answers) = (0, Vec::with_capacity(rects.len()));
    for rect in rects {
        let (x, y, width, height) = position(rect)?;
        let (format, at) = (ImageFormat::Z_PIXMAP.into(), u32::try_from(offset)?);
        answers.push(server.connection().shm_get_image(
            server.root(),
            x,
            y,
            width,
            height,
            ALL_PLANES,
            format,
            shared.segment,
            at,
        )?);
        offset += rect.width * rect.height * PIXEL;
    }
    for answer in answers {
        answer.reply()?;
    }
    let mut at = 0;
    for rect in rects {
        let line = u64::try_from(rect.width * PIXEL)?;
        if rect.width == picture.grid().width() {
            shared.memory.read_exact_at(picture.block_mut(rect.y, rect.height), at)?;
            at += line * u64::try_from(rect.height)?;
            continue;
        }
        for y in rect.y..rect.y + rect.height {
            shared.memory.read_exact_at(picture.line_mut(rect.x, y, rect.width), at)?;
            at += line;
        }
    }
    Ok(())
}

fn capture_sent(server: &XServer, rects: &[Rect], picture: &mut Picture) -> anyhow::Result<()> {
    for rect in rects {
        let (x, y, width, height) = position(rect)?;
        let format = ImageFormat::Z_PIXMAP;
        let asked = server.connection().get_image(
            format,
            server.root(),
            x,
            y,
            width,
            height,
            ALL_PLANES,
        )?;
        let data = asked.reply()?.data;
        let line = rect.width * PIXEL;
        ensure!(data.len() == line * rect.height, "the X server sent a part of another size");
        for (y, pixels) in (rect.y..).zip(data.chunks_exact(line)) {
            picture.line_mut(rect.x, y, rect.width).copy_from_slice(pixels);
        }
    }
    Ok(())
}

fn position(rect: &Rect) -> anyhow::Result<(i16, i16, u16, u16)> {
    let of_screen = "a grid has at most 16,320 pixels on a side";
    let position = (i16::try_from(rect.x), i16::try_from(rect.y));
    let size = (u16::try_from(rect.width), u16::try_from(rect.height));
    Ok((
        position.0.context(of_screen)?,
        position.1.context(of_screen)?,
        size.0.context(of_screen)?,
        size.1.context(of_screen)?,
    ))
}

/// Refuses a screen whose pixels are not four bytes with eight bits for each colour.
pub fn check_pixels(server: &XServer) -> Result<(), Problem> {
    let (setup, screen) = (server.connection().setup(), server.screen());
    let depth = screen.root_depth;
    let format = setup.pixmap_formats.iter().find(|format| format.depth == depth);
    let is_wide = format.is_some_and(|format| format.bits_per_pixel == 32);
    let mut visuals = screen.allowed_depths.iter().flat_map(|depth| &depth.visuals);
    let visual = visuals.find(|visual| visual.visual_id == screen.root_visual);
    let masks = visual.map(|visual| (visual.red_mask, visual.green_mask, visual.blue_mask));
    let is_known = masks == Some((0x00ff_0000, 0x0000_ff00, 0x0000_00ff));
    let is_little = setup.image_byte_order == ImageOrder::LSB_FIRST;
    if is_wide && is_known && is_little && matches!(depth, 24 | 32) {
        return Ok(());
    }
    Err(Problem::unsupported(format!(
        "the pixels of this screen have {depth} bits in an order the agent does not know; \
         it needs 24 or 32 bits"
    )))
}
