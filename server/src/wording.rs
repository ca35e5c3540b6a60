//! The form of a sentence that a person reads: a capital, a full stop.
//!
//! Refusals are written as fragments where they arise, so that they can be
//! combined (`name: …`, `the update …`), and become sentences once, when they
//! leave the server.

/// A fragment as a sentence. One that begins with a name or with code (`web-01
/// is offline`, `smtp_host: …`) keeps its first letter.
pub fn sentence(fragment: &str) -> String {
    let fragment = fragment.trim_end();
    let word = fragment.split(' ').next().unwrap_or_default();
    let is_word = word.trim_end_matches([',', ';']).chars().all(|c| c.is_ascii_lowercase());
    let (first, rest) = fragment.split_at(usize::from(is_word && !word.is_empty()));
    let stop = if fragment.ends_with(['.', '!', '?', ':', '…']) { "" } else { "." };
    format!("{}{rest}{stop}", first.to_ascii_uppercase())
}

/// How many of something: `1 session`, `3 sessions`.
pub fn count<N: TryInto<i128> + std::fmt::Display + Copy>(number: N, one: &str) -> String {
    match number.try_into() {
        Ok(1) => format!("1 {one}"),
        _ => format!("{number} {one}s"),
    }
}

/// The name people know a platform by.
pub fn platform(plat: &str) -> &str {
    match plat {
        "windows" => "Windows",
        "linux" => "Linux",
        "darwin" => "macOS",
        other => other,
    }
}

/// The names of platforms, for the end of a sentence: `Windows and Linux`.
pub fn platforms(plats: &[String]) -> String {
    let names: Vec<&str> = plats.iter().map(|plat| platform(plat)).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.join(""),
    }
}

#[cfg(test)]
mod tests {
    use super::{count, platforms, sentence};

    #[test]
    fn a_fragment_gets_a_capital_and_a_full_stop() {
        assert_eq!(sentence("enter a name"), "Enter a name.");
        assert_eq!(sentence("code, arguments and more"), "Code, arguments and more.");
        assert_eq!(sentence("Enter a name."), "Enter a name.");
        assert_eq!(sentence("is it running?"), "Is it running?");
    }

    #[test]
    fn a_name_or_code_keeps_its_first_letter() {
        for (fragment, whole) in [
            ("web-01 is offline", "web-01 is offline."),
            ("name: enter a name", "name: enter a name."),
            ("{{agent.x}} has no value", "{{agent.x}} has no value."),
            ("übung", "übung."),
            ("", "."),
        ] {
            assert_eq!(sentence(fragment), whole);
        }
    }

    #[test]
    fn a_single_thing_is_singular() {
        assert_eq!([count(1, "session"), count(0_usize, "agent")], ["1 session", "0 agents"]);
        assert_eq!(count(2_i64, "user"), "2 users");
    }

    #[test]
    fn platforms_have_the_names_people_know() {
        let of = |plats: &[&str]| {
            platforms(&plats.iter().map(|plat| (*plat).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(of(&["windows"]), "Windows");
        assert_eq!(of(&["windows", "linux", "darwin"]), "Windows, Linux and macOS");
    }
}
