//! What the agent reads of its computer.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use muster_metrics::Metric;
use muster_protocol::{ReadEventLog, ReadRegistry};

use super::bench::Bench;
use super::snag::{Found, Snag};
use crate::os::{self, RawSample};

/// How many entries of each log are read.
const ENTRIES: u64 = 3;

/// How far back.
const DAYS: u32 = 30;

/// Some systems only know how busy their processors were since they were asked last.
const BETWEEN_SAMPLES: Duration = Duration::from_millis(300);

/// The newest entries of a log.
pub async fn event_log(log: &'static str) -> Found {
    let log = log.to_owned();
    let request = ReadEventLog { log, days: DAYS, limit: ENTRIES, ..ReadEventLog::default() };
    let entries = os::event_log::read_event_log(&request).await?;
    match &entries[..] {
        // A system that answers every question with nothing would look the same.
        [] => Err(Snag::NotThere(format!("it has no entries of the last {DAYS} days"))),
        [newest, ..] => {
            Ok(format!("{} entries; the newest is by {}", entries.len(), newest.source))
        }
    }
}

pub async fn software(_: Arc<Bench>) -> Found {
    let programs = os::software::list_software().await?;
    if programs.is_empty() {
        return Err(Snag::NotThere("no program and no package is listed".to_owned()));
    }
    let sources: BTreeSet<&str> = programs.iter().map(|one| one.source.as_str()).collect();
    let sources: Vec<&str> = sources.into_iter().collect();
    Ok(format!("{} programs and packages ({})", programs.len(), sources.join(", ")))
}

pub async fn inventory(_: Arc<Bench>) -> Found {
    let parts = os::InventoryParts::ask().await;
    let collect = move || os::inventory::collect(&parts);
    let found = tokio::task::spawn_blocking(collect).await?;
    if found.operating_system.is_empty() {
        return Err(Snag::failed("it does not know the operating system"));
    }
    let reboot = if found.needs_reboot { "asks for a restart" } else { "asks for no restart" };
    Ok(format!(
        "{}; {} disks, {} addresses; {reboot}",
        found.operating_system,
        found.disks.len(),
        found.local_ips.len()
    ))
}

pub async fn metrics(_: Arc<Bench>) -> Found {
    let mut sample = tokio::task::spawn_blocking(os::metrics::sample).await?;
    if !has_processors(&sample) {
        tokio::time::sleep(BETWEEN_SAMPLES).await;
        sample = tokio::task::spawn_blocking(os::metrics::sample).await?;
    }
    if !has_processors(&sample) || !has(&sample, Metric::Memory) {
        return Err(Snag::failed("processors or memory are not measured"));
    }
    let times = usize::from(sample.processor.is_some());
    Ok(format!("{} values", sample.gauges.len() + sample.counters.len() + times))
}

fn has_processors(sample: &RawSample) -> bool {
    sample.processor.is_some() || has(sample, Metric::Cpu)
}

fn has(sample: &RawSample, wanted: Metric) -> bool {
    sample.gauges.iter().any(|(metric, ..)| *metric == wanted)
}

/// How full the disks are, one of them asked for by name.
pub async fn disks(_: Arc<Bench>) -> Found {
    tokio::task::spawn_blocking(|| {
        let sample = os::metrics::sample();
        let is_disk = |(metric, ..): &&(Metric, String, f64)| *metric == Metric::DiskUsed;
        let names: Vec<&str> =
            sample.gauges.iter().filter(is_disk).map(|(_, name, _)| name.as_str()).collect();
        let Some(first) = names.first() else {
            let reason = "no disk of this computer is visible to the agent";
            return Err(Snag::NotThere(reason.to_owned()));
        };
        let space = os::metrics::disk_space(first)
            .ok_or_else(|| Snag::Failed(format!("{first} cannot be measured by its name")))?;
        let count = names.len();
        Ok(format!("{count} disks; {first} has {:.0} % free", space.free_percent))
    })
    .await?
}

pub async fn sessions(_: Arc<Bench>) -> Found {
    match os::user_names(&os::accounts::login_sessions().await).len() {
        0 => Err(Snag::NotThere("nobody is logged in".to_owned())),
        1 => Ok("one person is logged in".to_owned()),
        count => Ok(format!("{count} people are logged in")),
    }
}

pub async fn registry(_: Arc<Bench>) -> Found {
    let path = r"HKEY_LOCAL_MACHINE\SOFTWARE".to_owned();
    let key = os::registry::read_key(&ReadRegistry { path, offset: 0, limit: 3 }).await?;
    match key.subkey_count {
        0 => Err(Snag::Failed(format!("{} is empty", key.path))),
        count => Ok(format!("{} has {count} keys", key.path)),
    }
}

pub async fn registry_changes(_: Arc<Bench>) -> Found {
    os::registry::read_key(&ReadRegistry { path: "Computer".to_owned(), offset: 0, limit: 1 })
        .await?;
    Err(Snag::NotTried("it would change the registry".to_owned()))
}

/// Only whether the agent may.
pub async fn power(_: Arc<Bench>) -> Found {
    let way = os::readiness::power_right().await?;
    let reason = format!("the agent may restart and shut down this computer ({way})");
    Err(Snag::NotTried(reason))
}
