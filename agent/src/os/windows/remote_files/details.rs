//! What Windows says about a file.

use std::fs::{self, File, FileType, Metadata, OpenOptions};
use std::io;
use std::os::windows::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
use std::os::windows::io::AsRawHandle;
use std::path::Path;

use windows::Win32::Foundation::HANDLE;
use windows::Win32::Storage::FileSystem::{
    BY_HANDLE_FILE_INFORMATION, FILE_ATTRIBUTE_HIDDEN, FILE_ATTRIBUTE_READONLY,
    FILE_FLAG_BACKUP_SEMANTICS, FILE_FLAG_OPEN_REPARSE_POINT, FILE_READ_ATTRIBUTES,
    GetDiskFreeSpaceExW, GetFileInformationByHandle,
};
use windows::core::PCWSTR;

use crate::os::file_facts::{FileFacts, FileKind, PlantedLink};
use crate::os::windows::wide::zero_ended;

/// Windows counts in these since 1601.
const TICKS_PER_SECOND: u64 = 10_000_000;

/// Seconds from 1601 to 1970.
const SECONDS_BEFORE_1970: i64 = 11_644_473_600;

/// What something is.
pub fn kind_of(kind: FileType) -> FileKind {
    match kind {
        kind if kind.is_symlink() => FileKind::Link,
        kind if kind.is_dir() => FileKind::Folder,
        kind if kind.is_file() => FileKind::File,
        _ => FileKind::Other,
    }
}

/// What is known of a file that is open.
pub fn facts_of(file: &File) -> io::Result<FileFacts> {
    let mut facts = plain_facts(&file.metadata()?);
    let found = identity_of(file)?;
    facts.names = u64::from(found.nNumberOfLinks);
    facts.device = u64::from(found.dwVolumeSerialNumber);
    facts.number = u64::from(found.nFileIndexHigh) << 32 | u64::from(found.nFileIndexLow);
    Ok(facts)
}

/// What is known of something at a path; of a link itself.
pub fn facts_at(path: &Path) -> io::Result<FileFacts> {
    let flags = FILE_FLAG_BACKUP_SEMANTICS.0 | FILE_FLAG_OPEN_REPARSE_POINT.0;
    let mut options = OpenOptions::new();
    options.access_mode(FILE_READ_ATTRIBUTES.0).custom_flags(flags);
    match options.open(path) {
        Ok(file) => facts_of(&file),
        // The folder knows some of it, even of files that nobody may open.
        Err(_) => Ok(plain_facts(&fs::symlink_metadata(path)?)),
    }
}

/// Refuses what is not a plain file.
pub fn check_plain(facts: &FileFacts) -> io::Result<()> {
    match facts.kind {
        FileKind::File => Ok(()),
        FileKind::Folder => Err(io::ErrorKind::IsADirectory.into()),
        FileKind::Link => Err(PlantedLink.into()),
        FileKind::Other => Err(io::Error::new(io::ErrorKind::Unsupported, "it is no plain file")),
    }
}

/// Whether a path is a link that Windows removes as it removes folders.
pub fn is_folder_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.file_type().is_symlink_dir())
}

/// Keeps everybody from changing a file, or lets them.
pub fn set_read_only(path: &Path, is_read_only: bool) -> io::Result<()> {
    let mut permissions = fs::symlink_metadata(path)?.permissions();
    permissions.set_readonly(is_read_only);
    fs::set_permissions(path, permissions)
}

/// Bytes that this account may still write in a folder.
#[expect(unsafe_code, reason = "only Windows measures its disks")]
pub fn free_space(folder: &Path) -> io::Result<u64> {
    // The name of a share has to end with one.
    let folder = zero_ended(folder.join(""))?;
    let mut free = 0;
    // SAFETY: the path ends with a zero, and the number lives longer than the call.
    unsafe { GetDiskFreeSpaceExW(PCWSTR(folder.as_ptr()), Some(&raw mut free), None, None) }?;
    Ok(free)
}

fn plain_facts(metadata: &Metadata) -> FileFacts {
    let (attributes, changed) = (metadata.file_attributes(), metadata.last_write_time());
    let seconds = i64::try_from(changed / TICKS_PER_SECOND).unwrap_or_default();
    FileFacts {
        kind: kind_of(metadata.file_type()),
        size: metadata.file_size(),
        seconds: seconds - SECONDS_BEFORE_1970,
        nanos: u32::try_from(changed % TICKS_PER_SECOND * 100).unwrap_or_default(),
        mode: None,
        user: None,
        group: None,
        is_hidden: attributes & FILE_ATTRIBUTE_HIDDEN.0 != 0,
        is_read_only: attributes & FILE_ATTRIBUTE_READONLY.0 != 0,
        names: 1,
        device: 0,
        number: metadata.creation_time(),
    }
}

#[expect(unsafe_code, reason = "only Windows knows the number of a file")]
fn identity_of(file: &File) -> io::Result<BY_HANDLE_FILE_INFORMATION> {
    let mut found = BY_HANDLE_FILE_INFORMATION::default();
    // SAFETY: the handle is open, and the structure lives longer than the call.
    unsafe { GetFileInformationByHandle(HANDLE(file.as_raw_handle()), &raw mut found) }?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_the_same_one_by_its_path_and_when_it_is_open() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "text").unwrap();
        let facts = facts_at(&path).unwrap();
        assert!(facts.is_unchanged(&facts_of(&File::open(&path).unwrap()).unwrap()));
        assert_eq!((facts.kind, facts.size, facts.names), (FileKind::File, 4, 1));
        assert!(facts.seconds > 1_600_000_000, "{facts:?}");
        assert!(free_space(folder.path()).unwrap() > 0);
    }
}
