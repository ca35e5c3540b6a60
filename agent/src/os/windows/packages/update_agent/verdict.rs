//! What became of each update: decided by a new search, not by what an
//! installer says.

use std::collections::HashSet;

use super::codes::describe;

/// What was tried with an update, and how that went.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    pub guid: String,
    /// Its title; its identifier when it is not known.
    pub title: String,
    pub step: Step,
}

/// How far an update came.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// The first search did not find it.
    NotOffered,
    /// Somebody at the computer hid it.
    Hidden,
    /// It could not be prepared, for this reason.
    NotPrepared(String),
    /// It could not be downloaded.
    NotDownloaded(Answer),
    /// Its installer ran.
    Tried { answer: Answer, needs_reboot: bool },
}

/// What Windows answers about one update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The number of an `OperationResultCode`.
    pub result: i32,
    /// The number of the error; 0 for none.
    pub hresult: i32,
}

/// What an update is in the end.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    Installed,
    /// It is installed as soon as the computer restarts.
    RestartPending,
    /// It is not there to be installed any more: installed by something else, or
    /// replaced by another update.
    Gone(String),
    Failed(String),
}

impl Answer {
    /// Whether it is a success, with errors that are not its own or without.
    pub fn is_success(self) -> bool {
        matches!(self.result, 2 | 3)
    }

    /// Why it is none, in words.
    pub fn words(self) -> String {
        if self.hresult != 0 {
            return describe(self.hresult);
        }
        match self.result {
            0 | 1 => "it was not finished",
            2 => "Windows reports success",
            3 => "Windows reports success, with errors",
            5 => "it was cancelled",
            _ => "Windows gives no reason",
        }
        .to_owned()
    }
}

/// Decides about an update, by what the second search offers.
pub fn judge(attempt: &Attempt, offered: &HashSet<String>) -> Verdict {
    let is_offered = offered.contains(&attempt.guid);
    let gone = |before: String| Verdict::Gone(format!("{before}, and it is no longer offered"));
    match (&attempt.step, is_offered) {
        (Step::NotOffered, false) => Verdict::Gone(
            "it is not offered: it is installed, or another update replaces it".to_owned(),
        ),
        (Step::NotOffered, true) => {
            Verdict::Failed("it was not offered when the installation began".to_owned())
        }
        (Step::Hidden, _) => Verdict::Failed("it is hidden on this computer".to_owned()),
        (Step::NotPrepared(reason), true) => Verdict::Failed(reason.clone()),
        (Step::NotPrepared(reason), false) => gone(reason.clone()),
        (Step::NotDownloaded(answer), true) => {
            Verdict::Failed(format!("it was not downloaded: {}", answer.words()))
        }
        (Step::NotDownloaded(_), false) => gone("it was not downloaded".to_owned()),
        (Step::Tried { answer, needs_reboot }, is_offered) => {
            match (answer.is_success(), is_offered, needs_reboot) {
                (true, _, true) => Verdict::RestartPending,
                (true, false, false) => Verdict::Installed,
                (true, true, false) => {
                    Verdict::Failed(format!("{}, but still offers it", answer.words()))
                }
                (false, true, _) => Verdict::Failed(answer.words()),
                (false, false, _) => gone(answer.words()),
            }
        }
    }
}

/// The last lines of a run, and whether it failed.
pub fn report(judged: &[(Attempt, Verdict)], reboot_required: bool) -> (Vec<String>, bool) {
    let line = |(attempt, verdict): &(Attempt, Verdict)| match verdict {
        Verdict::Installed => format!("installed: {}", attempt.title),
        Verdict::RestartPending => format!("installed after a restart: {}", attempt.title),
        Verdict::Gone(reason) => format!("nothing to install: {}: {reason}", attempt.title),
        Verdict::Failed(reason) => format!("failed: {}: {reason}", attempt.title),
    };
    let mut lines: Vec<String> = judged.iter().map(line).collect();
    let is_pending = judged.iter().any(|(_, verdict)| *verdict == Verdict::RestartPending);
    if reboot_required || is_pending {
        lines.push("the computer must restart to complete the installation".to_owned());
    }
    let failed = judged.iter().any(|(_, verdict)| matches!(verdict, Verdict::Failed(_)));
    (lines, failed)
}

#[cfg(test)]
#[path = "verdict_tests.rs"]
mod tests;
