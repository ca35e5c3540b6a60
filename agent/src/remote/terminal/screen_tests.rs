//! A snapshot shows a viewer who comes late what everybody else sees.

use proptest::prelude::*;

use super::*;

const ROWS: u16 = 6;
const COLS: u16 = 20;

/// What is on a screen, with all that a viewer would notice.
fn seen(screen: &Screen) -> (Vec<String>, Option<(usize, usize)>, String) {
    let terminal = &screen.terminal;
    let lines = terminal.screen().visible_lines().map(avt::Line::text).collect();
    (lines, terminal.cursor().position(), screen.modes.text())
}

fn after(output: &[u8]) -> Screen {
    let mut screen = Screen::new(ROWS, COLS);
    screen.feed(output);
    screen
}

/// What a late viewer sees.
fn late(screen: &Screen) -> Screen {
    let (rows, cols) = screen.size();
    let mut late = Screen::new(u16::try_from(rows).unwrap(), u16::try_from(cols).unwrap());
    late.feed(screen.snapshot().as_bytes());
    late
}

#[test]
fn a_late_viewer_sees_the_same_screen_and_the_lines_above_it() {
    let line = |number: u8| format!("line \x1b[3{}m{number}\r\n", number % 8);
    let output: String = (1..=40).map(line).collect();
    let screen = after(format!("{output}$ \x1b[?2004h").as_bytes());
    let late = late(&screen);
    assert_eq!(seen(&late), seen(&screen));
    assert_eq!(seen(&late).0[0].trim_end(), "line 36");
    let above = |screen: &Screen| screen.scrollback.draw(20, 6, MOST);
    assert!(above(&screen).contains("line \x1b[0;38;5;3m35\x1b[0m\r\n"), "{:?}", above(&screen));
    assert!(above(&screen).starts_with("line \x1b[0;38;5;1m1\x1b[0m\r\n"), "{:?}", above(&screen));
    assert_eq!(above(&late), above(&screen));
}

#[test]
fn full_screen_programs_and_lines_that_go_on_are_the_same_too() {
    for output in [
        "$ vim\r\n\x1b[?1049h\x1b[2J\x1b[3;5H\x1b[1;44mtext\x1b[?1h\x1b[?1006h",
        "$ vim\r\n\x1b[?1049h\x1b[2Jtext\x1b[?1049l$ ",
        "a line that is much longer than the screen is wide, and one more of them",
        "\u{4e2d}\u{6587}\u{4e2d}\u{6587} wide \u{1f600}\r\n",
        "\x1b[?25lhidden\x1b[2;5r\x1b[4;1H\n\n\nscrolled",
        "within a sequence \x1b[3",
        "",
    ] {
        let screen = after(output.as_bytes());
        assert_eq!(seen(&late(&screen)), seen(&screen), "{output:?}");
    }
}

#[test]
fn what_is_cleared_for_good_is_not_shown_to_anybody() {
    for clear in ["\x1b[H\x1b[2J\x1b[3J", "\x1bc"] {
        let screen = after(format!("{}{clear}$ ", "secret\r\n".repeat(20)).as_bytes());
        assert!(!screen.snapshot().contains("secret"), "{clear:?}");
    }
}

#[test]
fn what_is_no_character_is_shown_as_such() {
    let screen = after(b"a\xffb\xe4\xb8\xadc\xe4\xb8");
    assert_eq!(seen(&screen).0[0].trim_end(), "a\u{fffd}b\u{4e2d}c");
    assert_eq!(screen.incomplete(), 2);
}

#[test]
fn a_snapshot_fits_into_one_message_whatever_was_printed() {
    let mut screen = Screen::new(200, 500);
    let mut colours = String::new();
    for cell in 0..200 * 500 {
        let (red, green) = (cell % 251, cell % 241);
        colours.push_str(&format!("\x1b[38;2;{red};{green};7;48;2;{green};{red};9mx"));
    }
    screen.feed(colours.as_bytes());
    screen.feed("\r\n".repeat(100).as_bytes());
    let snapshot = screen.snapshot();
    assert!(json_length(&snapshot) <= MOST, "{}", snapshot.len());
    assert!(snapshot.contains("xxxxxxxx"));

    let mut screen = after("some text on each line\r\n".repeat(20_000).as_bytes());
    assert!(json_length(&screen.snapshot()) <= MOST);
    screen.resize(50, 132);
    assert_eq!(screen.size(), (50, 132));
    assert_eq!(seen(&late(&screen)), seen(&screen));
}

fn output() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        "[a-z ]{0,30}",
        Just("\r\n".to_owned()),
        Just("\t".to_owned()),
        Just("\u{4e2d}".to_owned()),
        (30u8..48).prop_map(|colour| format!("\x1b[{colour}m")),
        (1u8..8, 1u8..22).prop_map(|(row, col)| format!("\x1b[{row};{col}H")),
        (0u8..3).prop_map(|part| format!("\x1b[{part}K")),
        (0u8..2).prop_map(|part| format!("\x1b[{part}J")),
        Just("\x1b[?1049h".to_owned()),
        Just("\x1b[?1049l".to_owned()),
        Just("\x1b[?1000h".to_owned()),
    ];
    prop::collection::vec(part, 0..60).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn a_snapshot_at_any_moment_is_what_is_on_the_screen(output in output()) {
        let screen = after(output.as_bytes());
        prop_assert_eq!(seen(&late(&screen)), seen(&screen));
    }

    #[test]
    fn it_does_not_matter_how_the_output_is_cut(
        output in output(),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
    ) {
        let bytes = output.as_bytes();
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
        cuts.sort_unstable();
        let mut screen = Screen::new(ROWS, COLS);
        let mut from = 0;
        for cut in cuts.into_iter().chain([bytes.len()]) {
            screen.feed(&bytes[from..cut]);
            from = cut;
        }
        prop_assert_eq!(seen(&screen), seen(&after(bytes)));
    }

    #[test]
    fn nothing_that_a_program_prints_is_a_fault(
        output in prop::collection::vec(any::<u8>(), 0..400),
    ) {
        let screen = after(&output);
        screen.snapshot();
        prop_assert!(screen.incomplete() < 4);
    }
}
