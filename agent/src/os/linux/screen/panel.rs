//! A small window with text and buttons, drawn with what every X server has.

use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    ChangeGCAux, Char2b, ConfigureWindowAux, ConnectionExt as _, CreateGCAux, Rectangle, StackMode,
};

use super::key_codes::key_code;
use super::panel_font::PanelFont;
use super::panel_layout::{PanelButton, PanelLayout};
use super::panel_window::{PanelWindow, Style, open_window};
use super::server::XServer;

/// Colours: the paper, the ink, what is around a button, and a button that is chosen.
const PAPER: u32 = 0x00ff_fbe6;
const INK: u32 = 0x0010_1010;
const EDGE: u32 = 0x0080_8080;
const CHOSEN: u32 = 0x0020_5fa8;
const CHOSEN_INK: u32 = 0x00ff_ffff;

/// A small window. The first button is chosen: the return key presses it.
pub struct Panel {
    server: XServer,
    window: PanelWindow,
    font: PanelFont,
    pen: u32,
    layout: PanelLayout,
    chosen: usize,
    /// The line that changes.
    footer: String,
    /// From where the window is dragged.
    dragged: Option<(i16, i16)>,
    /// Something is above it.
    is_covered: bool,
}

/// What its user did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelAnswer {
    /// They pressed this button.
    Button(usize),
    /// They closed the window, or pressed the escape key.
    Closed,
}

impl Panel {
    /// Opens one.
    pub fn open(
        server: XServer,
        text: &str,
        labels: &[&str],
        style: Style,
    ) -> anyhow::Result<Self> {
        let font = PanelFont::open(&server)?;
        let layout = PanelLayout::new(text, labels, style == Style::Dialog, font.size);
        let window = open_window(&server, &layout, style, PAPER)?;
        let pen = server.new_id()?;
        let options = CreateGCAux::new().font(font.id).foreground(INK).background(PAPER);
        server.connection().create_gc(pen, window.id, &options)?;
        let (chosen, footer) = (0, String::new());
        let (dragged, is_covered) = (None, false);
        Ok(Self { server, window, font, pen, layout, chosen, footer, dragged, is_covered })
    }

    /// Waits until something may have happened; [`Self::take_answer`] comes before.
    pub async fn readable(&self) -> anyhow::Result<()> {
        self.server.readable().await
    }

    /// Whether something is above it.
    pub fn is_covered(&self) -> bool {
        self.is_covered
    }

    /// Puts it above all others, and gives it the keyboard if it is a dialog.
    pub fn raise(&self) -> anyhow::Result<()> {
        let above = ConfigureWindowAux::new().stack_mode(StackMode::ABOVE);
        self.server.connection().configure_window(self.window.id, &above)?;
        self.window.focus(&self.server)
    }

    /// Changes the line that changes.
    pub fn set_footer(&mut self, text: String) -> anyhow::Result<()> {
        if self.footer == text {
            return Ok(());
        }
        // What was longer is painted over.
        let length = self.footer.len().max(text.len());
        self.footer = format!("{text:length$}");
        self.draw_footer()?;
        self.footer = text;
        Ok(())
    }

    /// What its user did since this was called last.
    pub fn take_answer(&mut self) -> anyhow::Result<Option<PanelAnswer>> {
        while let Some(event) = self.server.next_event()? {
            match event {
                Event::Expose(expose) if expose.count == 0 => self.draw()?,
                Event::MapNotify(_) => self.window.focus(&self.server)?,
                Event::VisibilityNotify(change) => self.is_covered = u8::from(change.state) != 0,
                Event::KeyPress(press) => {
                    if let Some(answer) = self.press_key(press.detail)? {
                        return Ok(Some(answer));
                    }
                }
                Event::ButtonPress(press) if press.detail == 1 => {
                    match self.button_at(press.event_x, press.event_y) {
                        Some(button) => self.chosen = button,
                        None => self.dragged = Some((press.event_x, press.event_y)),
                    }
                    self.draw()?;
                }
                Event::ButtonRelease(release) if release.detail == 1 => {
                    let was_dragged = self.dragged.take().is_some();
                    let button = self.button_at(release.event_x, release.event_y);
                    if !was_dragged && button == Some(self.chosen) {
                        return Ok(button.map(PanelAnswer::Button));
                    }
                }
                Event::MotionNotify(moved) => self.drag(moved.root_x, moved.root_y)?,
                Event::ClientMessage(message) if self.window.is_close(&message) => {
                    return Ok(Some(PanelAnswer::Closed));
                }
                _ => {}
            }
        }
        Ok(None)
    }

