//! Starting, stopping and restarting a service, with those that depend on it.
//!
//! As with systemd, and with `Restart-Service -Force`: what depends on a service is
//! stopped before it, and after a restart what ran before runs again.

use super::status::{State, Status};
use crate::os::Problem;

/// What is needed of the service control manager; none of it waits for a service.
pub trait Services {
    fn status(&self, name: &str) -> Result<Status, Problem>;
    fn begin_start(&self, name: &str) -> Result<(), Problem>;
    fn begin_stop(&self, name: &str) -> Result<(), Problem>;
    fn begin_resume(&self, name: &str) -> Result<(), Problem>;
    /// What runs and depends on it, in the order to stop it.
    fn running_dependents(&self, name: &str) -> Result<Vec<String>, Problem>;
    /// Waits a moment; false when all the time is used up.
    fn wait(&self) -> bool;
    /// The process of the agent itself.
    fn own_pid(&self) -> u32;
}

/// Starts a service and waits until it runs. One that runs already is fine.
pub fn start(services: &dyn Services, name: &str) -> Result<(), Problem> {
    match wait_until(services, name, |state| !state.is_changing())?.state {
        State::Running => return Ok(()),
        State::Paused => services.begin_resume(name)?,
        _ => services.begin_start(name)?,
    }
    let is_decided = |state| matches!(state, State::Running | State::Stopped);
    let status = wait_until(services, name, is_decided)?;
    match status.state {
        State::Running => Ok(()),
        _ => {
            let exit = status.exit;
            Err(Problem::failed(format!("the service {name} started and ended at once, {exit}")))
        }
    }
}

/// Stops a service and what depends on it, and waits until it has stopped.
pub fn stop(services: &dyn Services, name: &str) -> Result<(), Problem> {
    stop_with_dependents(services, name).map(|_| ())
}

/// Stops a service, and starts it again with what ran and depends on it.
pub fn restart(services: &dyn Services, name: &str) -> Result<(), Problem> {
    let dependents = stop_with_dependents(services, name)?;
    start(services, name).map_err(|problem| match dependents.is_empty() {
        true => problem,
        false => {
            let names = dependents.join(", ");
            Problem::failed(format!("{problem}; stopped with it, and not started: {names}"))
        }
    })?;
    let started = dependents.iter().map(|dependent| start(services, dependent));
    let failed: Vec<String> =
        started.filter_map(Result::err).map(|problem| problem.to_string()).collect();
    match failed.is_empty() {
        true => Ok(()),
        false => {
            let reasons = failed.join("; ");
            Err(Problem::failed(format!("the service {name} was restarted, but {reasons}")))
        }
    }
}

/// Refuses what would stop the agent, and cut the connection that the answer needs.
pub fn refuse_own(services: &dyn Services, name: &str) -> Result<(), Problem> {
    match services.status(name)?.pid == services.own_pid() {
        true => Err(Problem::failed(format!("the agent does not stop its own service {name}"))),
        false => Ok(()),
    }
}

/// Stops a service, after what depends on it; returns that in the order to start it.
fn stop_with_dependents(services: &dyn Services, name: &str) -> Result<Vec<String>, Problem> {
    refuse_own(services, name)?;
    let dependents = services.running_dependents(name)?;
    for dependent in &dependents {
        let depends = |problem| Problem::failed(format!("{problem}, which depends on {name}"));
        refuse_own(services, dependent).map_err(depends)?;
    }
    let mut stopped = Vec::new();
    for dependent in dependents {
        if let Err(problem) = stop_alone(services, &dependent) {
            begin_again(services, &stopped);
            let reason = format!("the service {name} still runs, for {dependent} depends on it");
            return Err(Problem::failed(format!("{reason}: {problem}")));
        }
        stopped.insert(0, dependent);
    }
    if let Err(problem) = stop_alone(services, name) {
        begin_again(services, &stopped);
        return Err(problem);
    }
    Ok(stopped)
}

fn stop_alone(services: &dyn Services, name: &str) -> Result<(), Problem> {
    let status = wait_until(services, name, |state| !state.is_changing())?;
    if status.state != State::Stopped {
        services.begin_stop(name)?;
        wait_until(services, name, |state| state == State::Stopped)?;
    }
    Ok(())
}

/// Starts what was stopped for nothing. There is a problem to report already.
fn begin_again(services: &dyn Services, names: &[String]) {
    for name in names {
        if let Err(problem) = services.begin_start(name) {
            tracing::warn!(%problem, name, "a service that was stopped for another one stays so");
        }
    }
}

fn wait_until(
    services: &dyn Services,
    name: &str,
    is_done: impl Fn(State) -> bool,
) -> Result<Status, Problem> {
    loop {
        let status = services.status(name)?;
        if is_done(status.state) {
            return Ok(status);
        }
        if !services.wait() {
            let word = status.word();
            let reason = format!("the service {name} takes too long: it is still {word}");
            return Err(Problem::failed(reason));
        }
    }
}

#[cfg(test)]
#[path = "control_tests.rs"]
mod tests;
