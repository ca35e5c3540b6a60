//! Downloads and installs updates, and reports how far that is.

use std::time::Duration;

use windows::Win32::Foundation::{VARIANT_FALSE, VARIANT_TRUE};
use windows::Win32::System::Com::{CLSCTX_INPROC_SERVER, CoCreateInstance};
use windows::Win32::System::UpdateAgent::{
    IUpdateCollection, IUpdateInstaller, IUpdateInstaller2, UpdateCollection, dpHigh,
};
use windows::Win32::System::Variant::VARIANT;
use windows::core::{Interface, Result as ComResult};

use super::callbacks::callback;
use super::codes::describe;
use super::progress::{Progress, Reached};
use super::read::{Found, flag};
use super::session::Session;
use super::verdict::Answer;
use super::waiting::{wait_for_job, wait_until_free};
use super::worker::{Failure, Link};

/// What an installation answers about an update: also whether a restart has to
/// complete it.
pub type Installed = (Answer, bool);

/// Downloads updates. Fails only as a whole; each has its own answer.
#[expect(unsafe_code, reason = "objects of COM")]
pub fn download(session: &Session<'_>, link: &Link, found: &[&Found]) -> ComResult<Vec<Answer>> {
    let mut progress = Progress::new("downloading", titles(found));
    // SAFETY: every object is owned here or borrowed, and the job is completed
    // before its result is taken.
    unsafe {
        let downloader = session.session.CreateUpdateDownloader()?;
        downloader.SetUpdates(&collection(found)?)?;
        // Somebody waits for it.
        let _ = downloader.SetPriority(dpHigh);
        let job = downloader.BeginDownload(&callback(), &callback(), &VARIANT::default())?;
        let look = |elapsed| {
            let reached = job.GetProgress().and_then(|now| {
                Ok(Reached { percent: now.PercentComplete()?, index: now.CurrentUpdateIndex()? })
            });
            say(link, &mut progress, reached, elapsed);
        };
        wait_for_job(link, || Ok(job.IsCompleted()?.as_bool()), || job.RequestAbort(), look)?;
        let result = downloader.EndDownload(&job);
        let _ = job.CleanUp();
        let result = result?;
        let answer = |index| {
            let one = result.GetUpdateResult(index)?;
            Ok(Answer { result: one.ResultCode()?.0, hresult: one.HResult()? })
        };
        indexes(found).map(answer).collect()
    }
}

/// Windows' installer, once it is free and may install.
#[expect(unsafe_code, reason = "objects of COM")]
pub fn installer(session: &Session<'_>, link: &Link) -> Result<IUpdateInstaller, Failure> {
    // SAFETY: the objects are owned here or borrowed.
    let installer = unsafe { session.session.CreateUpdateInstaller() }.map_err(|error| {
        let reason = describe(error.code().0);
        Failure::CouldNotStart(format!("Windows Update cannot install updates: {reason}"))
    })?;
    // SAFETY: as above. The last interface is newer than the first.
    unsafe {
        if flag(installer.RebootRequiredBeforeInstallation()) {
            let sentence = "Windows must restart before it installs more updates";
            return Err(Failure::CouldNotStart(sentence.to_owned()));
        }
        let _ = installer.SetAllowSourcePrompts(VARIANT_FALSE);
        if let Ok(newer) = installer.cast::<IUpdateInstaller2>() {
            let _ = newer.SetForceQuiet(VARIANT_TRUE);
        }
    }
    // SAFETY: as above.
    wait_until_free(link, || unsafe { flag(installer.IsBusy()) })?;
    Ok(installer)
}

/// Installs updates that are downloaded. Fails only as a whole; each has its own
/// answer.
#[expect(unsafe_code, reason = "objects of COM")]
pub fn install(
    installer: &IUpdateInstaller,
    link: &Link,
    found: &[&Found],
) -> ComResult<Vec<Installed>> {
    let mut progress = Progress::new("installing", titles(found));
    // SAFETY: every object is owned here or borrowed, and the job is completed
    // before its result is taken.
    unsafe {
        installer.SetUpdates(&collection(found)?)?;
        let job = installer.BeginInstall(&callback(), &callback(), &VARIANT::default())?;
        let look = |elapsed| {
            let reached = job.GetProgress().and_then(|now| {
                Ok(Reached { percent: now.PercentComplete()?, index: now.CurrentUpdateIndex()? })
            });
            say(link, &mut progress, reached, elapsed);
        };
        // A request to cancel waits for the update that is being installed.
        wait_for_job(link, || Ok(job.IsCompleted()?.as_bool()), || job.RequestAbort(), look)?;
        let result = installer.EndInstall(&job);
        let _ = job.CleanUp();
        let result = result?;
        let answer = |index| {
            let one = result.GetUpdateResult(index)?;
            let answer = Answer { result: one.ResultCode()?.0, hresult: one.HResult()? };
            Ok((answer, flag(one.RebootRequired())))
        };
        indexes(found).map(answer).collect()
    }
}

#[expect(unsafe_code, reason = "objects of COM")]
fn collection(found: &[&Found]) -> ComResult<IUpdateCollection> {
    // SAFETY: a session is open, so COM is initialised on this thread.
    unsafe {
        let list: IUpdateCollection =
            CoCreateInstance(&UpdateCollection, None, CLSCTX_INPROC_SERVER)?;
        for one in found {
            list.Add(&one.update)?;
        }
        Ok(list)
    }
}

fn titles(found: &[&Found]) -> Vec<String> {
    found.iter().map(|one| one.offered.title.clone()).collect()
}

fn indexes(found: &[&Found]) -> std::ops::Range<i32> {
    0..i32::try_from(found.len()).unwrap_or(i32::MAX)
}

/// Progress that cannot be read is not reported.
fn say(link: &Link, progress: &mut Progress, reached: ComResult<Reached>, elapsed: Duration) {
    let line = reached.ok().and_then(|reached| progress.line(reached, elapsed));
    if let Some(line) = line {
        link.say(&line);
    }
}
