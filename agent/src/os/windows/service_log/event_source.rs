//! The agent as a source of events in the Application log of Windows.

use std::io;

use windows::Win32::Foundation::HANDLE;
use windows::Win32::System::EventLog::{
    DeregisterEventSource, EVENTLOG_ERROR_TYPE, EVENTLOG_WARNING_TYPE, RegisterEventSourceW,
    ReportEventW,
};
use windows::core::PCWSTR;
use winreg::RegKey;
use winreg::RegValue;
use winreg::enums::{HKEY_LOCAL_MACHINE, RegType};

use crate::os::windows::wide::zero_ended;

/// What the events are said to come from.
const SOURCE: &str = "Muster agent";

/// Where Windows looks up what the events of a source say.
const SOURCES: &str = r"SYSTEM\CurrentControlSet\Services\EventLog\Application";

/// A program of every Windows since 2003 whose messages 1 to 1000 are nothing but the
/// text of the event: the agent needs none of its own.
const MESSAGES: &str = r"%SystemRoot%\System32\EventCreate.exe";

/// The kinds of events there can be: errors, warnings and information.
const ALL_TYPES: u32 = 7;

const ERROR_EVENT: u32 = 1;
const WARNING_EVENT: u32 = 2;

/// Windows takes 31,839 letters.
const MAX_LETTERS: usize = 30_000;

/// Lets Windows show the agent's events as they are.
pub fn register_source() -> io::Result<()> {
    let sources = RegKey::predef(HKEY_LOCAL_MACHINE).create_subkey(SOURCES)?.0;
    let source = sources.create_subkey(SOURCE)?.0;
    let bytes: Vec<u8> = zero_ended(MESSAGES)?.into_iter().flat_map(u16::to_le_bytes).collect();
    let messages = RegValue { bytes: bytes.into(), vtype: RegType::REG_EXPAND_SZ };
    source.set_raw_value("EventMessageFile", &messages)?;
    source.set_value("TypesSupported", &ALL_TYPES)
}

/// Removes what `register_source` made.
pub fn forget_source() -> io::Result<()> {
    let key = format!(r"{SOURCES}\{SOURCE}");
    match RegKey::predef(HKEY_LOCAL_MACHINE).delete_subkey_all(key) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Reports events.
#[derive(Debug)]
pub struct EventSource(HANDLE);

// SAFETY: the event log's functions may be called from any thread, and only one holds
// the handle.
#[expect(unsafe_code, reason = "a handle of the event log belongs to no thread")]
unsafe impl Send for EventSource {}

impl EventSource {
    /// Opens the event log; none when it does not work.
    #[expect(unsafe_code, reason = "the event log is opened through Windows")]
    pub fn open() -> Option<Self> {
        let source = zero_ended(SOURCE).ok()?;
        // SAFETY: the name ends with a zero and lives until the call returns.
        let handle = unsafe { RegisterEventSourceW(PCWSTR::null(), PCWSTR(source.as_ptr())) };
        handle.ok().map(Self)
    }

    /// Reports an error or a warning. Where it is lost, the file may still have it.
    #[expect(unsafe_code, reason = "events are reported through Windows")]
    pub fn report(&self, is_error: bool, text: &str) {
        let (kind, id) = match is_error {
            true => (EVENTLOG_ERROR_TYPE, ERROR_EVENT),
            false => (EVENTLOG_WARNING_TYPE, WARNING_EVENT),
        };
        let Ok(text) = zero_ended(event_text(text)) else { return };
        let texts = [PCWSTR(text.as_ptr())];
        // SAFETY: the handle is open as long as this value lives; the text ends with a
        // zero and lives until the call returns.
        let _ = unsafe { ReportEventW(self.0, kind, 0, id, None, 0, Some(&texts), None) };
    }
}

impl Drop for EventSource {
    #[expect(unsafe_code, reason = "the event log is closed through Windows")]
    fn drop(&mut self) {
        // SAFETY: the handle is open, and this is its end.
        let _ = unsafe { DeregisterEventSource(self.0) };
    }
}

/// The text as an event can hold it: not too long, and without a percent sign before a
/// digit, which would stand for a text of its own.
fn event_text(text: &str) -> String {
    let mut plain = String::new();
    let mut letters = text.trim_end().chars().filter(|letter| *letter != '\0').peekable();
    let mut count = 0;
    while let Some(letter) = letters.next() {
        count += letter.len_utf16();
        if count > MAX_LETTERS {
            plain.push('…');
            break;
        }
        plain.push(letter);
        if letter == '%' && letters.peek().is_some_and(|next| matches!(next, '0'..='9' | '%')) {
            plain.push(' ');
            count += 1;
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_says_what_was_logged_and_nothing_in_place_of_it() {
        assert_eq!(event_text("a part hangs\n"), "a part hangs");
        assert_eq!(
            event_text("fe80::1%1 and %%1001, 100% used %"),
            "fe80::1% 1 and % % 1001, 100% used %"
        );
        assert_eq!(event_text("a\0b"), "ab");
        let long = event_text(&"x".repeat(40_000));
        assert_eq!((long.chars().count(), long.ends_with("x…")), (MAX_LETTERS + 1, true));
    }

    #[test]
    fn an_event_can_be_reported_before_the_source_is_registered() {
        let source = EventSource::open().unwrap();
        source.report(false, "a test of the Muster agent: nothing is wrong");
    }
}
