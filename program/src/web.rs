//! The files of `web/dist`, inside the program, those that the build compressed
//! only compressed (see `build.rs`).
//!
//! They are part of the binary, not of the server's library, so that a new
//! build of the interface costs a link and no compilation of the server. A
//! debug build takes them in as a release does: what is tried is what is
//! shipped.

/// Names and contents, by name. May be empty: the server builds without Node.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/web_files.rs"));

/// Reads a file of the interface.
pub fn read(name: &str) -> Option<&'static [u8]> {
    let at = FILES.binary_search_by_key(&name, |(name, _)| name).ok()?;
    Some(FILES[at].1)
}
