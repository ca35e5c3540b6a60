//! Disk and memory usage of the machine that this instance runs on.

use std::path::{Path, PathBuf};

use sysinfo::System;

use crate::storage::Disk;

/// In percent; 0 if it cannot be measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Of the file system of the data folder.
    pub disk_percent: i64,
    pub memory_percent: i64,
}

/// Measures now; on a blocking thread, as a hanging mount blocks.
pub async fn usage(data: PathBuf) -> Usage {
    let measured = tokio::task::spawn_blocking(move || Usage {
        disk_percent: disk_percent(&data),
        memory_percent: memory_percent(),
    });
    measured.await.unwrap_or_default()
}

fn memory_percent() -> i64 {
    let Ok(mut system) = System::new() else { return 0 };
    system.refresh_memory();
    percent(system.used_memory(), system.total_memory())
}

fn disk_percent(data: &Path) -> i64 {
    let Some(disk) = Disk::of(data) else { return 0 };
    percent(disk.used, disk.used.saturating_add(disk.available))
}

fn percent(used: u64, total: u64) -> i64 {
    if total == 0 {
        return 0;
    }
    let percent = (u128::from(used) * 100).div_ceil(u128::from(total)).min(100);
    i64::try_from(percent).unwrap_or(100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn disk_and_memory_of_this_machine_are_measured() {
        let usage = usage(std::env::temp_dir()).await;
        assert!((1..=100).contains(&usage.disk_percent), "{usage:?}");
        assert!((1..=100).contains(&usage.memory_percent), "{usage:?}");
    }

    #[test]
    fn nothing_is_divided_by_zero() {
        assert_eq!((percent(5, 0), percent(0, 7), percent(7, 7), percent(1, 1000)), (0, 0, 100, 1));
    }
}
