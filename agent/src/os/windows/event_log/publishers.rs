//! The programs that write events: they bring the sentences that events are shown with.

use std::collections::HashMap;

use windows::Win32::Foundation::{
    ERROR_EVT_MAX_INSERTS_REACHED, ERROR_EVT_UNRESOLVED_PARAMETER_INSERT,
    ERROR_EVT_UNRESOLVED_VALUE_INSERT, ERROR_INSUFFICIENT_BUFFER,
};
use windows::Win32::System::EventLog::{
    EVT_FORMAT_MESSAGE_FLAGS, EVT_HANDLE, EvtFormatMessage, EvtFormatMessageEvent,
    EvtFormatMessageTask, EvtOpenPublisherMetadata,
};
use windows::core::{HSTRING, Owned, PCWSTR};

use crate::os::windows::system_error::code_of;

/// Programs that are kept open; when there are more, all of them are opened again.
const MAX_OPEN: usize = 64;

/// Most sentences need less.
const USUAL_LETTERS: usize = 4 * 1024;

/// Longer sentences are not shown, only the values.
const MAX_LETTERS: usize = 1024 * 1024;

/// What is open to answer one question. A program that is gone is none.
#[derive(Default)]
pub struct Publishers {
    open: HashMap<String, Option<Owned<EVT_HANDLE>>>,
}

impl Publishers {
    /// The sentence of an event; none when its program is gone or has none for it.
    pub fn message(&mut self, publisher: &str, event: EVT_HANDLE) -> Option<String> {
        let metadata = self.metadata(publisher)?;
        format(metadata, event, EvtFormatMessageEvent)
    }

    /// The name of the event's category.
    pub fn category(&mut self, publisher: &str, event: EVT_HANDLE) -> Option<String> {
        let metadata = self.metadata(publisher)?;
        format(metadata, event, EvtFormatMessageTask)
    }

    fn metadata(&mut self, publisher: &str) -> Option<EVT_HANDLE> {
        if !self.open.contains_key(publisher) {
            if self.open.len() >= MAX_OPEN {
                self.open.clear();
            }
            self.open.insert(publisher.to_owned(), open(publisher));
        }
        self.open.get(publisher)?.as_ref().map(|metadata| **metadata)
    }
}

/// Opens what a program registered, in the language of the system.
#[expect(unsafe_code, reason = "a function of Windows")]
fn open(publisher: &str) -> Option<Owned<EVT_HANDLE>> {
    let (registered, name) = (PCWSTR::null(), HSTRING::from(publisher));
    // SAFETY: the name lives during the call, and the handle is new and ours.
    unsafe {
        EvtOpenPublisherMetadata(None, &name, registered, 0, 0).ok().map(|new| Owned::new(new))
    }
}

/// A text of the program for an event. A value that is missing in it is no failure.
#[expect(unsafe_code, reason = "a function of Windows")]
fn format(
    metadata: EVT_HANDLE,
    event: EVT_HANDLE,
    kind: EVT_FORMAT_MESSAGE_FLAGS,
) -> Option<String> {
    let mut size = USUAL_LETTERS;
    loop {
        let (mut letters, mut used) = (vec![0; size], 0);
        let room = Some(&mut letters[..]);
        // SAFETY: both handles are open, and Windows writes no more letters than there is
        // room for.
        let formatted = unsafe {
            EvtFormatMessage(Some(metadata), Some(event), 0, None, kind.0, room, &mut used)
        };
        match formatted.as_ref().map_err(code_of) {
            Ok(())
            | Err(Some(
                ERROR_EVT_UNRESOLVED_VALUE_INSERT
                | ERROR_EVT_UNRESOLVED_PARAMETER_INSERT
                | ERROR_EVT_MAX_INSERTS_REACHED,
            )) => return text_of(&letters),
            Err(Some(ERROR_INSUFFICIENT_BUFFER)) => {}
            Err(_) => return None,
        }
        let needed = usize::try_from(used).ok()?;
        if needed <= size || needed > MAX_LETTERS {
            return None;
        }
        size = needed;
    }
}

/// The text up to its zero; none when there is nothing to read.
fn text_of(letters: &[u16]) -> Option<String> {
    let length = letters.iter().position(|letter| *letter == 0).unwrap_or(letters.len());
    let text = String::from_utf16_lossy(&letters[..length]);
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_ends_with_its_zero() {
        let letters: Vec<u16> = "It works.\r\n\0x".encode_utf16().collect();
        assert_eq!(text_of(&letters), Some("It works.".to_owned()));
        assert_eq!(text_of(&letters[..2]), Some("It".to_owned()));
        assert_eq!(text_of(&[0, 65]), None);
        assert_eq!(text_of(&[32, 0]), None);
    }
}
