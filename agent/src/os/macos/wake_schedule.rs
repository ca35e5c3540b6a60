//! What `pmset` says about times at which the machine wakes up.

use crate::os::WakeTimer;

/// What wakes or starts the machine; sleeping and switching off does not.
const WAKING: [&str; 3] = ["wake", "wakepoweron", "wakeorpoweron"];

/// Reads `pmset -g sched`: events with a number and who set them, and what is repeated. The
/// times are those of the machine's zone, in words.
pub fn parse(text: &str) -> Vec<WakeTimer> {
    text.lines().filter_map(read_line).collect()
}

/// `[0]  wake at 11/20/2026 06:00:00 by 'com.apple.alarm'` or `wakepoweron at 6:00AM weekdays`.
fn read_line(line: &str) -> Option<WakeTimer> {
    let line = line.trim();
    let line = line.strip_prefix('[').and_then(|line| line.split_once(']')).map_or(line, |it| it.1);
    let event = line.trim();
    let (kind, _) = event.split_once(" at ")?;
    if !WAKING.contains(&kind) {
        return None;
    }
    let (text, by) = event.rsplit_once(" by ").unwrap_or((event, "repeating schedule"));
    let set_by = by.trim_matches('\'').to_owned();
    Some(WakeTimer { set_by, text: text.to_owned(), ..WakeTimer::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_that_wake_are_listed_with_who_set_them() {
        let text = "Repeating power events:\n  wakepoweron at 6:00AM weekdays only\n  \
                    shutdown at 8:00PM every day\nScheduled power events:\n \
                    [0]  wake at 11/20/2026 06:00:00 by 'com.apple.alarm.user-visible'\n \
                    [1]  sleep at 11/20/2026 23:00:00 by 'pmset'\n";
        let timer = |set_by: &str, text: &str| WakeTimer {
            set_by: set_by.to_owned(),
            text: text.to_owned(),
            ..WakeTimer::default()
        };
        let expected = [
            timer("repeating schedule", "wakepoweron at 6:00AM weekdays only"),
            timer("com.apple.alarm.user-visible", "wake at 11/20/2026 06:00:00"),
        ];
        assert_eq!(parse(text), expected);
        assert_eq!(parse(""), []);
    }
}
