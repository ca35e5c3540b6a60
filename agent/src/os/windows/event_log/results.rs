//! What a query of the event log finds, a few events at a time.

use std::time::Duration;

use windows::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_EVT_CHANNEL_NOT_FOUND, ERROR_EVT_INVALID_CHANNEL_PATH,
    ERROR_INSUFFICIENT_BUFFER, ERROR_NO_MORE_ITEMS, ERROR_TIMEOUT, WIN32_ERROR,
};
use windows::Win32::System::EventLog::{
    EVT_HANDLE, EvtNext, EvtQuery, EvtQueryChannelPath, EvtQueryReverseDirection, EvtRender,
    EvtRenderEventXml,
};
use windows::core::{Error, HSTRING, Owned, PCWSTR};

use crate::os::Problem;
use crate::os::windows::api_buffer::ApiBuffer;
use crate::os::windows::system_error::{code_of, text_of};

/// Windows fails when the events asked for at once are too large together; each may have
/// 64 KiB.
const EVENTS_AT_ONCE: usize = 16;

/// Most events need less.
const USUAL_BYTES: usize = 16 * 1024;

/// More than any event has.
const MAX_BYTES: usize = 2 * 1024 * 1024;

/// `RPC_S_SERVER_UNAVAILABLE`, which Windows counts among the errors of another kind.
const NOBODY_ANSWERS: WIN32_ERROR = WIN32_ERROR(1722);

/// The newest event that is wanted comes first.
pub struct Results {
    log: String,
    handle: Owned<EVT_HANDLE>,
}

impl Results {
    /// Asks for events of a log.
    #[expect(unsafe_code, reason = "a function of Windows")]
    pub fn query(log: &str, query: &str) -> Result<Self, Problem> {
        let flags = EvtQueryChannelPath.0 | EvtQueryReverseDirection.0;
        // The query names the log itself.
        let path = PCWSTR::null();
        // SAFETY: the query lives during the call, and the handle is new and ours.
        let handle = unsafe {
            EvtQuery(None, path, &HSTRING::from(query), flags).map(|handle| Owned::new(handle))
        };
        match handle {
            Ok(handle) => Ok(Self { log: log.to_owned(), handle }),
            Err(error) => Err(refusal(log, &error)),
        }
    }

    /// The next older events; none when there are no more.
    #[expect(unsafe_code, reason = "a function of Windows")]
    pub fn next(&self, limit: Duration) -> Result<Vec<Owned<EVT_HANDLE>>, Problem> {
        let (mut events, mut count) = ([0; EVENTS_AT_ONCE], 0);
        let limit = u32::try_from(limit.as_millis()).unwrap_or(u32::MAX - 1);
        // SAFETY: Windows writes no more handles than there is room for; the handles that
        // it counts are new and ours.
        unsafe {
            match EvtNext(*self.handle, &mut events, limit, 0, &mut count) {
                Ok(()) => {}
                Err(error) if code_of(&error) == Some(ERROR_NO_MORE_ITEMS) => return Ok(Vec::new()),
                Err(error) => return Err(refusal(&self.log, &error)),
            }
            let count = usize::try_from(count).unwrap_or(0).min(events.len());
            Ok(events[..count].iter().map(|event| Owned::new(EVT_HANDLE(*event))).collect())
        }
    }
}

/// The sentence for a log that cannot be read.
fn refusal(log: &str, error: &Error) -> Problem {
    let reason = match code_of(error) {
        Some(ERROR_EVT_CHANNEL_NOT_FOUND | ERROR_EVT_INVALID_CHANNEL_PATH) => {
            return Problem::failed(format!("there is no log {log}"));
        }
        Some(ERROR_ACCESS_DENIED) => "the agent may not do that".to_owned(),
        Some(ERROR_TIMEOUT) => return too_slow(log),
        Some(NOBODY_ANSWERS) => "the service EventLog does not run".to_owned(),
        _ => text_of(error),
    };
    Problem::failed(format!("the log {log} cannot be read: {reason}"))
}

/// A log may have millions of entries.
pub fn too_slow(log: &str) -> Problem {
    Problem::failed(format!("the log {log} takes too long; ask for fewer days or one event id"))
}

/// An event as XML; none when Windows cannot show it.
#[expect(unsafe_code, reason = "a function of Windows")]
pub fn render(event: EVT_HANDLE) -> Option<String> {
    let mut size = USUAL_BYTES;
    loop {
        let mut buffer = ApiBuffer::new(size);
        let (memory, length) = (Some(buffer.as_mut_ptr()), buffer.size());
        let (kind, mut used, mut count) = (EvtRenderEventXml.0, 0, 0);
        // SAFETY: Windows writes no further than the length says.
        let rendered =
            unsafe { EvtRender(None, event, kind, length, memory, &mut used, &mut count) };
        match rendered {
            Ok(()) => return Some(buffer.text(buffer.bytes().as_ptr().cast())),
            Err(error) if code_of(&error) == Some(ERROR_INSUFFICIENT_BUFFER) => {}
            Err(_) => return None,
        }
        let needed = usize::try_from(used).ok()?;
        if needed <= size || needed > MAX_BYTES {
            return None;
        }
        size = needed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_that_cannot_be_read_is_named() {
        let text = |code| refusal("Security", &Error::from(WIN32_ERROR(code))).to_string();
        assert_eq!(text(15_007), "there is no log Security");
        assert_eq!(text(5), "the log Security cannot be read: the agent may not do that");
        let expected = "the log Security cannot be read: the service EventLog does not run";
        assert_eq!(text(1722), expected);
        let expected = "the log Security takes too long; ask for fewer days or one event id";
        assert_eq!(text(1460), expected);
        assert!(text(15_001).starts_with("the log Security cannot be read: "), "{}", text(15_001));
    }
}
