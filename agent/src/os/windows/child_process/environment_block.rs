//! The environment of a process, as Windows takes it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::os::windows::ffi::OsStrExt;

const EQUALS: u16 = b'=' as u16;

/// The entries `NAME=value`, each with a zero at its end, in the order of their names, and
/// one more zero. Of two entries with the same name, in whatever case, the later one
/// wins. What cannot be an entry is left out.
pub fn environment_block(variables: &[(OsString, OsString)]) -> Vec<u16> {
    let mut entries: BTreeMap<Vec<u16>, Vec<u16>> = BTreeMap::new();
    for (name, value) in variables {
        let units: Vec<u16> = name.encode_wide().collect();
        let entry: Vec<u16> =
            units.iter().copied().chain([EQUALS]).chain(value.encode_wide()).collect();
        if !units.is_empty() && !units.contains(&EQUALS) && !entry.contains(&0) {
            entries.insert(upper_case(&units), entry);
        }
    }
    let mut block: Vec<u16> =
        entries.into_values().flat_map(|entry| entry.into_iter().chain([0])).collect();
    if block.is_empty() {
        block.push(0);
    }
    block.push(0);
    block
}

/// Letter by letter, as Windows compares names; what is no letter stays.
fn upper_case(units: &[u16]) -> Vec<u16> {
    let upper = |unit: &u16| {
        let letter = char::from_u32((*unit).into())?;
        let mut upper = letter.to_uppercase();
        let single = upper.next().filter(|_| upper.next().is_none())?;
        u16::try_from(u32::from(single)).ok()
    };
    units.iter().map(|unit| upper(unit).unwrap_or(*unit)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(variables: &[(&str, &str)]) -> String {
        let pair = |(name, value): &(&str, &str)| ((*name).into(), (*value).into());
        let variables: Vec<_> = variables.iter().map(pair).collect();
        String::from_utf16(&environment_block(&variables)).unwrap()
    }

    #[test]
    fn names_are_in_order_and_the_later_of_two_wins() {
        let variables =
            [("path", "1"), ("B_", "2"), ("b", "3"), ("Path", "4=5"), ("É", ""), ("é", "6")];
        assert_eq!(block(&variables), "b=3\0B_=2\0Path=4=5\0é=6\0\0");
        assert_eq!(block(&[]), "\0\0");
    }

    #[test]
    fn what_would_end_an_entry_or_a_name_early_is_left_out() {
        assert_eq!(block(&[("A", "x\0B=y"), ("C=D", "1"), ("", "2"), ("E\0", "3")]), "\0\0");
    }
}
