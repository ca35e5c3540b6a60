//! What Windows knows of drives and volumes. A root ends with a backslash.

use windows::Win32::Foundation::HANDLE;
use windows::Win32::Storage::FileSystem::{
    FindFirstVolumeW, FindNextVolumeW, FindVolumeClose, GetDiskFreeSpaceExW, GetDriveTypeW,
    GetLogicalDrives, GetVolumeInformationW, GetVolumeNameForVolumeMountPointW, GetVolumePathNameW,
    GetVolumePathNamesForVolumeNameW,
};
use windows::Win32::System::Diagnostics::Debug::{
    SEM_FAILCRITICALERRORS, SetThreadErrorMode, THREAD_ERROR_MODE,
};
use windows::Win32::System::WindowsProgramming::DRIVE_FIXED;
use windows::core::PCWSTR;

use crate::os::windows::wide::{until_zero, zero_ended};

/// Longer than the path of a volume: `\\?\Volume{…}\`.
const VOLUME_LETTERS: usize = 64;

/// As long as a path in a list of mount points gets.
const PATH_LETTERS: usize = 4096;

/// As long as a label and the name of a kind get.
const LABEL_LETTERS: usize = 261;

/// How many volumes are looked at.
const MAX_VOLUMES: usize = 256;

fn text_of(units: &[u16]) -> String {
    until_zero(units).to_string_lossy().into_owned()
}

/// While it lives, a disk that is not there is an error, and not a message on the
/// screen that waits for somebody.
struct Quiet(THREAD_ERROR_MODE);

impl Quiet {
    #[expect(unsafe_code, reason = "the mode of a thread is known to Windows only")]
    fn new() -> Self {
        let mut before = THREAD_ERROR_MODE::default();
        // SAFETY: the pointer is to a variable that lives longer than the call.
        let _ = unsafe { SetThreadErrorMode(SEM_FAILCRITICALERRORS, Some(&raw mut before)) };
        Self(before)
    }
}

impl Drop for Quiet {
    #[expect(unsafe_code, reason = "the mode of a thread is known to Windows only")]
    fn drop(&mut self) {
        // SAFETY: only the mode is passed.
        let _ = unsafe { SetThreadErrorMode(self.0, None) };
    }
}

/// One bit for each letter that is a drive, from `A` on.
#[expect(unsafe_code, reason = "only Windows knows its drives")]
pub fn drive_bits() -> u32 {
    // SAFETY: nothing is passed.
    unsafe { GetLogicalDrives() }
}

/// Whether a root is on a disk that is built in.
#[expect(unsafe_code, reason = "only Windows knows its drives")]
pub fn is_fixed(root: &str) -> bool {
    let Ok(root) = zero_ended(root) else { return false };
    // SAFETY: the text ends with a zero and lives longer than the call.
    unsafe { GetDriveTypeW(PCWSTR(root.as_ptr())) == DRIVE_FIXED }
}

/// The bytes a file system has and those that are free, both for this account; none
/// when it has no size.
#[expect(unsafe_code, reason = "only Windows measures its disks")]
pub fn free_space(root: &str) -> Option<(u64, u64)> {
    let _quiet = Quiet::new();
    let root = zero_ended(root).ok()?;
    let (mut free, mut total) = (0, 0);
    // SAFETY: the text ends with a zero; the numbers live longer than the call.
    unsafe {
        GetDiskFreeSpaceExW(PCWSTR(root.as_ptr()), Some(&raw mut free), Some(&raw mut total), None)
    }
    .ok()?;
    (total > 0).then_some((total, free.min(total)))
}

/// Whether something is mounted at just this folder, which ends with a backslash.
#[expect(unsafe_code, reason = "only Windows knows its volumes")]
pub fn is_mount_point(root: &str) -> bool {
    let _quiet = Quiet::new();
    let Ok(folder) = zero_ended(root) else { return false };
    let mut found = vec![0; PATH_LETTERS];
    // SAFETY: the text ends with a zero; the call knows the length of the buffer.
    let answer = unsafe { GetVolumePathNameW(PCWSTR(folder.as_ptr()), &mut found) };
    answer.is_ok() && text_of(&found).eq_ignore_ascii_case(root)
}

/// The label and the kind of a file system; empty when they are not known.
#[expect(unsafe_code, reason = "only Windows knows its volumes")]
pub fn volume_information(root: &str) -> (String, String) {
    let _quiet = Quiet::new();
    let Ok(root) = zero_ended(root) else { return Default::default() };
    let (mut label, mut kind) = ([0; LABEL_LETTERS], [0; LABEL_LETTERS]);
    // SAFETY: the text ends with a zero; the call knows the lengths of the buffers.
    let answer = unsafe {
        GetVolumeInformationW(
            PCWSTR(root.as_ptr()),
            Some(&mut label),
            None,
            None,
            None,
            Some(&mut kind),
        )
    };
    answer.map(|()| (text_of(&label), text_of(&kind))).unwrap_or_default()
}

/// The path of the volume that is mounted at a root; empty when it has none.
#[expect(unsafe_code, reason = "only Windows knows its volumes")]
pub fn volume_path(root: &str) -> String {
    let Ok(root) = zero_ended(root) else { return String::new() };
    let mut path = [0; VOLUME_LETTERS];
    // SAFETY: the text ends with a zero; the call knows the length of the buffer.
    let answer = unsafe { GetVolumeNameForVolumeMountPointW(PCWSTR(root.as_ptr()), &mut path) };
    answer.map(|()| text_of(&path)).unwrap_or_default()
}

/// A search that is closed when it is dropped.
struct Search(HANDLE);

impl Drop for Search {
    #[expect(unsafe_code, reason = "a search has to be closed")]
    fn drop(&mut self) {
        // SAFETY: the handle was opened by the search and is closed once.
        let _ = unsafe { FindVolumeClose(self.0) };
    }
}

/// Every volume, mounted or not, whatever it is on.
#[expect(unsafe_code, reason = "only Windows knows its volumes")]
pub fn volume_paths() -> Vec<String> {
    let mut name = [0; VOLUME_LETTERS];
    // SAFETY: the call knows the length of the buffer.
    let Ok(search) = (unsafe { FindFirstVolumeW(&mut name) }) else { return Vec::new() };
    let search = Search(search);
    let mut found = vec![text_of(&name)];
    // SAFETY: the search is open; the call knows the length of the buffer.
    while found.len() < MAX_VOLUMES && unsafe { FindNextVolumeW(search.0, &mut name) }.is_ok() {
        found.push(text_of(&name));
    }
    found
}

/// Where a volume is mounted: `C:\`, `C:\Data\`.
#[expect(unsafe_code, reason = "only Windows knows its volumes")]
pub fn mount_points(volume: &str) -> Vec<String> {
    let Ok(volume) = zero_ended(volume) else { return Vec::new() };
    let (mut paths, mut length) = (vec![0; PATH_LETTERS], 0);
    // SAFETY: the text ends with a zero; the call knows the length of the buffer; the
    // number lives longer than the call.
    let answer = unsafe {
        GetVolumePathNamesForVolumeNameW(PCWSTR(volume.as_ptr()), Some(&mut paths), &raw mut length)
    };
    let texts = paths.split(|letter| *letter == 0).take_while(|text| !text.is_empty());
    if answer.is_ok() { texts.map(String::from_utf16_lossy).collect() } else { Vec::new() }
}
