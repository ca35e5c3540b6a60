//! This program's own file and process: how it becomes the next one, and how it goes.
//!
//! A process of Windows cannot become another program, and a program that runs cannot be
//! removed. A helper does both: this program once more, which waits until this process has
//! ended, however it ends.

mod helper;
mod removal;
mod task;

use std::io;
use std::path::Path;
use std::process::{Child, Command, ExitCode};

use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::prelude::*;

use super::detached::start_detached;
use super::service_log;
use super::service_manager::{is_service, is_stopping};
use super::waiting_helper;
use task::{Restart, Task};

/// A helper that waits for the end of this process. One that is not needed is ended.
#[derive(Debug)]
pub struct Successor {
    helper: Option<Child>,
}

/// Prepares that this process is followed by the program with the same arguments, or by
/// the service in which it runs. The fallback is put back when that program is not there
/// or does not start.
#[expect(clippy::disallowed_methods, reason = "this process ends before it begins")]
pub fn prepare_restart(program: &Path, fallback: Option<&Path>) -> io::Result<Successor> {
    let restart = Restart {
        after: std::process::id(),
        is_service: is_service(),
        program: program.to_owned(),
        fallback: fallback.map(Path::to_owned),
        arguments: std::env::args_os().skip(1).collect(),
    };
    let arguments = Task::Restart(restart).to_arguments();
    let helper = match is_service() {
        true => start_detached(program, &arguments)?,
        // The next process prints to the same console.
        false => Command::new(program).args(arguments).spawn()?,
    };
    Ok(Successor { helper: Some(helper) })
}

impl Successor {
    /// Leaves the rest to the helper; this process has to end now, with this code.
    pub fn take_over(self) -> io::Result<ExitCode> {
        let mut successor = self;
        let Some(mut helper) = successor.helper.take() else { return Ok(ExitCode::SUCCESS) };
        match helper.try_wait()? {
            None => {
                waiting_helper::keep(helper);
                // Somebody may have asked for it while this was prepared.
                if is_stopping() {
                    waiting_helper::cancel();
                }
                Ok(ExitCode::SUCCESS)
            }
            Some(status) => Err(io::Error::other(format!("its helper ended: {status}"))),
        }
    }
}

impl Drop for Successor {
    fn drop(&mut self) {
        if let Some(helper) = &mut self.helper {
            waiting_helper::end(helper);
        }
    }
}

/// Removes a program, also the one that runs. Returns a sentence when it goes later.
pub fn remove_program(program: &Path) -> io::Result<Option<String>> {
    removal::remove(program)
}

/// Does what this process was started for as a helper of another one; none when it was
/// not.
pub fn run_helper() -> Option<ExitCode> {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let task = Task::of(&arguments)?;
    let mut layers = service_log::layers(Path::new(""));
    if layers.is_empty() {
        layers.push(tracing_subscriber::fmt::layer().with_writer(io::stderr).boxed());
    }
    tracing_subscriber::registry().with(layers).with(LevelFilter::INFO).init();
    let done = match task {
        Task::Restart(restart) => helper::restart(&restart),
        Task::Remove(removal) => helper::remove(&removal),
    };
    let code = match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!("{error:#}");
            ExitCode::FAILURE
        }
    };
    service_log::flush();
    Some(code)
}

#[cfg(test)]
mod tests {
    use std::process::Stdio;
    use std::time::Duration;

    use super::*;
    use crate::os::windows::other_process::OtherProcess;

    #[test]
    #[expect(clippy::disallowed_methods, reason = "the test ends its own")]
    fn a_helper_lives_until_the_agent_is_to_stay_stopped() {
        let mut command = Command::new("cmd");
        command.args(["/d", "/c", "set /p line="]).stdin(Stdio::piped()).stdout(Stdio::null());
        let mut helper = command.spawn().unwrap();
        // Open to the end: it would end by itself otherwise.
        let _input = helper.stdin.take();
        let process = OtherProcess::open(helper.id()).unwrap().unwrap();
        let successor = Successor { helper: Some(helper) };
        assert_eq!(successor.take_over().unwrap(), ExitCode::SUCCESS);
        assert!(!process.ends_within(Duration::from_millis(50)));
        waiting_helper::cancel();
        assert!(process.ends_within(Duration::from_secs(20)));
    }
}
