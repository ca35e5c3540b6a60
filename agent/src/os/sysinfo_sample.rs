//! What can be measured without system calls of our own, on macOS, for which the
//! rest is not written yet: no disk traffic, inodes, processes or sensors.

use std::sync::{Mutex, PoisonError};

use muster_metrics::Metric;
use sysinfo::{Disks, Networks, System};

use super::disk_space::{DiskSpace, is_same_disk};
use super::types::RawSample;

/// Knows how busy the processors were since it was asked last.
static SYSTEM: Mutex<Option<System>> = Mutex::new(None);

/// Measures processors, memory, file systems and networks.
pub fn take() -> RawSample {
    let mut sample = RawSample::default();
    add_processors_and_memory(&mut sample);
    add_mounts(&mut sample);
    add_networks(&mut sample);
    sample
}

fn add_processors_and_memory(sample: &mut RawSample) {
    let mut known = SYSTEM.lock().unwrap_or_else(PoisonError::into_inner);
    let is_first = known.is_none();
    let Some(system) = known.take().or_else(|| System::new().ok()) else { return };
    let system = known.insert(system);
    system.refresh_cpu_usage();
    system.refresh_memory();
    if !is_first {
        sample.gauge(Metric::Cpu, "", f64::from(system.global_cpu_usage()));
    }
    let memory = (system.total_memory(), system.available_memory());
    let swap = (system.total_swap(), system.free_swap());
    for (metric, (total, free)) in [(Metric::Memory, memory), (Metric::Swap, swap)] {
        add_percent(sample, metric, "", total, free);
    }
}

fn add_mounts(sample: &mut RawSample) {
    let Ok(disks) = Disks::new_with_refreshed_list() else { return };
    for disk in &disks {
        let (mount, free) = (disk.mount_point().to_string_lossy(), disk.available_space());
        add_percent(sample, Metric::DiskUsed, &mount, disk.total_space(), free);
        sample.gauge(Metric::DiskFree, &mount, free as f64);
    }
}

/// The space of a disk; none when there is no such one.
pub fn space_of(disk: &str) -> Option<DiskSpace> {
    let disks = Disks::new_with_refreshed_list().ok()?;
    let is_it = |known: &&sysinfo::Disk| {
        is_same_disk(&known.mount_point().to_string_lossy(), disk) && known.total_space() > 0
    };
    let found = disks.iter().find(is_it)?;
    let (free, total) = (found.available_space(), found.total_space());
    Some(DiskSpace { free_percent: free as f64 / total as f64 * 100.0, free, total })
}

fn add_networks(sample: &mut RawSample) {
    let Ok(networks) = Networks::new_with_refreshed_list() else { return };
    for (name, network) in &networks {
        let name = name.to_string_lossy();
        let is_loopback = name.starts_with("lo") || name.starts_with("Loopback");
        if !is_loopback {
            sample.counter(Metric::NetReceived, &name, network.total_received());
            sample.counter(Metric::NetSent, &name, network.total_transmitted());
        }
    }
}

fn add_percent(sample: &mut RawSample, metric: Metric, label: &str, total: u64, free: u64) {
    if total > 0 {
        let used = total.saturating_sub(free) as f64;
        sample.gauge(metric, label, used / total as f64 * 100.0);
    }
}
