//! What a macOS machine measures.
//!
//! Sensors are left out, as the system shows them to programs of its maker only. So is the
//! number of files, which its volumes do not limit.

use std::ffi::OsStr;
use std::sync::{Mutex, PoisonError};

use muster_metrics::Metric;
use sysinfo::{DiskRefreshKind, Networks, ProcessRefreshKind, ProcessesToUpdate, System};

use super::file_systems::{measure, measure_mount, volumes};
use crate::os::{DiskSpace, RawSample};

/// Knows how busy the processors were since it was asked last.
static SYSTEM: Mutex<Option<System>> = Mutex::new(None);

/// Measures once. What cannot be read is left out.
pub fn sample() -> RawSample {
    let mut sample = RawSample::default();
    add_processors_and_memory(&mut sample);
    add_load(&mut sample);
    add_volumes(&mut sample);
    add_networks(&mut sample);
    sample
}

/// The space of a volume, of whatever kind; none when there is no such one.
///
/// It may wait for ever: for a server on the network that is gone.
pub fn disk_space(disk: &str) -> Option<DiskSpace> {
    measure_mount(disk).map(|space| DiskSpace::of(space.used, space.free))
}

/// Memory that holds files only counts as free: it is there for a program that needs it.
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
    add_percent(sample, Metric::Memory, system.used_memory(), system.total_memory());
    add_percent(sample, Metric::Swap, system.used_swap(), system.total_swap());
}

fn add_load(sample: &mut RawSample) {
    if let Ok(load) = System::load_average() {
        sample.gauge(Metric::Load1, "", load.one);
        sample.gauge(Metric::Load5, "", load.five);
        sample.gauge(Metric::Load15, "", load.fifteen);
    }
    // Not in the system that is kept: that would remember every process.
    if let Ok(mut system) = System::new() {
        let kind = ProcessRefreshKind::nothing().without_tasks();
        let count = system.refresh_processes_specifics(ProcessesToUpdate::All, true, kind);
        sample.gauge(Metric::Processes, "", count as f64);
    }
}

/// Volumes on one disk all have the traffic of that disk.
fn add_volumes(sample: &mut RawSample) {
    let volumes = volumes(DiskRefreshKind::nothing().with_io_usage());
    for volume in volumes.iter().take(RawSample::MAX_LABELS) {
        let mount = volume.mount_point().to_string_lossy();
        if let Some(space) = measure(volume.mount_point()) {
            sample.gauge(Metric::DiskUsed, &mount, space.percent_used());
            sample.gauge(Metric::DiskFree, &mount, space.free as f64);
        }
        sample.counter(Metric::DiskRead, &mount, volume.usage().total_read_bytes);
        sample.counter(Metric::DiskWrite, &mount, volume.usage().total_written_bytes);
    }
}

fn add_networks(sample: &mut RawSample) {
    let Ok(networks) = Networks::new_with_refreshed_list() else { return };
    let mut names: Vec<_> = networks.iter().filter(|(name, _)| is_way_out(name)).collect();
    names.sort_by_key(|(name, _)| *name);
    for (name, network) in names.into_iter().take(RawSample::MAX_LABELS) {
        let name = name.to_string_lossy();
        sample.counter(Metric::NetReceived, &name, network.total_received());
        sample.counter(Metric::NetSent, &name, network.total_transmitted());
    }
}

/// Whether it connects the machine to others: ethernet, wireless and telephones (`en`), and
/// tunnels. Over others the system talks to itself, or to devices nearby.
fn is_way_out(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    ["en", "utun", "ppp", "ipsec", "bond", "vlan"].iter().any(|kind| name.starts_with(kind))
}

fn add_percent(sample: &mut RawSample, metric: Metric, used: u64, total: u64) {
    if total > 0 {
        sample.gauge(metric, "", used as f64 / total as f64 * 100.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_measures_what_every_machine_has() {
        let _first = sample();
        let sample = sample();
        for metric in [Metric::Cpu, Metric::Memory, Metric::Load1, Metric::Processes] {
            let values = sample.gauges.iter().filter(|gauge| gauge.0 == metric);
            let values: Vec<f64> = values.map(|gauge| gauge.2).collect();
            assert!(values.len() == 1 && values[0] >= 0.0, "{metric:?} {values:?}");
        }
    }

    #[test]
    fn a_mounted_volume_has_its_space_and_a_folder_has_none() {
        let root = disk_space("/").unwrap();
        assert!(root.free <= root.total && (0.0..=100.0).contains(&root.free_percent), "{root:?}");
        assert_eq!(disk_space("/no/such/volume"), None);
    }

    #[test]
    fn only_ways_out_of_the_machine_are_counted() {
        let counted = ["en0", "utun3", "lo0", "awdl0", "llw0", "bridge0", "gif0", "anpi1"];
        let counted = counted.map(|name| is_way_out(OsStr::new(name)));
        assert_eq!(counted, [true, true, false, false, false, false, false, false]);
    }
}
