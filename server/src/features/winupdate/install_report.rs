//! What the output of an installation says about each update. Our agent on Windows
//! prints how far it is while it works, and what became of each update at the end;
//! elsewhere it prints what is held back, and the lines of a package manager say nothing
//! of that kind.

/// What became of an update, according to its run.
#[derive(Debug, PartialEq)]
pub enum Ending {
    /// It is installed as soon as the computer restarts.
    RebootPending,
    /// It failed, for this reason.
    Failed(String),
    /// The run did what it could; the next scan shows what came of it.
    Done,
}

/// How far a run is.
#[derive(Debug, PartialEq)]
pub struct Progress {
    /// `downloading` or `installing`.
    pub state: &'static str,
    /// For people: `40 %, update 1 of 3`.
    pub text: String,
}

/// What begins a line about the end of an update.
const ENDINGS: [&str; 4] =
    ["installed after a restart: ", "installed: ", "nothing to install: ", "failed: "];
/// As many as a run can have updates. They are at the end of the output; each is
/// compared with each update.
const MOST_ENDINGS: usize = 1000;

/// The lines of an output that say what became of updates, the last first.
pub struct Endings<'a>(Vec<(&'static str, &'a str)>);

impl<'a> Endings<'a> {
    /// Reads what a run printed.
    pub fn of(output: &'a str) -> Self {
        let ending = |line: &'a str| {
            ENDINGS.into_iter().find_map(|start| Some((start, line.strip_prefix(start)?)))
        };
        Self(output.lines().rev().filter_map(ending).take(MOST_ENDINGS).collect())
    }

    /// What became of the update with this title; none if the output does not say.
    pub fn find(&self, title: &str) -> Option<Ending> {
        self.0.iter().find_map(|(what, rest)| {
            let rest = rest.strip_prefix(title)?;
            match (*what, rest.strip_prefix(": ")) {
                ("installed after a restart: ", None) if rest.is_empty() => {
                    Some(Ending::RebootPending)
                }
                ("installed: ", None) if rest.is_empty() => Some(Ending::Done),
                ("nothing to install: ", Some(_)) => Some(Ending::Done),
                ("failed: ", Some(reason)) => Some(Ending::Failed(reason.to_owned())),
                _ => None,
            }
        })
    }
}

/// How far a run is, by the end of its output so far.
pub fn find_progress(output: &str) -> Option<Progress> {
    let last = output.lines().rev().find(|line| !line.trim().is_empty())?;
    let (doing, rest) = last.split_once(' ')?;
    let state = ["downloading", "installing"].into_iter().find(|state| *state == doing)?;
    let (percent, rest) = rest.split_once(" %: update ")?;
    let percent: u8 = percent.parse().ok().filter(|percent| *percent <= 100)?;
    let (index, rest) = rest.split_once(" of ")?;
    let (count, _) = rest.split_once(", ")?;
    let (index, count): (u32, u32) = (index.parse().ok()?, count.parse().ok()?);
    Some(Progress { state, text: format!("{percent} %, update {index} of {count}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_update_has_its_own_ending() {
        let output = "searching for the updates\ninstalling 100 %: update 1 of 2, A\n\
            installed: A\ninstalled after a restart: A: B\nfailed: C: the disk is full (0x80070070)\n\
            nothing to install: D: it is not offered\n";
        let endings = Endings::of(output);
        assert_eq!(endings.find("A"), Some(Ending::Done));
        assert_eq!(endings.find("A: B"), Some(Ending::RebootPending));
        let reason = "the disk is full (0x80070070)".to_owned();
        assert_eq!(endings.find("C"), Some(Ending::Failed(reason)));
        assert_eq!(endings.find("D"), Some(Ending::Done));
        assert_eq!(endings.find("E"), None);
        assert_eq!(Endings::of("Setting up vim (2:9) ...\n").find("vim"), None);
    }

    #[test]
    fn of_endless_lines_the_last_ones_count() {
        let printed = |more: usize| format!("failed: A: no\n{}", "installed: B\n".repeat(more));
        assert!(Endings::of(&printed(MOST_ENDINGS - 1)).find("A").is_some());
        assert!(Endings::of(&printed(MOST_ENDINGS)).find("A").is_none());
    }

    #[test]
    fn progress_is_read_from_the_last_line_alone() {
        let line = "downloading 40 %: update 1 of 3, 2026-11 Cumulative Update\n";
        let found = find_progress(line).unwrap();
        assert_eq!((found.state, found.text.as_str()), ("downloading", "40 %, update 1 of 3"));
        assert_eq!(find_progress(&format!("{line}searching again\n")), None);
        for other in ["", "\n", "downloading vim", "downloading 400 %: update 1 of 3, A"] {
            assert_eq!(find_progress(other), None, "{other}");
        }
    }
}
