//! The processes of runs: each run gets a job object and ends as a whole.

mod command_line;
mod decoder;
mod environment_block;
mod exit_watch;
mod job;
mod launch;
mod output;
mod pipe;
mod record;

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::windows::io::OwnedHandle;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

use super::accounts::token_of;
use super::batch;
use crate::os::programs::find_program;
use crate::os::{Problem, ProcessCommand};
use crate::run_id::RunId;
use exit_watch::ExitWatch;
use job::Job;
use launch::Launch;
use output::OutputPipe;

/// Bytes that fit into one argument of a script: beyond what a command line holds it is
/// passed in a file, and where a language cannot do that the start is refused.
pub const MAX_ARGUMENT_BYTES: usize = 128 * 1024 - 1;

/// Bytes that fit into one variable with its name.
pub const MAX_VARIABLE_BYTES: usize = 32 * 1024 - 2;

/// What a process prints, as UTF-8.
pub type StdoutPipe = OutputPipe;

/// The errors that a process prints, as UTF-8.
pub type StderrPipe = OutputPipe;

/// What a process reads, as it is written.
pub type InputPipe = tokio::fs::File;

/// A running process and everything it starts.
#[derive(Debug)]
pub struct Process {
    stdout: Option<OutputPipe>,
    stderr: Option<OutputPipe>,
    exit: ExitWatch,
    job: Job,
}

/// Starts a process in a job of its own, without a window and with nothing to read.
pub fn start(run_id: &RunId, run_dir: &Path, spec: ProcessCommand) -> Result<Process, Problem> {
    start_reading(run_id, run_dir, spec, nothing_to_read())
}

/// Starts a process in a job of its own, without a window and with a pipe that it reads.
pub fn start_with_input(
    run_id: &RunId,
    run_dir: &Path,
    spec: ProcessCommand,
) -> Result<(Process, InputPipe), Problem> {
    let create = || -> io::Result<(OwnedHandle, InputPipe)> {
        let (reader, writer) = io::pipe()?;
        pipe::make_inheritable(&reader)?;
        let writer = File::from(OwnedHandle::from(writer));
        Ok((reader.into(), InputPipe::from_std(writer)))
    };
    let (reader, writer) =
        create().map_err(|error| Problem::failed(format!("there is no pipe: {error}")))?;
    let process = start_reading(run_id, run_dir, spec, Ok(reader))?;
    Ok((process, writer))
}

fn start_reading(
    run_id: &RunId,
    run_dir: &Path,
    spec: ProcessCommand,
    stdin: io::Result<OwnedHandle>,
) -> Result<Process, Problem> {
    let shown = spec.program.display().to_string();
    let token = spec.become_user.as_ref().map(token_of).transpose()?;
    let (program, arguments) = through_shell(spec.program, spec.arguments)?;
    let launch = |io: &Ends, keeper: &OwnedHandle, command_line| {
        let directory = start_directory(&spec.directory);
        Launch {
            program: &program,
            command_line,
            environment: environment_block::environment_block(&spec.environment),
            directory: &directory,
            token: token.as_ref(),
            stdin: &io.stdin,
            stdout: &io.stdout,
            stderr: &io.stderr,
            job: keeper,
        }
        .start()
    };
    let command_line = command_line::command_line(&program, &arguments)?;
    let name = format!("{}{run_id}-{}", job::PREFIX, pipe::random_text());
    let start = || -> io::Result<Process> {
        let (stdout, stdout_end) = pipe::create()?;
        let (stderr, stderr_end) = pipe::create()?;
        let io = Ends { stdin: stdin?, stdout: stdout_end, stderr: stderr_end };
        let job = Job::create(&name)?;
        record::write(run_dir, &name)?;
        let suspended = launch(&io, &job.name_keeper()?, command_line)?;
        // Before its first step: nothing it starts can be outside.
        suspended.process().map_or(Ok(()), |process| job.take_in(process))?;
        let exit = ExitWatch::new(suspended.resume()?)?;
        Ok(Process { stdout: Some(stdout), stderr: Some(stderr), exit, job })
    };
    start().map_err(|error| Problem::failed(format!("{shown} cannot be started: {error}")))
}

/// The ends of a process's streams that the process has.
struct Ends {
    stdin: OwnedHandle,
    stdout: OwnedHandle,
    stderr: OwnedHandle,
}

fn nothing_to_read() -> io::Result<OwnedHandle> {
    let file = File::open("NUL")?;
    pipe::make_inheritable(&file)?;
    Ok(file.into())
}

/// Windows runs a batch file by the shell, with its arguments as they are; so they are
/// put in quotes, or refused, before.
fn through_shell(
    program: PathBuf,
    arguments: Vec<OsString>,
) -> Result<(PathBuf, Vec<OsString>), Problem> {
    if !batch::is_batch(&program) {
        return Ok((program, arguments));
    }
    let words: Option<Vec<&str>> = arguments.iter().map(|argument| argument.to_str()).collect();
    let words = words.ok_or_else(|| Problem::failed("an argument is not text"))?;
    // What the batch file does with its arguments is not known here.
    let text = batch::call_text(&program, "delayedexpansion", words)?;
    let shell = find_program("cmd").ok_or_else(|| Problem::failed("cmd is not there"))?;
    Ok((shell, ["/d", "/s", "/c", &text].map(OsString::from).to_vec()))
}

/// The folder with its drive; that of the system when it is not there.
fn start_directory(wanted: &Path) -> PathBuf {
    let absolute = std::path::absolute(wanted).ok().filter(|path| path.is_dir());
    absolute.unwrap_or_else(super::files::shared_dir)
}

impl Process {
    /// The two pipes of the process; each can be taken once.
    pub fn take_pipes(&mut self) -> (Option<StdoutPipe>, Option<StderrPipe>) {
        (self.stdout.take(), self.stderr.take())
    }

    /// Waits for the process itself, not for what it left in the background.
    pub async fn wait(&mut self) -> io::Result<ExitStatus> {
        self.exit.wait().await
    }

    /// Kills the process and everything it started.
    pub async fn kill_tree(&self) {
        self.job.end().await;
    }

    /// Puts a run that lasts where nothing can leave it: it is there from the start.
    pub async fn confine(&self) {}

    /// Removes what was needed only while the process ran: the job goes by itself, once
    /// nothing is in it.
    pub fn clean_up(&mut self) {}
}

/// The return code of an ended process: a number of 32 bits, which programs that crash
/// show as a negative one.
pub fn exit_code(status: io::Result<ExitStatus>) -> i32 {
    match status {
        Ok(status) => status.code().unwrap_or(-1),
        Err(error) => {
            tracing::error!(%error, "the exit status of a process cannot be read");
            -1
        }
    }
}

/// Kills the processes of runs that an earlier agent process started; each run
/// comes with its folder.
pub async fn end_leftovers(runs: &[(RunId, PathBuf)]) {
    for (_, run_dir) in runs {
        if let Some(job) = record::find_job(run_dir) {
            job.end().await;
        }
    }
}

#[cfg(test)]
#[path = "child_process_tests.rs"]
mod tests;
