//! A session with Windows Update: searches, the history, and whether a restart
//! is due.

use std::collections::HashMap;

use windows::Win32::System::Com::{CLSCTX_INPROC_SERVER, CoCreateInstance};
use windows::Win32::System::UpdateAgent::{
    ISearchResult, ISystemInformation, IUpdateSearcher, IUpdateSession, SystemInformation,
    UpdateSession, orcAborted, orcSucceeded,
};
use windows::Win32::System::Variant::VARIANT;
use windows::core::{BSTR, Error, Result as ComResult};

use super::callbacks::callback;
use super::codes::{describe, is_unavailable};
use super::com::Com;
use super::history::last_failures;
use super::read::{Found, flag, read_history_entry, read_updates};
use super::waiting::wait_for_job;
use super::worker::{Failure, Link};

/// Software and drivers, also what somebody hid at the computer: left out, it
/// would count as installed.
const CRITERIA: &str = "IsInstalled=0";

/// Newest entries of the history that are read.
const HISTORY: i32 = 300;

/// Windows Update, ready to be asked on this thread.
#[derive(Debug)]
pub struct Session<'a> {
    /// Kept while its objects exist.
    _com: &'a Com,
    pub session: IUpdateSession,
    searcher: IUpdateSearcher,
}

impl<'a> Session<'a> {
    /// Opens a session with the source of updates that this computer uses.
    #[expect(unsafe_code, reason = "objects of COM")]
    pub fn open(com: &'a Com) -> Result<Self, Failure> {
        // SAFETY: COM is initialised on this thread; the objects own themselves.
        let opened = unsafe {
            let session: ComResult<IUpdateSession> =
                CoCreateInstance(&UpdateSession, None, CLSCTX_INPROC_SERVER);
            session.and_then(|session| {
                // For Windows' own history only.
                let _ = session.SetClientApplicationID(&BSTR::from("Muster agent"));
                let searcher = session.CreateUpdateSearcher()?;
                Ok(Self { _com: com, session, searcher })
            })
        };
        opened.map_err(|error| cannot_search(&error))
    }

    /// Everything that is offered.
    #[expect(unsafe_code, reason = "objects of COM")]
    pub fn search(&self, link: &Link) -> Result<Vec<Found>, Failure> {
        let criteria = BSTR::from(CRITERIA);
        let search = || {
            // SAFETY: the objects are valid while they are borrowed, and the job
            // is completed before its result is taken.
            unsafe {
                let job = self.searcher.BeginSearch(&criteria, &callback(), &VARIANT::default())?;
                wait_for_job(
                    link,
                    || Ok(job.IsCompleted()?.as_bool()),
                    || job.RequestAbort(),
                    |_| {},
                )?;
                let result = self.searcher.EndSearch(&job);
                let _ = job.CleanUp();
                result
            }
        };
        let result = search();
        if link.is_stopped() {
            // Asked of a Windows Update that is not there, the reason says more.
            return Err(match result {
                Err(error) if is_unavailable(error.code().0) => cannot_search(&error),
                _ => Failure::Stopped,
            });
        }
        result.map_err(|error| cannot_search(&error)).and_then(|result| complete(&result))
    }

    /// Why the last installation of each update failed; empty when Windows has
    /// no history.
    #[expect(unsafe_code, reason = "objects of COM")]
    pub fn last_failures(&self) -> HashMap<String, String> {
        let read = || -> ComResult<_> {
            // SAFETY: the objects are valid while they are borrowed.
            let list = unsafe {
                let count = self.searcher.GetTotalHistoryCount()?.clamp(0, HISTORY);
                if count == 0 {
                    return Ok(Vec::new());
                }
                self.searcher.QueryHistory(0, count)?
            };
            // SAFETY: as above; an index out of range is an error.
            let entries =
                unsafe { (0..list.Count()?.clamp(0, HISTORY)).map(|at| list.get_Item(at)) };
            // One entry that cannot be read takes no other with it.
            let entries = entries.filter_map(|entry| read_history_entry(&entry.ok()?).ok()?);
            Ok(entries.collect())
        };
        read().map(last_failures).unwrap_or_else(|error| {
            tracing::warn!(%error, "the history of Windows Update cannot be read");
            HashMap::new()
        })
    }
}

/// Whether Windows Update asks for a restart.
#[expect(unsafe_code, reason = "objects of COM")]
pub fn reboot_required(_com: &Com) -> bool {
    // SAFETY: COM is initialised on this thread; the object owns itself.
    unsafe {
        let information: ComResult<ISystemInformation> =
            CoCreateInstance(&SystemInformation, None, CLSCTX_INPROC_SERVER);
        information.is_ok_and(|information| flag(information.RebootRequired()))
    }
}

/// The updates of a search that found everything there is: what an incomplete
/// one lacks would count as installed.
#[expect(unsafe_code, reason = "objects of COM")]
fn complete(result: &ISearchResult) -> Result<Vec<Found>, Failure> {
    // SAFETY: the object is valid while it is borrowed.
    let code = unsafe { result.ResultCode() }.map_err(|error| cannot_search(&error))?;
    if code == orcAborted {
        return Err(Failure::CouldNotStart("the search for updates was cancelled".to_owned()));
    }
    if code != orcSucceeded {
        let reasons = warnings(result).join("; ");
        let reasons = if reasons.is_empty() { "Windows gives no reason" } else { &reasons };
        let sentence = format!("Windows Update could not search for all updates: {reasons}");
        return Err(Failure::CouldNotStart(sentence));
    }
    // SAFETY: as above.
    let updates = unsafe { result.Updates() };
    updates.and_then(|list| read_updates(&list)).map_err(|error| cannot_search(&error))
}

#[expect(unsafe_code, reason = "objects of COM")]
fn warnings(result: &ISearchResult) -> Vec<String> {
    // SAFETY: the object is valid while it is borrowed; an index out of range is
    // an error.
    unsafe {
        let Ok(list) = result.Warnings() else { return Vec::new() };
        let count = list.Count().unwrap_or_default().clamp(0, 5);
        let found = (0..count).filter_map(|index| list.get_Item(index).ok());
        found.filter_map(|warning| warning.HResult().ok()).map(describe).collect()
    }
}

fn cannot_search(error: &Error) -> Failure {
    let code = error.code().0;
    let start = match is_unavailable(code) {
        true => "Windows Update is not available on this computer",
        false => "Windows Update cannot search for updates",
    };
    Failure::CouldNotStart(format!("{start}: {}", describe(code)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_ends_with_its_run_or_says_that_there_is_no_windows_update() {
        let com = Com::start().unwrap();
        let found = Session::open(&com).and_then(|session| session.search(&Link::stopped()));
        match found.unwrap_err() {
            // Where Windows Update is there and searched already.
            Failure::Stopped => {}
            Failure::CouldNotStart(reason) => {
                let start = "Windows Update is not available on this computer: ";
                assert!(reason.starts_with(start), "{reason}");
            }
            Failure::Broken(reason) => panic!("{reason}"),
        }
    }
}
