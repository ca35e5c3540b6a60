//! From a script to a process that only needs to be started.

use std::ffi::OsString;

use muster_protocol::{Outcome, RunScript};

use super::prepare::{Identity, Ready, find_user};
use super::script_files::{ScriptFiles, folder_for};
use super::shebang::Shebang;
use super::{CannotStart, Job, Stage};
use crate::os::accounts::Account;
use crate::os::child_process::{MAX_ARGUMENT_BYTES, MAX_VARIABLE_BYTES};
use crate::os::{Interpreter, Problem, shells};
use crate::run_id::RUN_VARIABLE;

/// Runs a script until it ends by itself or is ended.
pub async fn run_script(job: &Job, script: &RunScript) -> Outcome {
    let ready = prepare_script(job, script).await;
    Stage::begin(job).run_alone(ready).await
}

/// Finds everything a script needs, before anything is started.
pub async fn prepare_script(job: &Job, script: &RunScript) -> Result<Ready, CannotStart> {
    prepare_for(job, script, find_user(script.run_as_user).await?)
}

/// The same for a certain user, or for the agent's own account.
///
/// The interpreter is started and given the file, never the file itself: so
/// its folder may forbid programs, and nobody who still holds the file open
/// makes it too busy to run.
pub fn prepare_for(
    job: &Job,
    script: &RunScript,
    user: Option<Account>,
) -> Result<Ready, CannotStart> {
    let code = shells::script_text(&script.code);
    let interpreter = find_interpreter(&script.shell, &code)?;
    check_arguments(&script.args)?;
    let variables = read_variables(&script.env_vars)?;

    let identity = Identity::of(user);
    let reader = identity.become_user.as_ref();
    let folder = folder_for(job, reader);
    let call = shells::script_call(&interpreter, &code, &script.args, &folder)?;
    let files = ScriptFiles::write(folder, &call.files, reader)?;
    let mut ready = identity.ready(job, interpreter.program, call.arguments, Some(files));
    // The later of two wins.
    ready.command.environment.extend(variables);
    Ok(ready)
}

fn find_interpreter(shell: &str, code: &str) -> Result<Interpreter, Problem> {
    match Shebang::parse(code).filter(|_| shell == "shell") {
        Some(line) => shells::find_named_interpreter(line.program, line.argument),
        None => shells::find_interpreter(shell),
    }
}

fn check_arguments(arguments: &[String]) -> Result<(), CannotStart> {
    for (index, argument) in arguments.iter().enumerate() {
        let number = index + 1;
        if argument.contains('\0') {
            let reason = format!("argument {number} has a zero byte, which no program can take");
            return Err(CannotStart(reason));
        }
        if argument.len() > MAX_ARGUMENT_BYTES {
            let length = argument.len();
            return Err(CannotStart(format!(
                "argument {number} has {length} bytes; this system takes {MAX_ARGUMENT_BYTES} in one"
            )));
        }
    }
    Ok(())
}

/// Takes `NAME=value` apart. An error has the name only: values are secrets.
fn read_variables(entries: &[String]) -> Result<Vec<(OsString, OsString)>, CannotStart> {
    let read = |(index, entry): (usize, &String)| {
        let number = index + 1;
        let Some((name, value)) = entry.split_once('=') else {
            return Err(format!("environment entry {number} ({}) has no =", shortened(entry)));
        };
        let shown = shortened(name);
        let is_odd = |c: char| c.is_whitespace() || c.is_control();
        if name.is_empty() || name.contains(is_odd) {
            return Err(format!("environment entry {number} ({shown}) has no proper name"));
        }
        if name == RUN_VARIABLE {
            return Err(format!("environment entry {number} ({shown}) is the agent's own"));
        }
        if value.contains('\0') {
            return Err(format!("environment entry {number} ({shown}) has a zero byte"));
        }
        if entry.len() > MAX_VARIABLE_BYTES {
            let length = entry.len();
            return Err(format!(
                "environment entry {number} ({shown}) has {length} bytes; this system takes \
                 {MAX_VARIABLE_BYTES} in one"
            ));
        }
        Ok((name.into(), value.into()))
    };
    entries.iter().enumerate().map(read).collect::<Result<_, _>>().map_err(CannotStart)
}

fn shortened(text: &str) -> String {
    text.chars().take(40).flat_map(char::escape_debug).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(entry: &str) -> String {
        read_variables(&["A=1".to_owned(), entry.to_owned()]).unwrap_err().to_string()
    }

    #[test]
    fn variables_are_taken_apart_at_the_first_sign() {
        let entries = ["A=b=c\n", "EMPTY=", "ProgramFiles(x86)=ü"].map(str::to_owned);
        let expected = [("A", "b=c\n"), ("EMPTY", ""), ("ProgramFiles(x86)", "ü")];
        let expected: Vec<(OsString, OsString)> =
            expected.map(|(name, value)| (name.into(), value.into())).to_vec();
        assert_eq!(read_variables(&entries).unwrap(), expected);
    }

    #[test]
    fn variables_that_cannot_be_set_are_named_without_their_value() {
        assert_eq!(refusal("LONELY"), "environment entry 2 (LONELY) has no =");
        assert_eq!(refusal("=x"), "environment entry 2 () has no proper name");
        assert_eq!(refusal("A B=x"), "environment entry 2 (A B) has no proper name");
        assert_eq!(refusal("KEY=se\0cret"), "environment entry 2 (KEY) has a zero byte");
        assert_eq!(refusal("MUSTER_RUN_ID=x"), {
            "environment entry 2 (MUSTER_RUN_ID) is the agent's own"
        });
        let long = refusal(&format!("KEY={}", "x".repeat(200_000)));
        assert!(long.starts_with("environment entry 2 (KEY) has 200004 bytes;"), "{long}");
    }
}
