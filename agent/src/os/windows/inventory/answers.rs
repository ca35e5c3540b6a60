//! What WMI said about the machine, group by group.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::classes::{ACTIVATION, GROUPS};
use crate::os::Problem;
use crate::os::windows::wmi_query::{Row, Session};

/// How long all questions may take together.
const LIMIT: Duration = Duration::from_secs(25);

/// How long the answer about the activation is good for, and how long it may take.
const ACTIVATION_AGE: Duration = Duration::from_secs(6 * 60 * 60);
const ACTIVATION_LIMIT: Duration = Duration::from_secs(10);

/// Answers by the name of their group.
#[derive(Debug, Default)]
pub struct Answers {
    pub rows: BTreeMap<&'static str, Vec<Row>>,
    /// Why a group has no rows, where that was no answer.
    pub unknown: BTreeMap<&'static str, String>,
}

impl Answers {
    /// The rows of a group; none when they are not known.
    pub fn of(&self, group: &str) -> &[Row] {
        self.rows.get(group).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether a group was answered, if only with nothing.
    pub fn knows(&self, group: &str) -> bool {
        self.rows.contains_key(group)
    }

    pub fn add(&mut self, group: &'static str, answer: Result<Vec<Row>, Problem>) {
        match answer {
            Ok(rows) => drop(self.rows.insert(group, rows)),
            Err(problem) => {
                tracing::debug!(group, %problem, "a part of the inventory is not known");
                self.unknown.insert(group, problem.to_string());
            }
        }
    }
}

/// Asks everything; what is not answered does not keep the rest from being asked.
pub fn collect() -> Answers {
    let mut session = Session::new(LIMIT);
    let mut answers = Answers::default();
    for group in GROUPS {
        answers.add(group.name, session.rows(&group.class, group.limit));
    }
    answers.add("activation", activation(&mut session));
    answers
}

/// Starting the service that knows of the activation costs too much to do it each time.
fn activation(session: &mut Session) -> Result<Vec<Row>, Problem> {
    static KNOWN: Mutex<Option<(Instant, Vec<Row>)>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((at, rows)) = &*known
        && at.elapsed() < ACTIVATION_AGE
    {
        return Ok(rows.clone());
    }
    let rows = session.rows(&ACTIVATION, ACTIVATION_LIMIT)?;
    *known = Some((Instant::now(), rows.clone()));
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_differs_from_nothing() {
        let mut answers = Answers::default();
        answers.add("tpm", Ok(Vec::new()));
        answers.add("antivirus", Err(Problem::unsupported("it is not there")));
        assert!(answers.knows("tpm") && !answers.knows("antivirus") && !answers.knows("os"));
        assert!(answers.of("tpm").is_empty() && answers.of("antivirus").is_empty());
        assert_eq!(answers.unknown["antivirus"], "it is not there");
    }
}
