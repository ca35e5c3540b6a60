//! The result of one action of a task.

use muster_protocol::ActionOutcome;
use serde::Serialize;
use utoipa::ToSchema;

/// What came of one action of a task.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct ActionResult {
    /// What people call it.
    pub name: String,
    /// Its return code; null when nobody can know it.
    pub retcode: Option<i32>,
    /// Seconds it ran.
    pub execution_time: f64,
    /// Its part of standard output. In lists only what is in the first 4096
    /// bytes of the run's.
    pub stdout: String,
    /// Its part of standard error, as far as lists show it.
    pub stderr: String,
}

impl ActionResult {
    /// The actions of a run, as they are stored with it, and their output.
    pub fn list(stored: &str, stdout: &[u8], stderr: &[u8]) -> Vec<Self> {
        let outcomes: Vec<ActionOutcome> = serde_json::from_str(stored).unwrap_or_default();
        let result = |outcome: ActionOutcome| Self {
            stdout: part(stdout, outcome.stdout_from, outcome.stdout_to),
            stderr: part(stderr, outcome.stderr_from, outcome.stderr_to),
            name: outcome.name,
            retcode: outcome.retcode,
            execution_time: outcome.seconds,
        };
        outcomes.into_iter().map(result).collect()
    }
}

/// The output between two offsets. They come from an agent, and may be wrong.
fn part(output: &[u8], from: u64, to: u64) -> String {
    let position = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX).min(output.len());
    let (from, to) = (position(from), position(to));
    String::from_utf8_lossy(output.get(from..to).unwrap_or_default()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_has_its_part_of_the_output_and_never_more_than_exists() {
        assert_eq!(part(b"one two", 4, 7), "two");
        assert_eq!(part(b"one two", 4, 99), "two");
        assert_eq!(part(b"one two", 99, 100), "");
        assert_eq!(part(b"one two", 5, 2), "");
    }

    #[test]
    fn a_run_without_actions_has_none() {
        assert_eq!(ActionResult::list("[]", b"x", b""), []);
        assert_eq!(ActionResult::list("no list", b"x", b""), []);
    }
}
