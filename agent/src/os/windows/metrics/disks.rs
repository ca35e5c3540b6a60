//! What is read from disks and written to them.

use std::fs::{File, OpenOptions};
use std::os::windows::fs::OpenOptionsExt;
use std::os::windows::io::AsRawHandle;

use muster_metrics::Metric;
use windows::Win32::Foundation::HANDLE;
use windows::Win32::Storage::FileSystem::{FILE_SHARE_READ, FILE_SHARE_WRITE};
use windows::Win32::System::IO::DeviceIoControl;
use windows::Win32::System::Ioctl::{DISK_PERFORMANCE, IOCTL_DISK_PERFORMANCE};

use crate::os::RawSample;

/// Adds the bytes that were read and written since the start, by disk. Their numbers
/// have gaps where a disk was removed, so each of so many is tried.
pub fn add_to(sample: &mut RawSample, most: usize) {
    for number in 0..most {
        if let Some(counters) = open(number).and_then(|disk| read_counters(&disk)) {
            add_disk(sample, number, &counters);
        }
    }
}

/// As Disk Management names it.
fn add_disk(sample: &mut RawSample, number: usize, counters: &DISK_PERFORMANCE) {
    let name = format!("Disk {number}");
    let totals =
        [(Metric::DiskRead, counters.BytesRead), (Metric::DiskWrite, counters.BytesWritten)];
    for (metric, total) in totals {
        if let Ok(total) = u64::try_from(total) {
            sample.counter(metric, &name, total);
        }
    }
}

/// Opens a disk to ask about it, which neither reads it nor wakes it up.
fn open(number: usize) -> Option<File> {
    let mut options = OpenOptions::new();
    options.access_mode(0).share_mode(FILE_SHARE_READ.0 | FILE_SHARE_WRITE.0);
    options.open(format!(r"\\.\PhysicalDrive{number}")).ok()
}

#[expect(unsafe_code, reason = "only the driver of a disk counts what passes")]
fn read_counters(disk: &File) -> Option<DISK_PERFORMANCE> {
    let mut counters = DISK_PERFORMANCE::default();
    let size = u32::try_from(size_of::<DISK_PERFORMANCE>()).ok()?;
    let mut written = 0;
    // SAFETY: the disk is open; the call knows how long the structure is; both variables
    // live longer than it, as nothing about it is asynchronous.
    unsafe {
        DeviceIoControl(
            HANDLE(disk.as_raw_handle()),
            IOCTL_DISK_PERFORMANCE,
            None,
            0,
            Some((&raw mut counters).cast()),
            size,
            Some(&raw mut written),
            None,
        )
    }
    .ok()?;
    (written == size).then_some(counters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_disk_has_two_totals() {
        let counters = DISK_PERFORMANCE { BytesRead: 7, BytesWritten: 9, ..Default::default() };
        let mut sample = RawSample::default();
        add_disk(&mut sample, 1, &counters);
        add_disk(&mut sample, 2, &DISK_PERFORMANCE { BytesRead: -1, ..counters });
        let of = |metric, name: &str, value| (metric, name.to_owned(), value);
        let expected = [
            of(Metric::DiskRead, "Disk 1", 7),
            of(Metric::DiskWrite, "Disk 1", 9),
            of(Metric::DiskWrite, "Disk 2", 9),
        ];
        assert_eq!(sample.counters, expected);
    }

    #[test]
    fn a_file_is_no_disk() {
        let file = tempfile::tempfile().unwrap();
        assert_eq!(read_counters(&file), None);
        assert!(open(4096).is_none());
    }
}
