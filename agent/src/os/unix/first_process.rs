//! The first process of a run, which starts all others.

use std::io::{self, ErrorKind};
use std::os::unix::process::ExitStatusExt;
use std::process::{ExitStatus, Stdio};

use process_wrap::tokio::{ChildWrapper, CommandWrap, ProcessSession};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout, Command};

use crate::os::{Problem, ProcessCommand};

/// What a process prints, as it comes.
pub type StdoutPipe = ChildStdout;

/// The errors that a process prints, as they come.
pub type StderrPipe = ChildStderr;

/// What a process reads.
pub type InputPipe = ChildStdin;

/// The first process of a run.
#[derive(Debug)]
pub struct FirstProcess {
    child: Box<dyn ChildWrapper>,
}

impl FirstProcess {
    /// Starts the command that was made for a program and its arguments, in a session of its
    /// own, with something to read or nothing.
    pub fn start(
        mut command: Command,
        spec: ProcessCommand,
        input: Stdio,
    ) -> Result<Self, Problem> {
        command
            .env_clear()
            .envs(spec.environment)
            .current_dir(spec.directory)
            .stdin(input)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let refusal = |error: io::Error| match error.kind() {
            ErrorKind::ArgumentListTooLong => {
                let reason =
                    "the arguments and the environment are together more than this system takes";
                Problem::failed(reason)
            }
            _ => Problem::failed(format!("{} cannot be started: {error}", spec.program.display())),
        };
        let child = CommandWrap::from(command).wrap(ProcessSession).spawn().map_err(refusal)?;
        // The wrapper would wait for the whole group, and so for children that the
        // command left in the background; the process itself is what counts.
        Ok(Self { child: child.into_inner() })
    }

    /// Its number; none when it has ended and was waited for.
    pub fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// The pipe that it reads, when it was started with one; it can be taken once.
    pub fn take_input(&mut self) -> Result<InputPipe, Problem> {
        let input = self.child.stdin().take();
        input.ok_or_else(|| Problem::failed("the process has nothing to read"))
    }

    /// Its two pipes; each can be taken once.
    pub fn take_pipes(&mut self) -> (Option<StdoutPipe>, Option<StderrPipe>) {
        (self.child.stdout().take(), self.child.stderr().take())
    }

    /// Waits for it, not for what it left in the background.
    pub async fn wait(&mut self) -> io::Result<ExitStatus> {
        self.child.wait().await
    }
}

/// The return code of an ended process; a signal counts as 128 plus its number.
pub fn exit_code(status: io::Result<ExitStatus>) -> i32 {
    match status {
        Ok(status) => status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0)),
        Err(error) => {
            tracing::error!(%error, "the exit status of a process cannot be read");
            -1
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_counts_as_128_plus_its_number() {
        assert_eq!(exit_code(Ok(ExitStatus::from_raw(3 << 8))), 3);
        assert_eq!(exit_code(Ok(ExitStatus::from_raw(9))), 137);
        assert_eq!(exit_code(Err(io::Error::other("gone"))), -1);
    }
}
