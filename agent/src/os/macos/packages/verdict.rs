//! What became of each update: decided by a new search, not by what an installer says.

/// An update that was to be installed.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    pub title: String,
    /// The code of its installer; none when it was not offered at first.
    pub code: Option<i32>,
    /// Whether it needs a restart.
    pub needs_restart: bool,
    /// Whether the search after that still offers it.
    pub is_offered: bool,
}

/// What an update is in the end.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    Installed,
    /// It is installed as soon as the computer restarts.
    RestartPending,
    /// It is not there to be installed any more.
    Gone,
    Failed(String),
}

impl Attempt {
    pub fn judge(&self) -> Verdict {
        match (self.code, self.is_offered) {
            (None, false) => Verdict::Gone,
            (None, true) => {
                Verdict::Failed("it was not offered when the installation began".to_owned())
            }
            (Some(0), _) if self.needs_restart => Verdict::RestartPending,
            (Some(0), false) => Verdict::Installed,
            (Some(0), true) => {
                Verdict::Failed("the installer reports success, but it is still offered".to_owned())
            }
            (Some(code), true) => Verdict::Failed(format!("the installer ended with code {code}")),
            (Some(_), false) => Verdict::Gone,
        }
    }
}

/// The last lines of a run, and whether it failed.
pub fn report(attempts: &[Attempt]) -> (Vec<String>, bool) {
    let judged: Vec<(&str, Verdict)> =
        attempts.iter().map(|attempt| (attempt.title.as_str(), attempt.judge())).collect();
    let line = |(title, verdict): &(&str, Verdict)| match verdict {
        Verdict::Installed => format!("installed: {title}"),
        Verdict::RestartPending => format!("installed after a restart: {title}"),
        Verdict::Gone => format!("nothing to install: {title}: it is not offered any more"),
        Verdict::Failed(reason) => format!("failed: {title}: {reason}"),
    };
    let mut lines: Vec<String> = judged.iter().map(line).collect();
    if judged.iter().any(|(_, verdict)| *verdict == Verdict::RestartPending) {
        lines.push("the computer must restart to complete the installation".to_owned());
    }
    (lines, judged.iter().any(|(_, verdict)| matches!(verdict, Verdict::Failed(_))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(code: Option<i32>, needs_restart: bool, is_offered: bool) -> Attempt {
        Attempt { title: "Safari".to_owned(), code, needs_restart, is_offered }
    }

    #[test]
    fn only_what_a_new_search_no_longer_offers_is_installed() {
        for (attempt, line, fails) in [
            (attempt(Some(0), false, false), "installed: Safari", false),
            (attempt(Some(0), true, true), "installed after a restart: Safari", false),
            (attempt(Some(0), true, false), "installed after a restart: Safari", false),
            (
                attempt(Some(0), false, true),
                "failed: Safari: the installer reports success, but it is still offered",
                true,
            ),
            (attempt(Some(2), true, true), "failed: Safari: the installer ended with code 2", true),
            (
                attempt(Some(2), false, false),
                "nothing to install: Safari: it is not offered any more",
                false,
            ),
            (
                attempt(None, false, false),
                "nothing to install: Safari: it is not offered any more",
                false,
            ),
            (
                attempt(None, false, true),
                "failed: Safari: it was not offered when the installation began",
                true,
            ),
        ] {
            let (lines, failed) = report(std::slice::from_ref(&attempt));
            assert_eq!((lines[0].as_str(), failed), (line, fails), "{attempt:?}");
            assert_eq!(lines.len() == 2, attempt.judge() == Verdict::RestartPending);
        }
    }
}
