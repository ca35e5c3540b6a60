//! Sessions: who is logged in, at the machine itself or over the network.

use windows::Win32::System::RemoteDesktop::{
    WTS_CONNECTSTATE_CLASS, WTS_INFO_CLASS, WTS_SESSION_INFOW, WTSActive, WTSClientProtocolType,
    WTSDomainName, WTSEnumerateSessionsW, WTSFreeMemory, WTSGetActiveConsoleSessionId, WTSINFOW,
    WTSQuerySessionInformationW, WTSSessionInfo, WTSUserName,
};
use windows::core::{PWSTR, Result};

/// More than a machine has; a larger number would be an error of the interface.
const MAX_SESSIONS: u32 = 10_000;

/// A session of a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    pub id: u32,
    /// The computer itself for a local account.
    pub domain: String,
    pub user: String,
    pub state: WTS_CONNECTSTATE_CLASS,
}

impl Session {
    /// Whether somebody sees it, instead of having left it open.
    pub fn is_active(&self) -> bool {
        self.state == WTSActive
    }
}

/// The sessions of users, the one that counts first: that at the machine itself, then
/// those over the network, then those that were left open.
pub fn list_sessions() -> Result<Vec<Session>> {
    let mut sessions = Vec::new();
    for (id, state) in enumerate()? {
        // The system's own sessions have no user.
        let user = text(id, WTSUserName);
        if !user.is_empty() {
            sessions.push(Session { id, domain: text(id, WTSDomainName), user, state });
        }
    }
    Ok(in_order(sessions, console_session()))
}

fn in_order(mut sessions: Vec<Session>, console: u32) -> Vec<Session> {
    sessions.sort_by_key(|session| (!session.is_active(), session.id != console, session.id));
    sessions
}

/// The session at the machine itself.
#[expect(unsafe_code, reason = "a function of Windows without arguments")]
pub fn console_session() -> u32 {
    // SAFETY: it only returns a number.
    unsafe { WTSGetActiveConsoleSessionId() }
}

#[expect(unsafe_code, reason = "Windows returns a list that has to be freed")]
fn enumerate() -> Result<Vec<(u32, WTS_CONNECTSTATE_CLASS)>> {
    let (mut list, mut count) = (std::ptr::null_mut::<WTS_SESSION_INFOW>(), 0);
    // SAFETY: both pointers are valid.
    unsafe { WTSEnumerateSessionsW(None, 0, 1, &mut list, &mut count)? };
    if list.is_null() {
        return Ok(Vec::new());
    }
    let count = usize::try_from(count.min(MAX_SESSIONS)).unwrap_or(0);
    // SAFETY: Windows has just written so many; the list is freed once, after the last use.
    unsafe {
        let infos = std::slice::from_raw_parts(list, count);
        let sessions = infos.iter().map(|info| (info.SessionId, info.State)).collect();
        WTSFreeMemory(list.cast());
        Ok(sessions)
    }
}

/// A text about a session; empty when there is none.
#[expect(unsafe_code, reason = "Windows returns a text that has to be freed")]
pub fn text(session: u32, what: WTS_INFO_CLASS) -> String {
    let (mut found, mut bytes) = (PWSTR::null(), 0);
    // SAFETY: both pointers are valid; the text ends with a zero, and is freed once, after
    // the last use.
    unsafe {
        let queried = WTSQuerySessionInformationW(None, session, what, &mut found, &mut bytes);
        if queried.is_err() || found.is_null() {
            return String::new();
        }
        let text = String::from_utf16_lossy(found.as_wide());
        WTSFreeMemory(found.0.cast());
        text
    }
}

/// By which protocol a session is used; 0 at the console, and when that is not known.
#[expect(unsafe_code, reason = "Windows returns a number")]
pub fn protocol(session: u32) -> u16 {
    // SAFETY: Windows writes a number of this type for this question.
    unsafe { structure::<u16>(session, WTSClientProtocolType) }.unwrap_or_default()
}

/// Its times and its station; none when Windows does not say.
#[expect(unsafe_code, reason = "Windows returns a structure")]
pub fn info(session: u32) -> Option<WTSINFOW> {
    // SAFETY: Windows writes this structure for this question: numbers only.
    unsafe { structure::<WTSINFOW>(session, WTSSessionInfo) }
}

/// A structure about a session.
///
/// # Safety
/// Any bytes must be a `T`.
#[expect(unsafe_code, reason = "Windows returns a structure that has to be freed")]
unsafe fn structure<T: Copy>(session: u32, what: WTS_INFO_CLASS) -> Option<T> {
    let (mut found, mut bytes) = (PWSTR::null(), 0);
    // SAFETY: both pointers are valid; of what Windows wrote no more is read than it says,
    // and it is freed once, after the last use.
    unsafe {
        let queried = WTSQuerySessionInformationW(None, session, what, &mut found, &mut bytes);
        if queried.is_err() || found.is_null() {
            return None;
        }
        let is_whole = usize::try_from(bytes).is_ok_and(|bytes| bytes >= size_of::<T>());
        let value = is_whole.then(|| found.0.cast::<T>().read_unaligned());
        WTSFreeMemory(found.0.cast());
        value
    }
}

#[cfg(test)]
mod tests {
    use windows::Win32::System::RemoteDesktop::WTSDisconnected;

    use super::*;

    fn session(id: u32, is_active: bool) -> Session {
        let state = if is_active { WTSActive } else { WTSDisconnected };
        Session { id, domain: "HERE".to_owned(), user: format!("user{id}"), state }
    }

    #[test]
    fn the_console_comes_before_the_network_and_that_before_what_was_left_open() {
        let sessions = [(5, false), (4, true), (2, false), (3, true)];
        let sessions: Vec<Session> = sessions.map(|(id, active)| session(id, active)).to_vec();
        let order = |console| -> Vec<u32> {
            in_order(sessions.clone(), console).iter().map(|session| session.id).collect()
        };
        assert_eq!(order(4), [4, 3, 2, 5]);
        assert_eq!(order(9), [3, 4, 2, 5]);
        // Somebody else sees a session now, and nobody the one at the machine.
        assert_eq!(order(5), [3, 4, 5, 2]);
    }

    #[test]
    fn listing_the_sessions_works_without_any() {
        assert!(list_sessions().unwrap().iter().all(|session| !session.user.is_empty()));
    }
    #[test]
    fn of_a_session_that_is_not_there_nothing_is_known() {
        // Wine knows none of this, also of sessions that are there.
        assert_eq!((protocol(4_000_000), info(4_000_000).map(|info| info.SessionId)), (0, None));
    }
}
