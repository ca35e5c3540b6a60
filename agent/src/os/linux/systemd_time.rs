//! Times as systemd prints them for people, in UTC.

use chrono::{NaiveDateTime, SecondsFormat};

/// A time such as `Thu 2026-11-19 14:05:06 UTC` in RFC 3339; none for anything else.
pub fn time_of(text: &str) -> Option<String> {
    let time = NaiveDateTime::parse_from_str(text, "%a %Y-%m-%d %H:%M:%S UTC").ok()?;
    Some(time.and_utc().to_rfc3339_opts(SecondsFormat::Secs, true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_of_systemd_is_read_and_nothing_else_is_one() {
        let expected = Some("2026-11-19T14:05:06Z".to_owned());
        assert_eq!(time_of("Thu 2026-11-19 14:05:06 UTC"), expected);
        for text in ["", "n/a", "Thu 2026-11-19 14:05:06 CET", "1795082706000000"] {
            assert_eq!(time_of(text), None, "{text}");
        }
    }
}
