//! The size of the screen, and its monitors.

use anyhow::Context;
use x11rb::protocol::randr::ConnectionExt as _;
use x11rb::protocol::xproto::ConnectionExt as _;

use super::server::XServer;
use crate::os::screen_parts::geometry::{Grid, Layout, Monitor};

/// What can be counted in a message.
const MAX_MONITORS: usize = 32;

/// How the screen looks from outside now.
pub fn read_layout(server: &XServer) -> anyhow::Result<Layout> {
    let size = server.connection().get_geometry(server.root())?.reply()?;
    let grid = Grid::new(usize::from(size.width), usize::from(size.height));
    let grid = grid.with_context(|| {
        format!("a screen of {} × {} pixels is too large", size.width, size.height)
    })?;
    let mut monitors = read_monitors(server, grid).unwrap_or_else(|error| {
        tracing::info!("the monitors are not known: {error:#}");
        Vec::new()
    });
    if monitors.is_empty() {
        monitors.push(Monitor { rect: grid.whole(), primary: true, name: String::new() });
    }
    Ok(Layout { grid, monitors })
}

fn read_monitors(server: &XServer, grid: Grid) -> anyhow::Result<Vec<Monitor>> {
    let connection = server.connection();
    let found = connection.randr_get_monitors(server.root(), true)?.reply()?.monitors;
    let mut monitors = Vec::new();
    for monitor in found.into_iter().take(MAX_MONITORS) {
        let (x, y) = (i64::from(monitor.x), i64::from(monitor.y));
        let (width, height) = (i64::from(monitor.width), i64::from(monitor.height));
        let Some(rect) = grid.clip(x, y, width, height) else { continue };
        let name = connection.get_atom_name(monitor.name)?.reply()?.name;
        let name = String::from_utf8_lossy(&name).into_owned();
        monitors.push(Monitor { rect, primary: monitor.primary, name });
    }
    Ok(monitors)
}
