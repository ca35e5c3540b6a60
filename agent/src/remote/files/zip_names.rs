//! The names of files in an archive: such that no program puts them elsewhere.

use std::ffi::OsStr;

use chrono::{DateTime, Datelike, Timelike};

use super::safe_path::text_of;
use crate::os::FileFacts;

/// A name of one file or folder. A backslash would be a folder for Windows.
pub fn name_of(name: &OsStr) -> String {
    let shown = text_of(name);
    let plain = shown.replace(['\\', '/', ':'], "_");
    let plain: String = plain.chars().filter(|letter| !letter.is_control()).collect();
    match plain.trim_matches('.').is_empty() {
        true => format!("_{plain}"),
        false => plain,
    }
}

/// When a file was changed, as archives say it: from 1980 to 2107, in UTC.
pub fn time_of(facts: &FileFacts) -> zip::DateTime {
    let time = DateTime::from_timestamp(facts.seconds, 0).unwrap_or_default();
    let year = u16::try_from(time.year()).unwrap_or_default();
    let [month, day, hour, minute, second] =
        [time.month(), time.day(), time.hour(), time.minute(), time.second()]
            .map(|part| u8::try_from(part).unwrap_or_default());
    zip::DateTime::from_date_and_time(year, month, day, hour, minute, second).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leads_nowhere_else() {
        for (name, expected) in [
            ("report.pdf", "report.pdf"),
            ("..\\..\\evil.exe", ".._.._evil.exe"),
            ("C:evil", "C_evil"),
            ("..", "_.."),
            ("a\nb", "ab"),
        ] {
            assert_eq!(name_of(OsStr::new(name)), expected);
        }
    }
}
