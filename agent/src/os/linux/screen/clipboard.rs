//! The text in the clipboard of an X server, in both directions.
//!
//! A program that has the clipboard hands its text out to whoever asks: by a property of the
//! one who asks, and a long text in parts, the next one when the one before is deleted.

use x11rb::protocol::Event;
use x11rb::protocol::xfixes::{ConnectionExt as _, SelectionEventMask};
use x11rb::protocol::xproto::{
    AtomEnum, ConnectionExt as _, CreateWindowAux, EventMask, Property, SelectionNotifyEvent,
    WindowClass,
};
use x11rb::{CURRENT_TIME, NONE};

use super::clipboard_names::ClipboardNames;
use super::clipboard_owner::ClipboardOwner;
use super::server::XServer;

/// The longest text that is read.
const MAX_TEXT: usize = 1024 * 1024;

/// The clipboard, watched and used through a window that is never shown.
pub struct Clipboard {
    window: u32,
    names: ClipboardNames,
    owner: ClipboardOwner,
    /// The parts of a long text so far.
    incoming: Option<Vec<u8>>,
}

impl Clipboard {
    /// Begins to watch.
    pub fn new(server: &XServer) -> anyhow::Result<Self> {
        let names = ClipboardNames::read(server)?;
        let (connection, window) = (server.connection(), server.new_id()?);
        let options = CreateWindowAux::new().event_mask(EventMask::PROPERTY_CHANGE);
        let class = WindowClass::INPUT_ONLY;
        connection.create_window(
            x11rb::COPY_DEPTH_FROM_PARENT,
            window,
            server.root(),
            -1,
            -1,
            1,
            1,
            0,
            class,
            x11rb::COPY_FROM_PARENT,
            &options,
        )?;
        let changes = SelectionEventMask::SET_SELECTION_OWNER;
        let watching = connection.xfixes_select_selection_input(window, names.clipboard, changes);
        // Changes are reported from now on, and not from whenever the server reads this.
        watching?.check()?;
        Ok(Self { window, names, owner: ClipboardOwner::default(), incoming: None })
    }

    /// Puts a text into the clipboard.
    pub fn set_text(&mut self, server: &XServer, text: String) -> anyhow::Result<()> {
        self.owner.set_text(text);
        let connection = server.connection();
        connection.set_selection_owner(self.window, self.names.clipboard, CURRENT_TIME)?;
        Ok(())
    }

    /// Handles what is about the clipboard; returns the text that another program put there,
    /// once it is here.
    pub fn take_event(
        &mut self,
        server: &XServer,
        event: &Event,
    ) -> anyhow::Result<Option<String>> {
        match event {
            Event::XfixesSelectionNotify(change) => {
                let is_other = change.owner != self.window && change.owner != NONE;
                if change.selection == self.names.clipboard && is_other {
                    self.incoming = None;
                    let (window, names) = (self.window, self.names);
                    server.connection().convert_selection(
                        window,
                        names.clipboard,
                        names.utf8,
                        names.property,
                        change.timestamp,
                    )?;
                }
            }
            Event::SelectionNotify(answer) if answer.requestor == self.window => {
                return self.take_answer(server, answer);
            }
            Event::PropertyNotify(change) if change.window == self.window => {
                let is_part = change.atom == self.names.property
                    && change.state == Property::NEW_VALUE
                    && self.incoming.is_some();
                if is_part {
                    return self.take_part(server);
                }
            }
            Event::PropertyNotify(change) if change.state == Property::DELETE => {
                self.owner.continue_transfer(server, change.window, change.atom)?;
            }
            Event::SelectionRequest(request) => self.owner.answer(server, self.names, request)?,
            Event::SelectionClear(_) => self.owner.forget_text(),
            _ => {}
        }
        Ok(None)
    }

    /// The text is in our property, or the announcement of its parts.
    fn take_answer(
        &mut self,
        server: &XServer,
        answer: &SelectionNotifyEvent,
    ) -> anyhow::Result<Option<String>> {
        if answer.property != self.names.property {
            // It has something else than text.
            return Ok(None);
        }
        let Some((kind, bytes)) = self.take_property(server)? else { return Ok(None) };
        if kind == self.names.parts {
            self.incoming = Some(Vec::new());
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// An empty part is the last.
    fn take_part(&mut self, server: &XServer) -> anyhow::Result<Option<String>> {
        let Some((_, part)) = self.take_property(server)? else {
            self.incoming = None;
            return Ok(None);
        };
        let Some(mut bytes) = self.incoming.take() else { return Ok(None) };
        if part.is_empty() {
            return Ok(Some(String::from_utf8_lossy(&bytes).into_owned()));
        }
        bytes.extend(part);
        // The other program waits for the rest to be taken until it gives up.
        self.incoming = (bytes.len() <= MAX_TEXT).then_some(bytes);
        Ok(None)
    }

    /// Reads and deletes our property; none when it is longer than any text that is read.
    fn take_property(&self, server: &XServer) -> anyhow::Result<Option<(u32, Vec<u8>)>> {
        let (connection, property) = (server.connection(), self.names.property);
        let words = u32::try_from(MAX_TEXT / 4)?;
        let any = u32::from(AtomEnum::ANY);
        let read = connection.get_property(true, self.window, property, any, 0, words)?.reply()?;
        if read.bytes_after > 0 {
            connection.delete_property(self.window, property)?;
            return Ok(None);
        }
        Ok(Some((read.type_, read.value)))
    }
}
