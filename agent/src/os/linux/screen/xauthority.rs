//! Reads the keys of X servers from the files that users have.

use std::fs::{self, OpenOptions};
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use nix::fcntl::OFlag;

/// The one kind of key that is in use.
pub const COOKIE: &[u8] = b"MIT-MAGIC-COOKIE-1";
/// Far more than any such file has.
const MAX_FILE: u64 = 64 * 1024;

/// The keys of a display in a file; empty when it cannot be read. The file is the user's own:
/// it may be anything.
pub fn read_cookies(path: &Path, number: u16) -> Vec<Vec<u8>> {
    let is_file = |metadata: fs::Metadata| metadata.is_file();
    if !fs::metadata(path).is_ok_and(is_file) {
        return Vec::new();
    }
    let mut options = OpenOptions::new();
    // Should it have become a pipe meanwhile, it is not waited for.
    options.read(true).custom_flags(OFlag::O_NONBLOCK.bits());
    let mut bytes = Vec::new();
    let read = options.open(path).and_then(|file| file.take(MAX_FILE).read_to_end(&mut bytes));
    if read.is_err() {
        return Vec::new();
    }
    parse(&bytes, number)
}

/// Entries of a family, an address, the number of a display, a kind and a key. The address
/// is that of this machine under a name it may have had: only the number counts.
fn parse(mut bytes: &[u8], number: u16) -> Vec<Vec<u8>> {
    let number = number.to_string();
    let mut found = Vec::new();
    while let Some((_, rest)) = bytes.split_first_chunk::<2>() {
        bytes = rest;
        let fields = [(); 4].map(|()| take_field(&mut bytes));
        let [Some(_), Some(display), Some(kind), Some(key)] = fields else { break };
        if kind == COOKIE && (display.is_empty() || display == number.as_bytes()) {
            found.push(key.to_vec());
        }
    }
    found
}

/// A length and as many bytes.
fn take_field<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, rest) = bytes.split_first_chunk::<2>()?;
    let (field, rest) = rest.split_at_checked(usize::from(u16::from_be_bytes(*length)))?;
    *bytes = rest;
    Some(field)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn entry(display: &str, kind: &[u8], key: &[u8]) -> Vec<u8> {
        let mut bytes = vec![1, 0];
        for field in [b"pc-1".as_slice(), display.as_bytes(), kind, key] {
            bytes.extend(u16::try_from(field.len()).unwrap().to_be_bytes());
            bytes.extend(field);
        }
        bytes
    }

    #[test]
    fn keys_of_this_display_and_of_any_are_found() {
        let bytes = [
            entry("0", COOKIE, b"zero"),
            entry("1", COOKIE, b"one"),
            entry("1", b"XDM-AUTHORIZATION-1", b"other"),
            entry("", COOKIE, b"any"),
        ];
        assert_eq!(parse(&bytes.concat(), 1), [b"one".to_vec(), b"any".to_vec()]);
        assert_eq!(parse(&bytes.concat()[..50], 0), [b"zero".to_vec()]);
    }

    #[test]
    fn what_is_no_file_has_no_keys() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read_cookies(folder.path(), 0), Vec::<Vec<u8>>::new());
        let pipe = folder.path().join("pipe");
        nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).unwrap();
        assert_eq!(read_cookies(&pipe, 0), Vec::<Vec<u8>>::new());
        let file = folder.path().join("file");
        fs::write(&file, entry("0", COOKIE, b"zero")).unwrap();
        assert_eq!(read_cookies(&file, 0), [b"zero".to_vec()]);
    }

    proptest! {
        #[test]
        fn any_bytes_are_keys_or_none(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = parse(&bytes, 0);
        }
    }
}
