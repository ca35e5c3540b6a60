//! The variables that a process of an account starts with, as after logging in.

use std::ffi::{OsStr, OsString, c_void};
use std::os::windows::ffi::OsStringExt;

use windows::Win32::System::Environment::{CreateEnvironmentBlock, DestroyEnvironmentBlock};
use windows::core::Result;

use super::token::Token;

/// No account has as many; a longer block is an error of the interface.
const MAX_UNITS: usize = 4 * 1024 * 1024;

/// Variables that a program may need to start at all. They name parts of the system,
/// and are taken from the agent where the account has none.
const NEEDED: [&str; 13] = [
    "ALLUSERSPROFILE",
    "COMPUTERNAME",
    "ComSpec",
    "OS",
    "PATH",
    "PATHEXT",
    "ProgramData",
    "ProgramFiles",
    "SystemDrive",
    "SystemRoot",
    "TEMP",
    "TMP",
    "windir",
];

/// What the names of the agent's own variables begin with.
const OWN_PREFIX: &str = "MUSTER_";

type Variables = Vec<(OsString, OsString)>;

/// The variables of an account: those of the machine, and its own. Of the agent's own
/// environment nothing is passed on but what every account of the machine has.
pub fn variables_of(token: Option<&Token>) -> Variables {
    let block = token.map(block_of).transpose();
    let found = block.unwrap_or_else(|error| {
        tracing::warn!(%error, "the environment of an account cannot be read");
        None
    });
    complete(found.map(|block| parse_block(&block)).unwrap_or_default(), |name| {
        std::env::var_os(name)
    })
}

fn complete(mut variables: Variables, own: impl Fn(&str) -> Option<OsString>) -> Variables {
    variables.retain(|(name, _)| !starts_with(name, OWN_PREFIX));
    for name in NEEDED {
        if !variables.iter().any(|(known, _)| known.eq_ignore_ascii_case(name))
            && let Some(value) = own(name)
        {
            variables.push((name.into(), value));
        }
    }
    variables
}

fn starts_with(name: &OsStr, prefix: &str) -> bool {
    let name = name.to_string_lossy();
    name.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// Takes `NAME=value` apart; the entries end with zeros.
fn parse_block(block: &[u16]) -> Variables {
    let entries = block.split(|unit| *unit == 0).filter(|entry| !entry.is_empty());
    let variable = |entry: &[u16]| {
        // What begins with the sign holds a drive's folder, for the old shell only.
        let sign = entry.iter().position(|unit| *unit == u16::from(b'=')).filter(|at| *at > 0)?;
        Some((OsString::from_wide(&entry[..sign]), OsString::from_wide(&entry[sign + 1..])))
    };
    entries.filter_map(variable).collect()
}

#[expect(unsafe_code, reason = "Windows returns a block that has to be freed")]
fn block_of(token: &Token) -> Result<Vec<u16>> {
    let mut block = std::ptr::null_mut::<c_void>();
    // SAFETY: the pointer is valid. The block ends with two zeros, up to which it is read,
    // and is freed once, after the last use.
    unsafe {
        CreateEnvironmentBlock(&mut block, Some(token.handle()), false)?;
        let start = block.cast::<u16>().cast_const();
        let mut length = 0;
        while length < MAX_UNITS && !(*start.add(length) == 0 && *start.add(length + 1) == 0) {
            length += 1;
        }
        let copy = std::slice::from_raw_parts(start, length).to_vec();
        let _ = DestroyEnvironmentBlock(block);
        Ok(copy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(name: &str, value: &str) -> (OsString, OsString) {
        (name.into(), value.into())
    }

    #[test]
    fn entries_are_taken_apart_at_the_first_sign() {
        let block: Vec<u16> = "A=b=c\0=C:=C:\\x\0EMPTY=\0odd\0ü=€".encode_utf16().collect();
        let expected = vec![pair("A", "b=c"), pair("EMPTY", ""), pair("ü", "€")];
        assert_eq!(parse_block(&block), expected);
        assert_eq!(parse_block(&[]), []);
    }

    #[test]
    fn what_is_needed_is_completed_and_the_agents_own_is_left_out() {
        let variables = vec![pair("Path", "x"), pair("Muster_Agent_Data", "y"), pair("A", "1")];
        let own = |name: &str| (name == "PATH" || name == "SystemRoot").then(|| "own".into());
        let expected = vec![pair("Path", "x"), pair("A", "1"), pair("SystemRoot", "own")];
        assert_eq!(complete(variables, own), expected);
    }

    #[test]
    fn the_own_account_has_what_programs_need() {
        let variables = variables_of(Some(&Token::own().unwrap()));
        for name in ["SystemRoot", "PATH", "ComSpec", "TEMP"] {
            let known = variables.iter().any(|(known, _)| known.eq_ignore_ascii_case(name));
            assert!(known, "{name} is missing in {variables:?}");
        }
        let is_of_cargo = |name: &OsStr| starts_with(name, "CARGO_");
        assert!(!variables.iter().any(|(name, _)| is_of_cargo(name)));
    }
}
