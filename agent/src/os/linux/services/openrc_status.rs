//! What `rc-status` prints, read.

/// The state of each service, by name, as the protocol calls it.
///
/// Lines like ` sshd   [  started 00:10:01 (0) ]`: the time is that of a supervised one.
pub fn parse(text: &str) -> Vec<(String, &'static str)> {
    text.lines().filter_map(parse_line).collect()
}

fn parse_line(line: &str) -> Option<(String, &'static str)> {
    let (before, state) = line.trim_end().rsplit_once('[')?;
    let mut names = before.split_ascii_whitespace();
    let (name, None) = (names.next()?, names.next()) else { return None };
    let state = state.strip_suffix(']')?.split_ascii_whitespace().next()?;
    Some((name.to_owned(), status(state)))
}

/// A service that did its work and is over, but counts as started, is running. One that
/// is inactive was started and waits for something else, such as a network.
fn status(state: &str) -> &'static str {
    match state {
        "started" => "running",
        "starting" | "inactive" | "scheduled" => "starting",
        "stopping" => "stopping",
        // Its process is gone, or the one that would start it again.
        "crashed" | "unsupervised" | "failed" => "failed",
        _ => "stopped",
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn states_become_the_words_of_the_protocol() {
        let text = "\
 hwclock                                                           [  started  ]
 muster-agent                                       [  started 00:00:12 (2)  ]
 net.eth0                                                          [ inactive  ]
 crond                                                             [  crashed  ]
 rsyslog                                                      [  unsupervised  ]
 mount-ro                                                          [  stopped  ]
 urandom                                                           [ scheduled ]
 sshd                                                              [ stopping  ]
 agetty                                                            [ failed ]  
Dynamic Runlevel: manual
 odd line [ x ]
";
        let found = parse(text);
        let found: Vec<(&str, &str)> =
            found.iter().map(|(name, status)| (name.as_str(), *status)).collect();
        assert_eq!(
            found,
            [
                ("hwclock", "running"),
                ("muster-agent", "running"),
                ("net.eth0", "starting"),
                ("crond", "failed"),
                ("rsyslog", "failed"),
                ("mount-ro", "stopped"),
                ("urandom", "starting"),
                ("sshd", "stopping"),
                ("agetty", "failed"),
            ]
        );
    }

    proptest! {
        #[test]
        fn any_text_is_survived(text in "( |\\[|\\]|started|\n|\\PC){0,40}") {
            parse(&text);
        }
    }
}
