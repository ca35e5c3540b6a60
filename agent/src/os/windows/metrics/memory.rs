//! How much of memory and of the page files is in use, and how many processes there
//! are.

use std::ffi::c_void;

use muster_metrics::Metric;
use windows::Win32::System::ProcessStatus::{
    ENUM_PAGE_FILE_INFORMATION, K32EnumPageFilesW, K32GetPerformanceInfo, PERFORMANCE_INFORMATION,
};
use windows::Win32::System::SystemInformation::{GlobalMemoryStatusEx, MEMORYSTATUSEX};
use windows::core::{BOOL, PCWSTR};

use crate::os::RawSample;

/// Adds what is in use of memory, and of page files where there are any. Memory that
/// Windows would take from its caches counts as free.
pub fn add_to(sample: &mut RawSample) {
    add_usage(sample, Metric::Memory, physical_memory());
    add_usage(sample, Metric::Swap, page_files());
    if let Some(count) = count_processes() {
        sample.gauge(Metric::Processes, "", f64::from(count));
    }
}

/// Adds the used part of a whole, if there is one.
fn add_usage(sample: &mut RawSample, metric: Metric, usage: Option<(u64, u64)>) {
    if let Some((used, total)) = usage.filter(|(_, total)| *total > 0) {
        sample.gauge(metric, "", used.min(total) as f64 / total as f64 * 100.0);
    }
}

/// Bytes in use and all bytes.
#[expect(unsafe_code, reason = "only Windows measures its memory")]
fn physical_memory() -> Option<(u64, u64)> {
    let length = size_of_u32::<MEMORYSTATUSEX>();
    let mut memory = MEMORYSTATUSEX { dwLength: length, ..MEMORYSTATUSEX::default() };
    // SAFETY: the structure says how long it is, and lives longer than the call.
    unsafe { GlobalMemoryStatusEx(&raw mut memory) }.ok()?;
    let (total, free) = (memory.ullTotalPhys, memory.ullAvailPhys);
    Some((total.saturating_sub(free), total))
}

#[expect(unsafe_code, reason = "only Windows counts its processes")]
fn count_processes() -> Option<u32> {
    let cb = size_of_u32::<PERFORMANCE_INFORMATION>();
    let mut counters = PERFORMANCE_INFORMATION { cb, ..PERFORMANCE_INFORMATION::default() };
    // SAFETY: the call knows how long the structure is, which lives longer than it.
    let answer = unsafe { K32GetPerformanceInfo(&raw mut counters, cb) };
    (answer.as_bool() && counters.ProcessCount > 0).then_some(counters.ProcessCount)
}

/// Pages in use and all pages of all page files.
#[expect(unsafe_code, reason = "only Windows measures its page files")]
fn page_files() -> Option<(u64, u64)> {
    let mut sums = (0_u64, 0_u64);
    let context = (&raw mut sums).cast();
    // SAFETY: the function below takes just this context, which lives longer than the call.
    let answer = unsafe { K32EnumPageFilesW(Some(add_page_file), context) };
    answer.as_bool().then_some(sums)
}

#[expect(unsafe_code, reason = "Windows calls it")]
unsafe extern "system" fn add_page_file(
    context: *mut c_void,
    file: *mut ENUM_PAGE_FILE_INFORMATION,
    _name: PCWSTR,
) -> BOOL {
    // SAFETY: both are valid during the call: `page_files` passes the sums, which nobody
    // else uses meanwhile, and Windows passes the page file.
    unsafe {
        let sums = &mut *context.cast::<(u64, u64)>();
        sums.0 += (*file).TotalInUse as u64;
        sums.1 += (*file).TotalSize as u64;
    }
    true.into()
}

fn size_of_u32<T>() -> u32 {
    u32::try_from(size_of::<T>()).expect("structures of Windows are short")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_without_page_files_has_no_value_for_them() {
        let mut sample = RawSample::default();
        add_usage(&mut sample, Metric::Memory, Some((25, 100)));
        add_usage(&mut sample, Metric::Swap, Some((0, 0)));
        add_usage(&mut sample, Metric::Swap, None);
        assert_eq!(sample.gauges, [(Metric::Memory, String::new(), 25.0)]);
    }

    #[test]
    fn this_machine_has_memory_and_runs_this_process() {
        let (used, total) = physical_memory().unwrap();
        assert!(0 < used && used < total);
        assert!(count_processes().unwrap() > 0);
    }
}
