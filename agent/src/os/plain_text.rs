//! Texts of others, as people can be shown them.

/// Text without what terminals and fonts would do something else with.
pub fn plain_text(text: &str) -> String {
    let clean = |character: char| match character {
        '\n' => '\n',
        _ if character.is_control() => ' ',
        // Signs that turn the direction of text around, or that nobody sees.
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => ' ',
        _ => character,
    };
    text.chars().map(clean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stay_and_what_a_terminal_obeys_goes() {
        assert_eq!(plain_text("At nine.\n\u{1b}[2JSave\u{202e}!"), "At nine.\n [2JSave !");
    }
}