    fn button_at(&self, x: i16, y: i16) -> Option<usize> {
        self.layout.button_at(usize::try_from(x).ok()?, usize::try_from(y).ok()?)
    }

    fn press_key(&mut self, key: u8) -> anyhow::Result<Option<PanelAnswer>> {
        let is_one_of = |codes: &[&str]| codes.iter().any(|code| key_code(code, "") == Some(key));
        let count = self.layout.buttons.len();
        if is_one_of(&["Enter", "NumpadEnter", "Space"]) {
            return Ok(Some(PanelAnswer::Button(self.chosen)));
        }
        if is_one_of(&["Escape"]) {
            return Ok(Some(PanelAnswer::Closed));
        }
        if is_one_of(&["Tab", "ArrowRight", "ArrowLeft"]) {
            self.chosen = (self.chosen + 1) % count;
            self.draw()?;
        }
        Ok(None)
    }

    fn drag(&self, x: i16, y: i16) -> anyhow::Result<()> {
        let Some(from) = self.dragged.filter(|_| self.window.style == Style::Notice) else {
            return Ok(());
        };
        let (x, y) = (i32::from(x) - i32::from(from.0), i32::from(y) - i32::from(from.1));
        let position = ConfigureWindowAux::new().x(x).y(y);
        self.server.connection().configure_window(self.window.id, &position)?;
        Ok(())
    }

    fn draw(&self) -> anyhow::Result<()> {
        for (index, line) in self.layout.lines.iter().enumerate() {
            let (x, y) = PanelLayout::line_position(index, self.font.size);
            self.write(x, y, line, INK, PAPER)?;
        }
        self.draw_footer()?;
        for (index, button) in self.layout.buttons.iter().enumerate() {
            self.draw_button(button, index == self.chosen)?;
        }
        Ok(())
    }

    fn draw_footer(&self) -> anyhow::Result<()> {
        let (x, _) = PanelLayout::line_position(0, self.font.size);
        self.write(x, self.layout.footer, &self.footer, INK, PAPER)
    }

    fn draw_button(&self, button: &PanelButton, is_chosen: bool) -> anyhow::Result<()> {
        let (paper, ink) = if is_chosen { (CHOSEN, CHOSEN_INK) } else { (PAPER, INK) };
        let connection = self.server.connection();
        let rectangle = Rectangle {
            x: i16::try_from(button.x)?,
            y: i16::try_from(button.y)?,
            width: u16::try_from(button.width)?,
            height: u16::try_from(button.height)?,
        };
        connection.change_gc(self.pen, &ChangeGCAux::new().foreground(paper))?;
        connection.poly_fill_rectangle(self.window.id, self.pen, &[rectangle])?;
        connection.change_gc(self.pen, &ChangeGCAux::new().foreground(EDGE))?;
        connection.poly_rectangle(self.window.id, self.pen, &[rectangle])?;
        let size = self.font.size;
        let x = button.x + (button.width - button.label.len() * size.width) / 2;
        self.write(x, button.y + (button.height - size.height) / 2, &button.label, ink, paper)
    }

    /// Writes a line whose upper left corner is given.
    fn write(&self, x: usize, y: usize, text: &str, ink: u32, paper: u32) -> anyhow::Result<()> {
        let characters: Vec<Char2b> = self.font.characters(text);
        if characters.is_empty() {
            return Ok(());
        }
        let (x, y) = (i16::try_from(x)?, i16::try_from(y + self.font.size.ascent)?);
        let connection = self.server.connection();
        connection.change_gc(self.pen, &ChangeGCAux::new().foreground(ink).background(paper))?;
        connection.image_text16(self.window.id, self.pen, x, y, &characters)?;
        Ok(())
    }
}
