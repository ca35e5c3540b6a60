//! The system itself: its name, its zone, who was here, whether it must restart.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::text_file::read_line;

/// Size of one login record.
const RECORD_BYTES: usize = 384;

/// Name, release and architecture of the system, in one line.
pub fn operating_system() -> String {
    let text = fs::read_to_string("/etc/os-release")
        .or_else(|_| fs::read_to_string("/usr/lib/os-release"))
        .unwrap_or_default();
    let name = pretty_name(&text).unwrap_or_else(|| "Linux".to_owned());
    format!("{name} {} {}", std::env::consts::ARCH, kernel_release())
}

/// Release of the running kernel.
pub fn kernel_release() -> String {
    read_line("/proc/sys/kernel/osrelease")
}

/// Seconds since 1970 when the system started.
pub fn boot_time() -> u64 {
    sysinfo::System::boot_time().unwrap_or(0)
}

/// IANA name of the time zone; a system without any setting keeps UTC.
pub fn time_zone() -> String {
    let name = read_line("/etc/timezone");
    if !name.is_empty() {
        return name;
    }
    let Ok(target) = fs::read_link("/etc/localtime") else { return "UTC".to_owned() };
    let target = target.to_string_lossy();
    target.split_once("zoneinfo/").map(|(_, name)| name.to_owned()).unwrap_or_default()
}

/// Whether the system asks for a restart.
///
/// Debian and its relatives say so in a file. Elsewhere it shows in a kernel that
/// was installed after the start, or whose modules were replaced.
pub fn needs_reboot() -> bool {
    if Path::new("/var/run/reboot-required").exists() {
        return true;
    }
    let running = kernel_release();
    let modules_gone = has_entries("/lib/modules")
        && !Path::new("/lib/modules").join(&running).exists()
        && has_entries("/boot");
    modules_gone || newer_kernel_installed(&running)
}

fn newer_kernel_installed(running: &str) -> bool {
    let boot = UNIX_EPOCH + Duration::from_secs(boot_time());
    let Ok(folder) = fs::read_dir("/boot") else { return false };
    folder.flatten().any(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(release) = name.strip_prefix("vmlinuz-") else { return false };
        let installed = entry.metadata().and_then(|metadata| metadata.modified());
        release != running && installed.is_ok_and(|time: SystemTime| time > boot)
    })
}

fn has_entries(folder: &str) -> bool {
    fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some())
}

/// Who logged in last, by the records at the end of the list.
pub fn last_login() -> Option<String> {
    let mut file = File::open("/var/log/wtmp").ok()?;
    let length = file.metadata().ok()?.len();
    let tail = length.min(256 * RECORD_BYTES as u64);
    file.seek(SeekFrom::Start(length - tail)).ok()?;
    let mut records = Vec::new();
    file.take(tail).read_to_end(&mut records).ok()?;
    last_person(&records)
}

/// Reads login records: the kind in the first two bytes, the name at byte 44.
fn last_person(records: &[u8]) -> Option<String> {
    const PERSON: i16 = 7;
    let mut newest_first = records.chunks_exact(RECORD_BYTES).rev();
    newest_first.find_map(|record| {
        let kind = i16::from_ne_bytes([record[0], record[1]]);
        let name = record[44..76].split(|byte| *byte == 0).next()?;
        let name = String::from_utf8_lossy(name).into_owned();
        (kind == PERSON && !name.is_empty()).then_some(name)
    })
}

fn pretty_name(text: &str) -> Option<String> {
    let value = text.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
    Some(value.trim_matches(['"', '\'']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_the_system_is_read_without_its_quotes() {
        let text = "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n";
        assert_eq!(pretty_name(text).unwrap(), "Debian GNU/Linux 12 (bookworm)");
    }

    #[test]
    fn the_last_person_is_found_among_other_records() {
        let record = |kind: i16, name: &str| {
            let mut record = vec![0; RECORD_BYTES];
            record[..2].copy_from_slice(&kind.to_ne_bytes());
            record[44..44 + name.len()].copy_from_slice(name.as_bytes());
            record
        };
        let records = [record(7, "ann"), record(7, "bob"), record(8, "bob"), record(2, "reboot")];
        assert_eq!(last_person(&records.concat()).as_deref(), Some("bob"));
        assert_eq!(last_person(&[1, 2, 3]), None);
    }
}
