//! How often a download or an installation reports how far it is.

use std::time::Duration;

/// Percent that it must have moved on.
const STEP: i32 = 10;

/// Below that step, a line is due after so long.
const PATIENCE: Duration = Duration::from_secs(60);

/// How far something is: percent of the whole, and which update it is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    pub percent: i32,
    pub index: i32,
}

/// Remembers what was reported last.
#[derive(Debug)]
pub struct Progress {
    doing: &'static str,
    titles: Vec<String>,
    last: Option<(Reached, Duration)>,
}

impl Progress {
    /// Nothing reported yet, of these updates.
    pub fn new(doing: &'static str, titles: Vec<String>) -> Self {
        Self { doing, titles, last: None }
    }

    /// A line, if one is due; `elapsed` is the time since the beginning.
    pub fn line(&mut self, reached: Reached, elapsed: Duration) -> Option<String> {
        let is_due = self.last.is_none_or(|(last, when)| {
            reached.index != last.index
                || reached.percent - last.percent >= STEP
                || (reached.percent != last.percent && elapsed.saturating_sub(when) >= PATIENCE)
        });
        if !is_due {
            return None;
        }
        self.last = Some((reached, elapsed));
        let count = self.titles.len();
        let index = usize::try_from(reached.index).unwrap_or(0).min(count.saturating_sub(1));
        let title = self.titles.get(index).map(String::as_str).unwrap_or_default();
        let percent = reached.percent.clamp(0, 100);
        Some(format!("{} {percent} %: update {} of {count}, {title}", self.doing, index + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(steps: &[(i32, i32, u64)]) -> Vec<String> {
        let titles = vec!["First".to_owned(), "Second".to_owned()];
        let mut progress = Progress::new("downloading", titles);
        let step = |(percent, index, seconds): &(i32, i32, u64)| {
            let reached = Reached { percent: *percent, index: *index };
            progress.line(reached, Duration::from_secs(*seconds))
        };
        steps.iter().filter_map(step).collect()
    }

    #[test]
    fn lines_come_with_ten_percent_with_the_next_update_and_after_a_minute() {
        assert_eq!(
            lines(&[(0, 0, 0), (3, 0, 1), (9, 0, 2), (10, 0, 3), (12, 0, 62), (12, 0, 64)]),
            [0, 10, 12].map(|percent| format!("downloading {percent} %: update 1 of 2, First"))
        );
        assert_eq!(lines(&[(10, 0, 3), (11, 0, 62), (12, 0, 63), (12, 0, 200)]).len(), 2);
        let next = lines(&[(50, 0, 0), (51, 1, 1)]);
        assert_eq!(next[1], "downloading 51 %: update 2 of 2, Second");
    }

    #[test]
    fn numbers_out_of_range_are_survived() {
        let found = lines(&[(-5, -1, 0), (400, 9, 1)]);
        assert_eq!(found[0], "downloading 0 %: update 1 of 2, First");
        assert_eq!(found[1], "downloading 100 %: update 2 of 2, Second");
        let line = Progress::new("installing", Vec::new());
        let mut line = line;
        let reached = Reached { percent: 1, index: 0 };
        assert!(line.line(reached, Duration::ZERO).is_some());
    }
}
