//! Hands out the text that a viewer put into the clipboard.

use x11rb::NONE;
use x11rb::protocol::xproto::{
    AtomEnum, ChangeWindowAttributesAux, ConnectionExt as _, EventMask, PropMode,
    SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, SelectionRequestEvent,
};
use x11rb::wrapper::ConnectionExt as _;

use super::clipboard_names::ClipboardNames;
use super::server::XServer;

/// Bytes that are handed out at once; every server takes requests of this length.
const PART: usize = 64 * 1024;
/// Long texts that are handed out at the same time. Programs that ask and never read on
/// lose their turn.
const MAX_TRANSFERS: usize = 8;

/// The text that is handed out.
#[derive(Debug, Default)]
pub struct ClipboardOwner {
    text: Option<String>,
    transfers: Vec<Transfer>,
}

/// A long text on its way to a program.
#[derive(Debug)]
struct Transfer {
    window: u32,
    property: u32,
    kind: u32,
    rest: Vec<u8>,
}

impl ClipboardOwner {
    /// From now on this is handed out.
    pub fn set_text(&mut self, text: String) {
        self.text = Some(text);
    }

    /// Another program has the clipboard now.
    pub fn forget_text(&mut self) {
        self.text = None;
    }

    /// Answers a program that asks for the text.
    pub fn answer(
        &mut self,
        server: &XServer,
        names: ClipboardNames,
        request: &SelectionRequestEvent,
    ) -> anyhow::Result<()> {
        // Programs of old leave the choice of a property to us.
        let asked = request.property;
        let property = if asked == NONE { request.target } else { asked };
        let is_answered = self.hand_out(server, names, request, property)?;
        let answer = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: request.time,
            requestor: request.requestor,
            selection: request.selection,
            target: request.target,
            property: if is_answered { property } else { NONE },
        };
        let connection = server.connection();
        connection.send_event(false, request.requestor, EventMask::NO_EVENT, answer)?;
        Ok(())
    }

    fn hand_out(
        &mut self,
        server: &XServer,
        names: ClipboardNames,
        request: &SelectionRequestEvent,
        property: u32,
    ) -> anyhow::Result<bool> {
        let (window, kind) = (request.requestor, request.target);
        let Some(text) = self.text.as_ref().filter(|_| request.selection == names.clipboard) else {
            return Ok(false);
        };
        let (connection, string) = (server.connection(), u32::from(AtomEnum::STRING));
        if kind == names.targets {
            let forms = [names.targets, names.utf8, names.plain, string];
            connection.change_property32(
                PropMode::REPLACE,
                window,
                property,
                AtomEnum::ATOM,
                &forms,
            )?;
            return Ok(true);
        }
        let bytes = match kind {
            _ if kind == names.utf8 || kind == names.plain => text.clone().into_bytes(),
            _ if kind == string => latin_1(text),
            _ => return Ok(false),
        };
        if bytes.len() <= PART {
            connection.change_property8(PropMode::REPLACE, window, property, kind, &bytes)?;
            return Ok(true);
        }
        // The deletion of each part says that the next one may follow.
        let deletions = ChangeWindowAttributesAux::new().event_mask(EventMask::PROPERTY_CHANGE);
        connection.change_window_attributes(window, &deletions)?;
        let length = [u32::try_from(bytes.len())?];
        connection.change_property32(PropMode::REPLACE, window, property, names.parts, &length)?;
        if self.transfers.len() == MAX_TRANSFERS {
            self.transfers.remove(0);
        }
        self.transfers.push(Transfer { window, property, kind, rest: bytes });
        Ok(true)
    }

    /// A program has read a part, should this be about one: it gets the next, and an empty
    /// one after the last.
    pub fn continue_transfer(
        &mut self,
        server: &XServer,
        window: u32,
        property: u32,
    ) -> anyhow::Result<()> {
        let is_it =
            |transfer: &Transfer| transfer.window == window && transfer.property == property;
        let Some(at) = self.transfers.iter().position(is_it) else { return Ok(()) };
        let transfer = &mut self.transfers[at];
        let rest = transfer.rest.split_off(transfer.rest.len().min(PART));
        let part = std::mem::replace(&mut transfer.rest, rest);
        let (connection, kind) = (server.connection(), transfer.kind);
        connection.change_property8(PropMode::REPLACE, window, property, kind, &part)?;
        if part.is_empty() {
            self.transfers.remove(at);
        }
        Ok(())
    }
}

/// The text for programs that know one byte for each character.
fn latin_1(text: &str) -> Vec<u8> {
    text.chars().map(|character| u8::try_from(character).unwrap_or(b'?')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_byte_of_its_own_is_a_question_mark() {
        assert_eq!(latin_1("aä€"), [b'a', 0xe4, b'?']);
    }
}
