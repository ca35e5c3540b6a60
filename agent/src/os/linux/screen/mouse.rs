//! Moves the pointer, presses buttons and turns the wheel for a viewer.

use std::collections::BTreeSet;

use x11rb::protocol::xproto::{
    BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, ConnectionExt as _, MOTION_NOTIFY_EVENT,
};
use x11rb::protocol::xtest::ConnectionExt as _;

use super::server::XServer;

/// X servers know the wheel as buttons.
const WHEEL_UP: u8 = 4;
const WHEEL_DOWN: u8 = 5;
const WHEEL_LEFT: u8 = 6;
const WHEEL_RIGHT: u8 = 7;

/// The mouse of a session.
#[derive(Debug, Default)]
pub struct Mouse {
    held: BTreeSet<u8>,
}

impl Mouse {
    /// Puts the pointer somewhere. The server keeps it on the screen.
    pub fn point(&self, server: &XServer, x: i32, y: i32) -> anyhow::Result<()> {
        let (x, y) = (i16::try_from(x)?, i16::try_from(y)?);
        let now = x11rb::CURRENT_TIME;
        server.connection().xtest_fake_input(
            MOTION_NOTIFY_EVENT,
            0,
            now,
            server.root(),
            x,
            y,
            0,
        )?;
        Ok(())
    }

    /// Presses or releases a button, as browsers count them.
    pub fn press(&mut self, server: &XServer, button: u8, down: bool) -> anyhow::Result<()> {
        let button = match button {
            0..=2 => button + 1,
            // After the wheel: back and forward.
            _ => button + 5,
        };
        let is_news = if down { self.held.insert(button) } else { self.held.remove(&button) };
        if is_news { fake_button(server, button, down) } else { Ok(()) }
    }

    /// Turns the wheel by some steps.
    pub fn turn(&self, server: &XServer, right: i32, down: i32) -> anyhow::Result<()> {
        let directions = [(right, WHEEL_RIGHT, WHEEL_LEFT), (down, WHEEL_DOWN, WHEEL_UP)];
        for (steps, forward, back) in directions {
            let button = if steps > 0 { forward } else { back };
            for _ in 0..steps.unsigned_abs() {
                fake_button(server, button, true)?;
                fake_button(server, button, false)?;
            }
        }
        Ok(())
    }

    /// Releases all buttons that are down.
    pub fn release_all(&mut self, server: &XServer) -> anyhow::Result<()> {
        let held = std::mem::take(&mut self.held);
        held.into_iter().try_for_each(|button| fake_button(server, button, false))
    }
}

/// Where the pointer is.
pub fn pointer_position(server: &XServer) -> anyhow::Result<(i16, i16)> {
    let pointer = server.connection().query_pointer(server.root())?.reply()?;
    Ok((pointer.root_x, pointer.root_y))
}

fn fake_button(server: &XServer, button: u8, down: bool) -> anyhow::Result<()> {
    let kind = if down { BUTTON_PRESS_EVENT } else { BUTTON_RELEASE_EVENT };
    let now = x11rb::CURRENT_TIME;
    server.connection().xtest_fake_input(kind, button, now, server.root(), 0, 0, 0)?;
    Ok(())
}
