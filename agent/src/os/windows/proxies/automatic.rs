//! The proxy that a script (PAC) names for an address, or that Windows finds in the network by
//! itself (WPAD): as the settings of this process' account say. The service's account is that of
//! the machine; a policy can make one setting count for all accounts.

use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use windows::Win32::Networking::WinHttp::{
    ERROR_WINHTTP_LOGIN_FAILURE, WINHTTP_ACCESS_TYPE_NAMED_PROXY, WINHTTP_ACCESS_TYPE_NO_PROXY,
    WINHTTP_AUTO_DETECT_TYPE_DHCP, WINHTTP_AUTO_DETECT_TYPE_DNS_A, WINHTTP_AUTOPROXY_AUTO_DETECT,
    WINHTTP_AUTOPROXY_CONFIG_URL, WINHTTP_AUTOPROXY_OPTIONS, WINHTTP_CURRENT_USER_IE_PROXY_CONFIG,
    WINHTTP_PROXY_INFO, WinHttpCloseHandle, WinHttpGetIEProxyConfigForCurrentUser,
    WinHttpGetProxyForUrl, WinHttpOpen,
};
use windows::core::{BOOL, Error, HSTRING, PCWSTR, Result as ApiResult, w};

use super::setting::{read_setting, take_text};
use crate::os::Problem;
use crate::os::windows::system_error::{code_of, text_of};

/// How long an answer counts: connections come in groups, and a detection takes seconds.
const AGE: Duration = Duration::from_secs(60);

/// The last answer, for its address.
static LAST: Mutex<Option<(Instant, String, Option<String>)>> = Mutex::new(None);

/// Where a proxy is looked for.
#[derive(Clone, Debug, Default, PartialEq)]
struct Source {
    /// Whether Windows looks for a script in the network.
    detects: bool,
    /// The address of a script.
    script: Option<String>,
}

/// The proxy for an address; none when it is reached without one. An answer that was given a
/// moment ago is given again.
pub async fn find(url: String) -> Result<Option<String>, Problem> {
    tokio::task::spawn_blocking(move || find_now(&url)).await?
}

fn find_now(url: &str) -> Result<Option<String>, Problem> {
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let known = last.as_ref().filter(|(at, of, _)| of == url && at.elapsed() < AGE);
    if let Some((_, _, proxy)) = known {
        return Ok(proxy.clone());
    }
    let found = match source() {
        Some(source) => ask(&source, url),
        None => Ok(None),
    };
    // A detection that finds nothing takes longest.
    *last = Some((Instant::now(), url.to_owned(), found.as_ref().ok().cloned().flatten()));
    found
}

/// What is set; none when neither is.
#[expect(unsafe_code, reason = "the setting is read through Windows")]
fn source() -> Option<Source> {
    let mut set = WINHTTP_CURRENT_USER_IE_PROXY_CONFIG::default();
    // SAFETY: Windows fills in the structure, which lives until the call returns.
    unsafe { WinHttpGetIEProxyConfigForCurrentUser(&mut set) }.ok()?;
    let script = Some(take_text(set.lpszAutoConfigUrl)).filter(|address| !address.is_empty());
    // A fixed proxy of an account does not count; its texts have to be released.
    drop((take_text(set.lpszProxy), take_text(set.lpszProxyBypass)));
    let source = Source { detects: set.fAutoDetect.as_bool(), script };
    (source != Source::default()).then_some(source)
}

/// Asks Windows, which runs the script.
fn ask(source: &Source, url: &str) -> Result<Option<String>, Problem> {
    let session = Session::open().map_err(|error| {
        Problem::failed(format!("no proxy can be looked for: {}", text_of(&error)))
    })?;
    let found = match session.proxy_for(source, url, false) {
        // The server of the script wants to know who asks.
        Err(error) if is_login_failure(&error) => session.proxy_for(source, url, true),
        found => found,
    };
    let (is_named, list) =
        found.map_err(|error| Problem::failed(format!("no proxy is found: {}", reason(&error))))?;
    let proxies = read_setting(if is_named { &list } else { "" }, "");
    Ok(if url.starts_with("https:") { proxies.https } else { proxies.http })
}

fn is_login_failure(error: &Error) -> bool {
    code_of(error).is_some_and(|code| code.0 == ERROR_WINHTTP_LOGIN_FAILURE)
}

/// Windows has the words for these numbers in a library that is not asked for them.
fn reason(error: &Error) -> String {
    let words = match code_of(error).map(|code| code.0) {
        Some(12_002) => "the script was too slow to come",
        Some(12_166) => "the script is wrong",
        Some(12_167) => "the script cannot be downloaded",
        Some(12_178) => "the service that runs scripts is not there",
        Some(12_180) => "the network names no script",
        _ => return text_of(error),
    };
    words.to_owned()
}

/// A session with the part of Windows that knows of proxies.
struct Session(*mut c_void);

impl Session {
    #[expect(unsafe_code, reason = "Windows returns a handle")]
    fn open() -> ApiResult<Self> {
        let (agent, none) = (w!("Muster agent"), PCWSTR::null());
        // SAFETY: the texts live longer than the call.
        let handle = unsafe { WinHttpOpen(agent, WINHTTP_ACCESS_TYPE_NO_PROXY, none, none, 0) };
        if handle.is_null() { Err(Error::from_thread()) } else { Ok(Self(handle)) }
    }

    /// Whether a proxy is named, and which, in the order in which they are to be tried.
    #[expect(unsafe_code, reason = "Windows takes a structure and fills in another")]
    fn proxy_for(&self, source: &Source, url: &str, logs_in: bool) -> ApiResult<(bool, String)> {
        let (url, script) = (HSTRING::from(url), source.script.as_ref().map(HSTRING::from));
        let address = script.as_ref().map_or(PCWSTR::null(), |text| PCWSTR(text.as_ptr()));
        let (dw_flags, detection) = flags(source);
        let mut options = WINHTTP_AUTOPROXY_OPTIONS {
            dwFlags: dw_flags,
            dwAutoDetectFlags: detection,
            lpszAutoConfigUrl: address,
            fAutoLogonIfChallenged: BOOL::from(logs_in),
            ..Default::default()
        };
        let mut found = WINHTTP_PROXY_INFO::default();
        // SAFETY: the handle is open, and texts and structures live longer than the call.
        unsafe { WinHttpGetProxyForUrl(self.0, &url, &mut options, &mut found)? };
        let list = take_text(found.lpszProxy);
        drop(take_text(found.lpszProxyBypass));
        Ok((found.dwAccessType == WINHTTP_ACCESS_TYPE_NAMED_PROXY, list))
    }
}

impl Drop for Session {
    #[expect(unsafe_code, reason = "the handle has to be closed")]
    fn drop(&mut self) {
        // SAFETY: the handle is open and closed once.
        let _ = unsafe { WinHttpCloseHandle(self.0) };
    }
}

/// What is to be looked for, and where Windows looks in the network.
fn flags(source: &Source) -> (u32, u32) {
    let mut flags = 0;
    if source.script.is_some() {
        flags |= WINHTTP_AUTOPROXY_CONFIG_URL;
    }
    if !source.detects {
        return (flags, 0);
    }
    let places = WINHTTP_AUTO_DETECT_TYPE_DHCP | WINHTTP_AUTO_DETECT_TYPE_DNS_A;
    (flags | WINHTTP_AUTOPROXY_AUTO_DETECT, places)
}

#[cfg(test)]
#[path = "automatic_tests.rs"]
mod tests;
