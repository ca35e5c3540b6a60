//! Windows Update, through the programming interface of its agent.
//!
//! The work is done on a thread of its own (`worker`); what it found is decided
//! by functions that know nothing of COM (`choice`, `verdict`, `offered`).

mod callbacks;
mod choice;
mod codes;
mod com;
mod hiding;
mod history;
mod installation;
mod offered;
mod progress;
mod read;
mod session;
mod transfer;
mod verdict;
mod waiting;
mod worker;

use muster_protocol::{End, ScanUpdates, Stream, UpdateScan};

use crate::run::{Stage, could_not_start};
use hiding::{Wishes, apply};
use installation::install_updates;
use offered::is_guid;
use session::{Session, reboot_required};

/// What the protocol calls this source of updates.
const SOURCE: &str = "windows_update";

/// Finds out which updates could be installed, and hides and shows those that are named.
pub async fn scan(stage: &mut Stage<'_>, request: &ScanUpdates) -> Result<UpdateScan, End> {
    let wishes = Wishes::of(request);
    let (scan, complaints) = worker::run(stage, move |com, link| {
        let session = Session::open(com)?;
        let mut found = session.search(link)?;
        let complaints = apply(&wishes, &mut found);
        let failures = session.last_failures();
        let describe = |one: read::Found| {
            let error = failures.get(&one.offered.guid);
            one.offered.describe(error)
        };
        let updates = found.into_iter().map(describe).collect();
        let (source, reboot_required) = (SOURCE.to_owned(), reboot_required(com));
        Ok((UpdateScan { source, updates, reboot_required }, complaints))
    })
    .await?;
    // What it prints on stdout is the scan.
    for complaint in complaints {
        stage.print(Stream::Stderr, &format!("{complaint}\n"));
    }
    Ok(scan)
}

/// Installs the updates with these identifiers.
pub async fn install(stage: &mut Stage<'_>, guids: &[String]) -> Result<End, End> {
    if guids.is_empty() {
        return Err(could_not_start("no update is named"));
    }
    if let Some(odd) = guids.iter().find(|guid| !is_guid(guid)) {
        return Err(could_not_start(format!("{odd:?} is not an update of Windows")));
    }
    let guids: Vec<String> = guids.iter().map(|guid| guid.to_ascii_lowercase()).collect();
    let (lines, failed) =
        worker::run(stage, move |com, link| install_updates(com, link, &guids)).await?;
    for line in lines {
        stage.print_line(&line);
    }
    Ok(End::Exited { code: i32::from(failed) })
}
