//! Installs updates that were named, and finds out what became of them.

use std::path::Path;

use muster_protocol::{End, Stream, Update};

use super::offered::Offered;
use super::verdict::{Attempt, Verdict, report};
use super::{brew, software_update};
use crate::os::macos::homebrew::Homebrew;
use crate::os::macos::inventory::{boot_mark, pending_restart};
use crate::run::{Stage, could_not_start};

/// Installs the updates with these identifiers.
pub async fn install(stage: &mut Stage<'_>, guids: &[String]) -> Result<End, End> {
    if guids.is_empty() {
        return Err(could_not_start("no update is named"));
    }
    if let Some(odd) = guids.iter().find(|guid| !guid.contains('=')) {
        return Err(could_not_start(format!("{odd:?} is not an update: it has no version")));
    }
    let (of_brew, of_system): (Vec<&String>, Vec<&String>) =
        guids.iter().partition(|guid| brew::is_guid(guid));
    let mut attempts = Vec::new();
    if !of_system.is_empty() {
        attempts.extend(install_of_system(stage, &of_system).await?);
    }
    if !of_brew.is_empty() {
        attempts.extend(install_of_brew(stage, &of_brew).await?);
    }
    if attempts.iter().any(|attempt| attempt.judge() == Verdict::RestartPending)
        && let Err(error) = pending_restart::record(Path::new(pending_restart::FILE), &boot_mark())
    {
        tracing::warn!(%error, "that a restart is needed cannot be recorded");
    }
    let (lines, failed) = report(&attempts);
    for line in lines {
        stage.print_line(&line);
    }
    Ok(End::Exited { code: i32::from(failed) })
}

async fn install_of_system(stage: &mut Stage<'_>, guids: &[&String]) -> Result<Vec<Attempt>, End> {
    let before = software_update::search(stage).await?;
    let find = |guid: &&String| before.iter().find(|update| update.guid() == **guid);
    let chosen: Vec<&Offered> = guids.iter().filter_map(find).collect();
    let code = match chosen.is_empty() {
        true => 0,
        false => software_update::install(stage, &chosen).await?,
    };
    let after = software_update::search(stage).await?;
    let attempt = |guid: &&String| {
        let update = find(guid);
        Attempt {
            title: update.map_or_else(|| (*guid).clone(), |update| update.title.clone()),
            code: update.map(|_| code),
            needs_restart: update.is_some_and(|update| update.needs_restart),
            is_offered: after.iter().any(|update| update.guid() == **guid),
        }
    };
    Ok(guids.iter().map(attempt).collect())
}

/// One by one: the code of one that fails does not count for the others.
async fn install_of_brew(stage: &mut Stage<'_>, guids: &[&String]) -> Result<Vec<Attempt>, End> {
    let missing = || could_not_start("Homebrew is not installed");
    let homebrew = Homebrew::find().ok_or_else(missing)?;
    let before = brew::outdated(stage, &homebrew, false).await?;
    let find = |guid: &str| before.iter().find(|update| update.guid == guid);
    let mut codes = Vec::new();
    for guid in guids {
        codes.push(match find(guid) {
            Some(Update { is_held: true, title, .. }) => {
                stage.print(Stream::Stderr, &format!("{title} is held back\n"));
                Some(1)
            }
            Some(update) => Some(brew::upgrade(stage, &homebrew, update).await?),
            None => None,
        });
    }
    let after = brew::outdated(stage, &homebrew, false).await?;
    let attempt = |(guid, code): (&&String, Option<i32>)| Attempt {
        title: find(guid).map_or_else(|| (*guid).clone(), |update| update.title.clone()),
        code,
        needs_restart: false,
        is_offered: after.iter().any(|update| update.guid == **guid),
    };
    Ok(guids.iter().zip(codes).map(attempt).collect())
}
