//! The screen of an X server: what is drawn on it, its pointer, its keyboard, its clipboard.

use x11rb::NONE;
use x11rb::protocol::damage::{self, ConnectionExt as _, ReportLevel};
use x11rb::protocol::randr::{self, ConnectionExt as _, NotifyMask};
use x11rb::protocol::xfixes::{self, ConnectionExt as _, CursorNotifyMask};
use x11rb::protocol::xinput::{self, ConnectionExt as _, EventMask, XIEventMask};
use x11rb::protocol::xproto::{self, ChangeWindowAttributesAux, ConnectionExt as _};
use x11rb::protocol::{Event, xtest};

use super::capture::{Capture, check_pixels};
use super::clipboard::Clipboard;
use super::find_display::{DisplayPlace, find_screen};
use super::keyboard::Keyboard;
use super::monitors::read_layout;
use super::mouse::{Mouse, pointer_position};
use super::server::XServer;
use crate::os::Problem;
use crate::os::screen_parts::cursor::CursorShape;
use crate::os::screen_parts::geometry::{Layout, Rect};
use crate::os::screen_parts::picture::Picture;
use crate::remote::screen::desktop_events::DesktopEvents;
use crate::remote::screen::messages::Input;

/// What no session can do without. Every server of the last fifteen years has them.
const NEEDED: [&str; 4] = [
    damage::X11_EXTENSION_NAME,
    randr::X11_EXTENSION_NAME,
    xfixes::X11_EXTENSION_NAME,
    xtest::X11_EXTENSION_NAME,
];

/// All pointers together, for the extension that reports their moves.
const EVERY_POINTER: u16 = 1;

/// The screen of the person who uses this computer. Its functions wait without `await`, as
/// long as the X server takes to answer.
pub struct Desktop {
    server: XServer,
    layout: Layout,
    capture: Capture,
    /// What was drawn since the last capture, as the server keeps it.
    drawn: u32,
    /// Where the server puts that to be read.
    region: u32,
    keyboard: Keyboard,
    mouse: Mouse,
    /// None unless it is to be passed on.
    clipboard: Option<Clipboard>,
}

impl Desktop {
    /// Finds the screen that is in use; refused with a sentence when it cannot be shown.
    pub async fn open() -> Result<Self, Problem> {
        Self::connect(&find_screen().await?)
    }

    /// The screen of one display.
    pub fn connect(place: &DisplayPlace) -> Result<Self, Problem> {
        let server = XServer::connect(place)?;
        for name in NEEDED {
            if !server.has_extension(name)? {
                let reason = format!("the X server of this screen does not offer {name}");
                return Err(Problem::unsupported(reason));
            }
        }
        check_pixels(&server)?;
        Ok(Self::watch(server)?)
    }

    fn watch(server: XServer) -> anyhow::Result<Self> {
        let (connection, root) = (server.connection(), server.root());
        // These want to be asked for their version first.
        connection.xfixes_query_version(5, 0)?.reply()?;
        connection.damage_query_version(1, 1)?.reply()?;
        connection.randr_query_version(1, 5)?.reply()?;
        let (drawn, region) = (server.new_id()?, server.new_id()?);
        connection.damage_create(drawn, root, ReportLevel::NON_EMPTY)?.check()?;
        connection.xfixes_create_region(region, &[])?;
        connection.xfixes_select_cursor_input(root, CursorNotifyMask::DISPLAY_CURSOR)?;
        let changes = NotifyMask::SCREEN_CHANGE | NotifyMask::CRTC_CHANGE;
        connection.randr_select_input(root, changes)?;
        // Monitors that are only named, as by `xrandr --setmonitor`, are announced by this alone.
        let shape =
            ChangeWindowAttributesAux::new().event_mask(xproto::EventMask::STRUCTURE_NOTIFY);
        connection.change_window_attributes(root, &shape)?;
        if let Err(error) = watch_pointer(&server) {
            tracing::info!("moves of the pointer are not reported: {error:#}");
        }
        let layout = read_layout(&server)?;
        Ok(Self {
            capture: Capture::new(&server, layout.grid),
            layout,
            drawn,
            region,
            keyboard: Keyboard::default(),
            mouse: Mouse::default(),
            clipboard: None,
            server,
        })
    }

    /// How the screen looks from outside.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Asks again how it looks from outside.
    pub fn refresh_layout(&mut self) -> Result<(), Problem> {
        let layout = read_layout(&self.server)?;
        if layout.grid != self.layout.grid {
            self.capture.end(&self.server)?;
            self.capture = Capture::new(&self.server, layout.grid);
        }
        self.layout = layout;
        Ok(())
    }

    /// Waits until something may have happened. Before that, [`Self::take_events`] has to be
    /// called.
    pub async fn readable(&self) -> Result<(), Problem> {
        Ok(self.server.readable().await?)
    }

