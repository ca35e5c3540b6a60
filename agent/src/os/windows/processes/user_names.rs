//! The names of accounts by their numbers.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use windows::Win32::Security::{LookupAccountSidW, PSID, SID_NAME_USE};
use windows::core::{PCWSTR, PWSTR};

/// Names that are kept; when there are more, all of them are looked up again.
const MAX_KEPT: usize = 512;

/// A domain that does not answer holds up each question for seconds.
const LIMIT: Duration = Duration::from_secs(5);

/// The longest name of an account or of a domain.
const MAX_NAME_LETTERS: usize = 257;

/// Names that were found, for the whole life of the agent.
static KEPT: Mutex<Option<HashMap<Vec<u8>, String>>> = Mutex::new(None);

/// The names of the accounts in one list of processes.
#[derive(Debug, Default)]
pub struct UserNames {
    nameless: HashSet<Vec<u8>>,
    spent: Duration,
}

impl UserNames {
    /// The name, with its domain; the number as text when there is none, or when finding
    /// names has taken too long already.
    pub fn name_of(&mut self, sid: &[u8]) -> String {
        if let Some(name) = kept(sid) {
            return name;
        }
        if self.nameless.contains(sid) || self.spent > LIMIT {
            return text_of(sid);
        }
        let began = Instant::now();
        let found = look_up(sid);
        self.spent += began.elapsed();
        match found {
            Some(name) => {
                keep(sid, &name);
                name
            }
            None => {
                self.nameless.insert(sid.to_vec());
                text_of(sid)
            }
        }
    }
}

fn kept(sid: &[u8]) -> Option<String> {
    let names = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    names.as_ref()?.get(sid).cloned()
}

fn keep(sid: &[u8], name: &str) {
    let mut names = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let names = names.get_or_insert_default();
    if names.len() >= MAX_KEPT {
        names.clear();
    }
    names.insert(sid.to_vec(), name.to_owned());
}

#[expect(unsafe_code, reason = "a function of Windows")]
fn look_up(sid: &[u8]) -> Option<String> {
    let mut sid = sid.to_vec();
    let (mut name, mut domain) = ([0; MAX_NAME_LETTERS], [0; MAX_NAME_LETTERS]);
    let (mut name_length, mut domain_length) = (name.len() as u32, domain.len() as u32);
    let mut kind = SID_NAME_USE::default();
    // SAFETY: the number was copied whole from a token; Windows writes no more letters
    // than the two lengths say, and sets them to how many there are.
    unsafe {
        let sid = PSID(sid.as_mut_ptr().cast());
        let (name, name_length) = (Some(PWSTR(name.as_mut_ptr())), &mut name_length);
        let (domain, domain_length) = (Some(PWSTR(domain.as_mut_ptr())), &mut domain_length);
        let here = PCWSTR::null();
        LookupAccountSidW(here, sid, name, name_length, domain, domain_length, &mut kind).ok()?;
    }
    let text = |letters: &[u16], length: u32| {
        let length = usize::try_from(length).unwrap_or(0).min(letters.len());
        String::from_utf16_lossy(&letters[..length])
    };
    match (text(&domain, domain_length), text(&name, name_length)) {
        (_, name) if name.is_empty() => None,
        (domain, name) if domain.is_empty() => Some(name),
        (domain, name) => Some(format!("{domain}\\{name}")),
    }
}

/// The number as it is written: `S-1-5-18`. Empty when it is none.
fn text_of(sid: &[u8]) -> String {
    let Some((head, parts)) = sid.split_at_checked(8) else { return String::new() };
    let authority = head[2..].iter().fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte));
    let mut text = format!("S-{}-{authority}", head[0]);
    for part in parts.chunks_exact(4) {
        let part = u32::from_le_bytes([part[0], part[1], part[2], part[3]]);
        text.push_str(&format!("-{part}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const SYSTEM: [u8; 12] = [1, 1, 0, 0, 0, 0, 0, 5, 18, 0, 0, 0];

    #[test]
    fn numbers_are_written_as_windows_does() {
        assert_eq!(text_of(&SYSTEM), "S-1-5-18");
        let mut user = vec![1, 5, 0, 0, 0, 0, 0, 5];
        for part in [21_u32, 4_000_000_000, 7, 9, 1001] {
            user.extend(part.to_le_bytes());
        }
        assert_eq!(text_of(&user), "S-1-5-21-4000000000-7-9-1001");
        assert_eq!(text_of(&[1, 2]), "");
    }

    #[test]
    fn accounts_have_names_and_the_unknown_keep_their_numbers() {
        let mut names = UserNames::default();
        // In the language of the system.
        let system = names.name_of(&SYSTEM);
        assert!(!system.is_empty() && !system.starts_with("S-"), "{system}");
        assert_eq!(kept(&SYSTEM), Some(system));
        let nobody = [1, 1, 0, 0, 0, 0, 0, 99, 1, 0, 0, 0];
        assert_eq!(names.name_of(&nobody), "S-1-99-1");
        assert_eq!(kept(&nobody), None);
    }
}
