//! Commands and scripts, in every shell that is there: harmless ones of the agent's
//! own.

use std::sync::Arc;

use muster_protocol::{End, RunCommand, RunScript, Stream};

use super::bench::{Bench, OUTPUT_BYTES, command, printed, system_shell};
use super::snag::{Found, Snag};
use crate::os::accounts::{active_user, login_sessions};
use crate::os::shells::find_interpreter;
use crate::os::{Problem, user_names};
use crate::run::run_script;

/// How long a command may take; some shells need many seconds for their first one.
const SECONDS: u32 = 25;

/// The code that commands of the test end with.
const CODE: i32 = 7;

/// A command that writes to both streams and ends with a code.
pub async fn shell(bench: Arc<Bench>, name: &'static str) -> Found {
    let interpreter = match find_interpreter(name) {
        Ok(interpreter) => interpreter,
        Err(problem) => return Err(Snag::NotThere(problem.to_string())),
    };
    let ran = bench.run(&command(name, text_for(name), SECONDS)).await?;
    let is_right =
        ran.end == End::Exited { code: CODE } && ran.stdout == "out" && ran.stderr == "err";
    let program = interpreter.program.display();
    match is_right {
        true => Ok(format!("both streams and the exit code arrived ({program})")),
        false => Err(Snag::Failed(format!(
            "expected code {CODE}, \"out\" and \"err\", not {:?}, {:?} and {:?} ({program})",
            ran.end, ran.stdout, ran.stderr
        ))),
    }
}

/// A script with an argument that has a space, and a variable.
pub async fn script(bench: Arc<Bench>) -> Found {
    let shell = system_shell()?;
    let code = match shell {
        "cmd" => "@echo off\r\necho %~1/%MUSTER_WORD%\r\n",
        _ => "printf '%s/%s\\n' \"$1\" \"$MUSTER_WORD\"\n",
    };
    let script = RunScript {
        shell: shell.to_owned(),
        code: code.to_owned(),
        args: vec!["a b".to_owned()],
        env_vars: vec!["MUSTER_WORD=word".to_owned()],
        timeout_seconds: SECONDS,
        run_as_user: false,
        output_limit: OUTPUT_BYTES,
    };
    let job = bench.job(SECONDS)?;
    let end = run_script(&job, &script).await.end;
    match (end, printed(&job, Stream::Stdout).as_str()) {
        (End::Exited { code: 0 }, "a b/word") => {
            Ok(format!("argument and variable arrived in a script for {shell}"))
        }
        (end, stdout) => Err(Snag::Failed(format!(
            "expected code 0 and \"a b/word\", not {end:?} and {stdout:?}"
        ))),
    }
}

/// A command that runs as the person at the computer.
pub async fn as_user(bench: Arc<Bench>) -> Found {
    let Some(active) = user_names(&login_sessions().await).into_iter().next() else {
        return Err(Snag::NotThere("nobody is logged in".to_owned()));
    };
    // An administrator who tries it by hand gets nobody else's rights from Windows.
    if let Err(problem @ Problem::Refused(_)) = active_user().await {
        return Err(problem.into());
    }
    let shell = system_shell()?;
    let command = RunCommand { run_as_user: true, ..command(shell, "whoami", SECONDS) };
    let ran = bench.run(&command).await?;
    match ran.end {
        End::Exited { code: 0 } if is_same_name(&ran.stdout, &active) => {
            Ok("a command ran as the person who is logged in".to_owned())
        }
        // The report names nobody.
        End::Exited { code: 0 } => {
            Err(Snag::failed("it ran as another account than that of who is logged in"))
        }
        End::CouldNotStart { reason } => Err(Snag::Failed(reason)),
        other => Err(Snag::Failed(format!("whoami ended with {other:?}: {}", ran.stderr))),
    }
}

/// Whether two names are of one account. Windows puts the domain before them, and does so
/// for local accounts only sometimes.
fn is_same_name(one: &str, other: &str) -> bool {
    let plain = |name: &str| name.rsplit('\\').next().unwrap_or_default().to_lowercase();
    plain(one) == plain(other)
}

fn text_for(shell: &str) -> &'static str {
    match shell {
        "cmd" => "echo out& echo err>&2& exit 7",
        "powershell" | "pwsh" => {
            "[Console]::Out.WriteLine('out'); [Console]::Error.WriteLine('err'); exit 7"
        }
        "python" => "import sys; print('out'); print('err', file=sys.stderr); sys.exit(7)",
        "nushell" => "print out; print --stderr err; exit 7",
        "deno" => "console.log('out'); console.error('err'); Deno.exit(7)",
        _ => "echo out; echo err >&2; exit 7",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_the_same_with_and_without_its_domain() {
        for (printed, active) in
            [("ann", "ann"), ("pc-1\\ann", "Ann"), ("azuread\\annsmith", "AzureAD\\AnnSmith")]
        {
            assert!(is_same_name(printed, active), "{printed} {active}");
        }
        for (printed, active) in [("root", "ann"), ("nt authority\\system", "ann"), ("", "ann")] {
            assert!(!is_same_name(printed, active), "{printed} {active}");
        }
    }
}