    /// What happened since this was called last.
    pub fn take_events(&mut self) -> Result<DesktopEvents, Problem> {
        let mut events = DesktopEvents::default();
        while let Some(event) = self.server.next_event()? {
            match event {
                Event::DamageNotify(_) => events.drawn = true,
                Event::RandrScreenChangeNotify(_)
                | Event::RandrNotify(_)
                | Event::ConfigureNotify(_) => events.resized = true,
                Event::XfixesCursorNotify(_) => events.shape_changed = true,
                Event::XinputRawMotion(_) => events.pointer_moved = true,
                Event::MappingNotify(_) => self.keyboard.forget_map(),
                other => {
                    if let Some(clipboard) = &mut self.clipboard
                        && let Some(text) = clipboard.take_event(&self.server, &other)?
                    {
                        events.clipboard = Some(text);
                    }
                }
            }
        }
        Ok(events)
    }

    /// The parts that were drawn on since this was called last.
    pub fn take_drawn(&mut self) -> Result<Vec<Rect>, Problem> {
        Ok(self.fetch_drawn()?)
    }

    fn fetch_drawn(&self) -> anyhow::Result<Vec<Rect>> {
        let connection = self.server.connection();
        connection.damage_subtract(self.drawn, NONE, self.region)?;
        let region = connection.xfixes_fetch_region(self.region)?.reply()?;
        let parts = region.rectangles.iter().filter_map(|part| {
            let (x, y) = (i64::from(part.x), i64::from(part.y));
            self.layout.grid.clip(x, y, i64::from(part.width), i64::from(part.height))
        });
        Ok(parts.collect())
    }

    /// Captures parts into a picture of the same size. False when that is not possible just
    /// now, as when the screen becomes smaller at this moment.
    pub fn capture(&mut self, rects: &[Rect], picture: &mut Picture) -> Result<bool, Problem> {
        Ok(self.capture.capture(&self.server, rects, picture)?)
    }

    /// Where the pointer is.
    pub fn pointer(&mut self) -> Result<(i16, i16), Problem> {
        Ok(pointer_position(&self.server)?)
    }

    /// How the pointer looks; none while it is hidden.
    pub fn shape(&mut self) -> Result<Option<CursorShape>, Problem> {
        Ok(self.read_shape()?)
    }

    fn read_shape(&self) -> anyhow::Result<Option<CursorShape>> {
        let shape = self.server.connection().xfixes_get_cursor_image()?.reply()?;
        let (hot, size) = ((shape.xhot, shape.yhot), (shape.width, shape.height));
        Ok(CursorShape::from_premultiplied(hot, size, &shape.cursor_image))
    }

    /// Uses mouse and keyboard.
    pub fn input(&mut self, input: &Input) -> Result<(), Problem> {
        let (server, keyboard) = (&self.server, &mut self.keyboard);
        let used = match input {
            Input::Pointer { x, y } => self.mouse.point(server, *x, *y),
            Input::Button { button, down } => self.mouse.press(server, *button, *down),
            Input::Wheel { right, down } => self.mouse.turn(server, *right, *down),
            Input::Key(key) => keyboard.press(server, key),
            Input::Combination(codes) => keyboard.combine(server, codes),
            Input::Text(text) => keyboard.write_text(server, text),
        };
        Ok(used?)
    }

    /// Releases all keys and buttons that are down, and takes back what keys were given.
    pub fn release_all(&mut self) -> Result<(), Problem> {
        self.keyboard.release_all(&self.server)?;
        self.keyboard.take_back(&self.server)?;
        self.mouse.release_all(&self.server)?;
        // Sends it, should nothing else be done with this any more.
        self.server.flush()?;
        Ok(())
    }

    /// Begins to read what other programs put into the clipboard.
    pub fn watch_clipboard(&mut self) -> Result<(), Problem> {
        self.clipboard = Some(Clipboard::new(&self.server)?);
        Ok(())
    }

    /// Puts a text into the clipboard, if that is watched.
    pub fn set_clipboard(&mut self, text: String) -> Result<(), Problem> {
        match &mut self.clipboard {
            Some(clipboard) => Ok(clipboard.set_text(&self.server, text)?),
            None => Ok(()),
        }
    }
}

/// Reports each move of the pointer, whoever moves it.
fn watch_pointer(server: &XServer) -> anyhow::Result<()> {
    if !server.has_extension(xinput::X11_EXTENSION_NAME)? {
        return Ok(());
    }
    let connection = server.connection();
    connection.xinput_xi_query_version(2, 2)?.reply()?;
    let moves = EventMask { deviceid: EVERY_POINTER, mask: vec![XIEventMask::RAW_MOTION] };
    connection.xinput_xi_select_events(server.root(), &[moves])?.check()?;
    Ok(())
}
