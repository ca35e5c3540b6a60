//! Arguments of a script on the server, with values that come from an agent.

use crate::error::{ApiError, Problems, add_problem};

/// Refuses an argument that becomes an option only by what is filled in: a
/// computer says itself what it is called, and a script on the server must not
/// take that for an instruction.
pub fn must_not_become_options(asked: &[String], filled: &[String]) -> Result<(), ApiError> {
    let mut problems = Problems::new();
    for (index, (asked, filled)) in asked.iter().zip(filled).enumerate() {
        if filled.starts_with('-') && !asked.starts_with('-') {
            let sentence = "the value begins with a hyphen: the script would take it for an option";
            add_problem(&mut problems, format!("args[{index}]"), sentence);
        }
    }
    ApiError::refuse(problems)
}
