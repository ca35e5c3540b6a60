//! Output without its escape sequences, for files: a spreadsheet shows no
//! colours.

use std::iter::Peekable;
use std::str::Chars;

const ESCAPE: char = '\u{1b}';
const BELL: char = '\u{7}';

/// The text without escape sequences. An unfinished one removes no more than
/// its line.
pub fn plain(text: &str) -> String {
    if !text.contains([ESCAPE, '\u{9b}']) {
        return text.to_owned();
    }
    let mut kept = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(one) = rest.next() {
        match one {
            ESCAPE => skip_sequence(&mut rest),
            '\u{9b}' => skip_control(&mut rest),
            other => kept.push(other),
        }
    }
    kept
}

fn skip_sequence(rest: &mut Peekable<Chars<'_>>) {
    match rest.peek() {
        Some('[') => {
            rest.next();
            skip_control(rest);
        }
        Some(']' | 'P' | 'X' | '^' | '_') => skip_string(rest),
        Some(' '..='/') => {
            while rest.next_if(|one| (' '..='/').contains(one)).is_some() {}
            rest.next_if(|one| ('0'..='~').contains(one));
        }
        _ => drop(rest.next_if(|one| ('0'..='~').contains(one))),
    }
}

/// Skips the parameters and the letter that ends them.
fn skip_control(rest: &mut Peekable<Chars<'_>>) {
    while rest.next_if(|one| (' '..='?').contains(one)).is_some() {}
    rest.next_if(|one| ('@'..='~').contains(one));
}

/// Skips a title or link, up to a bell or `ESC \`.
fn skip_string(rest: &mut Peekable<Chars<'_>>) {
    while let Some(one) = rest.next_if(|one| *one != '\n') {
        if one == BELL {
            return;
        }
        if one == ESCAPE {
            rest.next_if_eq(&'\\');
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_colours_titles_and_links_are_removed() {
        for (text, expected) in [
            ("plain\r\n", "plain\r\n"),
            ("\u{1b}[1;31mred\u{1b}[0m", "red"),
            ("\u{9b}32mgreen", "green"),
            ("\u{1b}]0;title\u{7}a\u{1b}]8;;x\u{1b}\\b", "ab"),
            ("\u{1b}(Ba\u{1b}=b", "ab"),
            ("\u{1b}]0;never closed\nnext", "\nnext"),
            ("\u{1b}[31\nnext\u{1b}", "\nnext"),
            ("größe \u{1b}[Kend", "größe end"),
        ] {
            assert_eq!(plain(text), expected, "{text:?}");
        }
    }
}
