//! Installs updates: searches, downloads, installs, and searches again.

use std::collections::HashSet;

use windows::Win32::System::UpdateAgent::IUpdateInstaller;

use super::choice::{batches, choose};
use super::codes::describe;
use super::com::Com;
use super::offered::Offered;
use super::read::{Found, flag};
use super::session::{Session, reboot_required};
use super::transfer::{download, install, installer};
use super::verdict::{Answer, Attempt, Step, Verdict, judge, report};
use super::worker::{Failure, Link};

/// The number of `orcFailed`.
const FAILED: i32 = 4;

/// Installs the updates with these identifiers. Returns the last lines of the
/// run, and whether any failed.
pub fn install_updates(
    com: &Com,
    link: &Link,
    guids: &[String],
) -> Result<(Vec<String>, bool), Failure> {
    link.say("searching for the updates");
    let session = Session::open(com)?;
    let found = session.search(link)?;
    let offered: Vec<Offered> = found.iter().map(|one| one.offered.clone()).collect();
    let choice = choose(&offered, guids);
    let mut attempts = choice.settled;
    let chosen: Vec<&Found> = choice.install.iter().map(|at| &found[*at]).collect();
    let is_tried = !chosen.is_empty();
    if is_tried {
        attempts.extend(attempt(&session, link, chosen)?);
    }
    let still_offered: HashSet<String> = match is_tried {
        true => search_again(com, link, &attempts)?,
        false => offered.into_iter().map(|one| one.guid).collect(),
    };
    let judge = |attempt: Attempt| {
        let verdict = judge(&attempt, &still_offered);
        (attempt, verdict)
    };
    let judged: Vec<(Attempt, Verdict)> = attempts.into_iter().map(judge).collect();
    Ok(report(&judged, reboot_required(com)))
}

/// What is offered after the installation; nothing else shows what is installed.
fn search_again(com: &Com, link: &Link, attempts: &[Attempt]) -> Result<HashSet<String>, Failure> {
    let unknown = |reason: &str| {
        for one in attempts {
            if let Step::Tried { answer, .. } = &one.step {
                link.say(&format!("not confirmed: {}: {}", one.title, answer.words()));
            }
        }
        Failure::Broken(format!("it is not known which updates are installed: {reason}"))
    };
    if link.is_stopped() {
        unknown("the run ended before Windows Update was asked again");
        return Err(Failure::Stopped);
    }
    link.say("searching again, to see what is installed");
    // A session of its own, which remembers nothing.
    match Session::open(com).and_then(|session| session.search(link)) {
        Ok(found) => Ok(found.into_iter().map(|one| one.offered.guid).collect()),
        Err(Failure::CouldNotStart(reason) | Failure::Broken(reason)) => Err(unknown(&reason)),
        Err(Failure::Stopped) => {
            unknown("the run ended while Windows Update was asked again");
            Err(Failure::Stopped)
        }
    }
}

/// Downloads and installs as many of the updates as can be.
fn attempt(
    session: &Session<'_>,
    link: &Link,
    chosen: Vec<&Found>,
) -> Result<Vec<Attempt>, Failure> {
    let installer = installer(session, link)?;
    let (mut attempts, mut ready) = (Vec::new(), Vec::new());
    for one in chosen {
        match accept_licence(one) {
            Ok(()) => ready.push(one),
            Err(reason) => attempts.push(ended(one, Step::NotPrepared(reason))),
        }
    }
    let (mut ready, missing): (Vec<&Found>, Vec<&Found>) =
        ready.into_iter().partition(|one| is_downloaded(one));
    if !missing.is_empty() {
        let answers = download(session, link, &missing).unwrap_or_else(|error| {
            vec![Answer { result: FAILED, hresult: error.code().0 }; missing.len()]
        });
        for (one, answer) in missing.into_iter().zip(answers) {
            match answer.is_success() && is_downloaded(one) {
                true => ready.push(one),
                false => attempts.push(ended(one, Step::NotDownloaded(answer))),
            }
        }
    }
    if link.is_stopped() {
        return Err(Failure::Stopped);
    }
    link.begin_to_install();
    for batch in batches(ready, |one| one.offered.is_exclusive) {
        attempts.extend(install_batch(&installer, link, &batch));
    }
    Ok(attempts)
}

/// Installs updates that can be installed together; none once the run has ended.
fn install_batch(installer: &IUpdateInstaller, link: &Link, batch: &[&Found]) -> Vec<Attempt> {
    if link.is_stopped() {
        let reason = "the run ended before its turn";
        let step = || Step::NotPrepared(reason.to_owned());
        return batch.iter().map(|one| ended(one, step())).collect();
    }
    let answers = install(installer, link, batch).unwrap_or_else(|error| {
        vec![(Answer { result: FAILED, hresult: error.code().0 }, false); batch.len()]
    });
    let attempt = |(one, (answer, needs_reboot)): (&&Found, _)| {
        ended(one, Step::Tried { answer, needs_reboot })
    };
    batch.iter().zip(answers).map(attempt).collect()
}

fn ended(one: &Found, step: Step) -> Attempt {
    Attempt { guid: one.offered.guid.clone(), title: one.offered.title.clone(), step }
}

/// Who approves an update accepts its licence.
#[expect(unsafe_code, reason = "objects of COM")]
fn accept_licence(one: &Found) -> Result<(), String> {
    // SAFETY: the object is valid while it is borrowed.
    let accepted = unsafe {
        if flag(one.update.EulaAccepted()) {
            return Ok(());
        }
        one.update.AcceptEula()
    };
    accepted
        .map_err(|error| format!("its licence cannot be accepted: {}", describe(error.code().0)))
}

#[expect(unsafe_code, reason = "objects of COM")]
fn is_downloaded(one: &Found) -> bool {
    // SAFETY: the object is valid while it is borrowed.
    flag(unsafe { one.update.IsDownloaded() })
}
