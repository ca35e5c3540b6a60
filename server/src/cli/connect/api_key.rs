//! The API key: from a file, the environment or a pipe, never from the command line,
//! which everybody on the computer can read.

use std::fs::File;
use std::io::{IsTerminal, Read, stdin};
use std::os::fd::AsFd;
use std::path::Path;

use anyhow::{Context, bail, ensure};

use crate::auth::Secret;

const VARIABLE: &str = "MUSTER_API_KEY";

/// More than any key has.
const LONGEST: usize = 1000;

/// Reads the key from where this process has it.
pub fn read(file: Option<&Path>) -> anyhow::Result<Secret> {
    let named = std::env::var(VARIABLE).ok();
    if let Some(file) = file.filter(|file| *file != Path::new("-")) {
        let mut opened = File::open(file)
            .with_context(|| format!("cannot open the key file {}", file.display()))?;
        return first_line(&mut opened);
    }
    if file.is_none()
        && let Some(key) = named.filter(|key| !key.is_empty())
    {
        return first_line(&mut key.as_bytes());
    }
    if file.is_none() && stdin().is_terminal() {
        bail!("no API key: set {VARIABLE}, name a file with --key-file, or pipe the key in");
    }
    // Without a buffer: what follows the key is for the client.
    let mut input = File::from(stdin().as_fd().try_clone_to_owned()?);
    first_line(&mut input)
}

fn first_line(input: &mut dyn Read) -> anyhow::Result<Secret> {
    let (mut line, mut byte) = (Vec::new(), [0]);
    while input.read(&mut byte).context("cannot read the API key")? == 1 && byte != *b"\n" {
        ensure!(line.len() < LONGEST, "there is no API key in the first line");
        line.push(byte[0]);
    }
    let key = String::from_utf8(line).unwrap_or_default();
    let key = key.trim();
    let is_key = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic());
    ensure!(
        is_key,
        "there is no API key in the first line: make one in the web interface, or with \
         muster apikey create"
    );
    Ok(Secret::new(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_is_the_key_and_the_rest_is_left_alone() {
        let mut input = &b"  abc.123\r\nfor the client"[..];
        assert_eq!(first_line(&mut input).unwrap().reveal(), "abc.123");
        assert_eq!(input, b"for the client");
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("key");
        std::fs::write(&file, "abc\n").unwrap();
        assert_eq!(read(Some(&file)).unwrap().reveal(), "abc");
    }

    #[test]
    fn what_is_no_key_is_refused_and_not_repeated() {
        let long = [b'x'; LONGEST + 1];
        for text in [&b""[..], b"\nabc", b"two words", b"\xff\xfe", &long] {
            let refused = first_line(&mut &text[..]).unwrap_err().to_string();
            assert!(refused.starts_with("there is no API key"), "{refused}");
        }
        let missing = read(Some(Path::new("/nowhere/key"))).unwrap_err().to_string();
        assert_eq!(missing, "cannot open the key file /nowhere/key");
    }
}
