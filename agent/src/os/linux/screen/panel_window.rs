//! The frame of a small window: where it is, and what the window manager does with it.

use x11rb::CURRENT_TIME;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConnectionExt as _, CreateWindowAux, EventMask, InputFocus,
    PropMode, WindowClass,
};
use x11rb::wrapper::ConnectionExt as _;

use super::monitors::read_layout;
use super::panel_layout::PanelLayout;
use super::server::XServer;
use crate::os::screen_parts::geometry::Rect;

/// What kind of window it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// In the middle, managed as other windows are, with the keyboard.
    Dialog,
    /// At the upper edge; the window manager does not touch it.
    Notice,
}

/// A window that is shown.
#[derive(Clone, Copy, Debug)]
pub struct PanelWindow {
    /// The server's number for it.
    pub id: u32,
    /// What kind it is.
    pub style: Style,
    /// How the window manager says that it is to be closed.
    close: u32,
}

/// Opens a window on the main monitor.
pub fn open_window(
    server: &XServer,
    layout: &PanelLayout,
    style: Style,
    paper: u32,
) -> anyhow::Result<PanelWindow> {
    let (x, y) = position(main_monitor(server)?, layout, style)?;
    let (width, height) = (u16::try_from(layout.width)?, u16::try_from(layout.height)?);
    let events = EventMask::EXPOSURE
        | EventMask::KEY_PRESS
        | EventMask::BUTTON_PRESS
        | EventMask::BUTTON_RELEASE
        | EventMask::BUTTON1_MOTION
        | EventMask::STRUCTURE_NOTIFY
        | EventMask::VISIBILITY_CHANGE;
    let options = CreateWindowAux::new()
        .background_pixel(paper)
        .override_redirect(u32::from(style == Style::Notice))
        .event_mask(events);
    let (connection, id) = (server.connection(), server.new_id()?);
    connection.create_window(
        x11rb::COPY_DEPTH_FROM_PARENT,
        id,
        server.root(),
        x,
        y,
        width,
        height,
        1,
        WindowClass::INPUT_OUTPUT,
        x11rb::COPY_FROM_PARENT,
        &options,
    )?;
    let close = describe(server, id)?;
    connection.map_window(id)?;
    Ok(PanelWindow { id, style, close })
}

impl PanelWindow {
    /// Gives it the keyboard if it is a dialog.
    pub fn focus(&self, server: &XServer) -> anyhow::Result<()> {
        if self.style == Style::Dialog {
            let connection = server.connection();
            connection.set_input_focus(InputFocus::PARENT, self.id, CURRENT_TIME)?;
        }
        Ok(())
    }

    /// Whether this says that it is to be closed.
    pub fn is_close(&self, message: &ClientMessageEvent) -> bool {
        message.format == 32 && message.data.as_data32()[0] == self.close
    }
}

/// Says what the window manager has to know. Returns the name of the message that closes it.
fn describe(server: &XServer, window: u32) -> anyhow::Result<u32> {
    let connection = server.connection();
    let title = b"Remote support";
    let (name, utf8) = (server.atom("_NET_WM_NAME")?, server.atom("UTF8_STRING")?);
    connection.change_property8(PropMode::REPLACE, window, name, utf8, title)?;
    let (old_name, string) = (AtomEnum::WM_NAME, AtomEnum::STRING);
    connection.change_property8(PropMode::REPLACE, window, old_name, string, title)?;
    let (protocols, close) = (server.atom("WM_PROTOCOLS")?, server.atom("WM_DELETE_WINDOW")?);
    let lists = [
        (protocols, vec![close]),
        (server.atom("_NET_WM_WINDOW_TYPE")?, vec![server.atom("_NET_WM_WINDOW_TYPE_DIALOG")?]),
        (
            server.atom("_NET_WM_STATE")?,
            vec![server.atom("_NET_WM_STATE_ABOVE")?, server.atom("_NET_WM_STATE_STICKY")?],
        ),
    ];
    for (property, list) in lists {
        let kind = AtomEnum::ATOM;
        connection.change_property32(PropMode::REPLACE, window, property, kind, &list)?;
    }
    Ok(close)
}

fn main_monitor(server: &XServer) -> anyhow::Result<Rect> {
    let layout = read_layout(server)?;
    let main = layout.monitors.iter().find(|monitor| monitor.primary);
    let main = main.or(layout.monitors.first()).map(|monitor| monitor.rect);
    Ok(main.unwrap_or_else(|| layout.grid.whole()))
}

fn position(monitor: Rect, layout: &PanelLayout, style: Style) -> anyhow::Result<(i16, i16)> {
    let x = monitor.x + monitor.width.saturating_sub(layout.width) / 2;
    let y = match style {
        Style::Dialog => monitor.y + monitor.height.saturating_sub(layout.height) / 2,
        Style::Notice => monitor.y,
    };
    Ok((i16::try_from(x)?, i16::try_from(y)?))
}
