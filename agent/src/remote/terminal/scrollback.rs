//! The lines that have left the screen, for viewers who come later.

use std::collections::VecDeque;

use avt::observer::{Observation, Observer};
use avt::parser::{EdScope, Function};
use avt::{Cell, Color, Line, Operation, Pen};

use super::snapshot_size::{MOST, json_length};

/// How many lines are kept, if they are short enough for one snapshot.
const MOST_LINES: usize = 10_000;

/// What ends a line: without colours, at the beginning of the next.
const LINE_END: &str = "\x1b[0m\r\n";

/// Lines of the screen, the oldest first.
#[derive(Debug, Default)]
pub struct Scrollback {
    lines: VecDeque<KeptLine>,
    /// What all of them take in a snapshot.
    length: usize,
}

#[derive(Debug)]
struct KeptLine {
    /// With its colours, and its end unless it goes on in the next.
    text: String,
    length: usize,
    /// How many characters wide.
    cells: usize,
}

impl Scrollback {
    /// What draws the newest lines above an empty screen of this size, in so many bytes of
    /// JSON at most.
    pub fn draw(&self, cols: usize, rows: usize, most: usize) -> String {
        let mut left = most.saturating_sub(rows * 2 + 64);
        let fits = |line: &&KeptLine| {
            let fits = line.length <= left;
            left = left.saturating_sub(line.length);
            fits
        };
        let newest: Vec<&KeptLine> = self.lines.iter().rev().take_while(fits).collect();
        if newest.is_empty() {
            return String::new();
        }
        let mut text: String = newest.iter().rev().map(|line| line.text.as_str()).collect();
        // Pushes what is still on the screen out of it, and cleans what is left.
        let height: usize = newest.iter().map(|line| line.cells.div_ceil(cols).max(1)).sum();
        text.push_str(&format!("\x1b[0m\x1b[{rows}H"));
        text.extend(std::iter::repeat_n('\n', height.min(rows - 1)));
        text.push_str("\x1b[H\x1b[J");
        text
    }

    fn add(&mut self, line: &Line) {
        let (mut text, cells) = text_of(line);
        if !line.is_wrapped() {
            text.push_str(LINE_END);
        }
        let length = json_length(&text);
        self.length += length;
        self.lines.push_back(KeptLine { text, length, cells });
        while self.lines.len() > MOST_LINES || self.length > MOST {
            let Some(oldest) = self.lines.pop_front() else { return };
            self.length -= oldest.length;
        }
    }

    fn clear(&mut self) {
        self.lines.clear();
        self.length = 0;
    }
}

impl Observer for Scrollback {
    type Output = ();

    fn before(&mut self, _: &mut Observation<'_>, operation: &Operation) {
        if let Operation::Function(Function::Ris | Function::Ed(EdScope::SavedLines)) = operation {
            self.clear();
        }
    }

    fn evicted(&mut self, _: &mut Observation<'_>, line: &Line) {
        self.add(line);
    }

    fn end(&mut self, _: &mut Observation<'_>) {}
}

/// A line with its colours, and how wide it is. One that goes on in the next is as wide as
/// the screen was; others end after their last character.
fn text_of(line: &Line) -> (String, usize) {
    let cells = line.cells();
    let width = match line.is_wrapped() {
        true => cells.len(),
        false => cells.iter().rposition(is_seen).map_or(0, |last| last + 1),
    };
    let (mut text, mut pen) = (String::new(), Pen::default());
    // The second half of a wide character has no width.
    for cell in cells[..width].iter().filter(|cell| cell.width() > 0) {
        if *cell.pen() != pen {
            pen = *cell.pen();
            text.push_str(&sequence_of(&pen));
        }
        text.push(cell.char());
    }
    (text, width)
}

/// Whether a character is more than an empty place.
fn is_seen(cell: &Cell) -> bool {
    let pen = cell.pen();
    let has_ground = pen.background().is_some() || pen.is_inverse();
    cell.char() != ' ' || has_ground || pen.is_underline() || pen.is_strikethrough()
}

/// What switches a pen on.
fn sequence_of(pen: &Pen) -> String {
    let flags = [
        (pen.is_bold(), ";1"),
        (pen.is_faint(), ";2"),
        (pen.is_italic(), ";3"),
        (pen.is_underline(), ";4"),
        (pen.is_blink(), ";5"),
        (pen.is_inverse(), ";7"),
        (pen.is_strikethrough(), ";9"),
    ];
    let flags: String = flags.iter().filter(|(is_on, _)| *is_on).map(|(_, code)| *code).collect();
    let colour = |colour: Option<Color>, ground: u8| match colour {
        None => String::new(),
        Some(Color::Indexed(index)) => format!(";{ground};5;{index}"),
        Some(Color::RGB(rgb)) => format!(";{ground};2;{};{};{}", rgb.r, rgb.g, rgb.b),
    };
    let (front, back) = (colour(pen.foreground(), 38), colour(pen.background(), 48));
    format!("\x1b[0{flags}{front}{back}m")
}
