//! The output of winget without what it draws: spinners, bars, colours.

/// The lines that say something.
///
/// Winget draws over its line again and again, with a carriage return each
/// time, and writes its text into the same line.
pub fn clean(output: &str) -> Vec<String> {
    let parts = output.split(['\n', '\r']).map(without_escapes);
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        let line = part.trim_end();
        if !is_drawing(line) && lines.last().is_none_or(|last| last != line) {
            lines.push(line.to_owned());
        }
    }
    lines
}

/// Without escape sequences and other control characters.
fn without_escapes(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1b}' if letters.peek() == Some(&'[') => {
                letters.next();
                // Up to the letter that ends the sequence.
                letters.by_ref().find(|c| ('@'..='~').contains(c));
            }
            '\t' => kept.push(' '),
            control if control.is_control() || control == '\u{feff}' => {}
            other => kept.push(other),
        }
    }
    kept
}

/// Empty lines, a turn of the spinner, a bar with its numbers.
fn is_drawing(line: &str) -> bool {
    let text = line.trim();
    // The same bars, taken for another encoding.
    let is_bar = text.contains(|c| ('\u{2580}'..='\u{259f}').contains(&c)) || text.contains("â–");
    let is_spinner = text.len() == 1 && text.contains(['-', '\\', '|', '/']);
    let is_percent =
        text.strip_suffix('%').is_some_and(|number| number.trim().parse::<f32>().is_ok());
    text.is_empty() || is_bar || is_spinner || is_percent
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_an_installation_prints_is_readable() {
        let output = "\r   - \r   \\ \r   | \r                                   \r\
            Found Git [Git.Git] Version 2.43.0\r\n\
            This application is licensed to you by its owner.\r\n\
            Downloading https://github.com/git/Git-2.43.0-64-bit.exe\r\n\
            \r  ██▒▒▒▒▒▒▒▒▒▒▒▒  1024 KB / 58.3 MB\r  ██████████████  58.3 MB / 58.3 MB\r\n\
            \u{1b}[32mSuccessfully verified installer hash\u{1b}[0m\r\n\
            Starting package install...\r\n\
            \r   - \r   \\ \r  12%\r 100 %\r\n\
            Successfully installed\r\n\r\n";
        assert_eq!(
            clean(output),
            [
                "Found Git [Git.Git] Version 2.43.0",
                "This application is licensed to you by its owner.",
                "Downloading https://github.com/git/Git-2.43.0-64-bit.exe",
                "Successfully verified installer hash",
                "Starting package install...",
                "Successfully installed",
            ]
        );
    }

    #[test]
    fn tables_and_lines_of_dashes_stay() {
        let output = "Name  Id       Version\n-----------------------\nGit   Git.Git  2.43.0\n\n";
        assert_eq!(clean(output).len(), 3);
        assert_eq!(clean("  â–ˆâ–ˆâ–’  1.00 MB / 2.00 MB\n\u{feff}Found it\n"), ["Found it"]);
        assert_eq!(clean("the same\rthe same\r\n"), ["the same"]);
    }

    proptest! {
        #[test]
        fn any_output_becomes_lines_without_control_characters(text in "(\r|\n|\u{1b}\\[|█|-|\\PC|.){0,60}") {
            for line in clean(&text) {
                prop_assert!(!line.trim().is_empty());
                prop_assert!(!line.contains(char::is_control));
            }
        }
    }
}
