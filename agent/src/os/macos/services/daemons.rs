//! What launchd runs for the system, and what it could run.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::time::Duration;

use muster_protocol::Service;

use super::definition::{self, Definition};
use crate::os::macos::launchctl::{Job, Launchctl};
use crate::os::unix::windows_only::windows_only;
use crate::os::{Problem, refusals};

/// How long a service may take to stop.
const STOP_LIMIT: Duration = Duration::from_secs(25);

/// The daemons of this machine.
#[derive(Debug)]
pub struct Daemons {
    launchctl: Launchctl,
    /// Where their definitions are.
    folders: Vec<PathBuf>,
}

/// What launchd knows at one moment.
struct State {
    jobs: HashMap<String, Job>,
    overrides: HashMap<String, bool>,
    definitions: Vec<Definition>,
}

impl Default for Daemons {
    fn default() -> Self {
        let folders = ["/Library/LaunchDaemons", "/System/Library/LaunchDaemons"];
        Self { launchctl: Launchctl::default(), folders: folders.map(PathBuf::from).to_vec() }
    }
}

impl Daemons {
    /// Every daemon that is loaded or has a definition, by name.
    pub async fn list(&self) -> Result<Vec<Service>, Problem> {
        let state = self.state().await?;
        let defined = state.definitions.iter().map(|definition| &definition.label);
        let labels: BTreeSet<&String> = state.jobs.keys().chain(defined).collect();
        Ok(labels.into_iter().filter_map(|label| state.describe(label)).collect())
    }

    /// One service; fails when there is no such one.
    pub async fn read(&self, name: &str) -> Result<Service, Problem> {
        let missing = || refusals::no_service(name);
        self.find(name).await?.ok_or_else(missing)
    }

    /// One service; none when there is no such one.
    pub async fn find(&self, name: &str) -> Result<Option<Service>, Problem> {
        Ok(self.state().await?.describe(name))
    }

    /// Starts, stops or restarts a service, or changes how it comes to start.
    ///
    /// Stopping unloads it until the next start of the system: launchd would start it again
    /// otherwise. `auto` and `manual` only switch it on: which of the two it is then, its
    /// definition says.
    pub async fn control(&self, name: &str, action: &str) -> Result<(), Problem> {
        let state = self.state().await?;
        if state.describe(name).is_none() {
            return Err(refusals::no_service(name));
        }
        let is_loaded = state.jobs.contains_key(name);
        match action {
            "start" | "restart" if !is_loaded => {
                let path = state.path_of(name)?;
                self.launchctl.load(&path).await?;
                self.launchctl.start(name, false).await
            }
            "start" => self.launchctl.start(name, false).await,
            "restart" => self.launchctl.start(name, true).await,
            "stop" if !is_loaded => Ok(()),
            "stop" => self.launchctl.unload(name, STOP_LIMIT).await,
            "auto" | "manual" | "disabled" => {
                self.launchctl.allow(name, action != "disabled").await?;
                let start_type = self.read(name).await?.start_type;
                let reason = || format!("{name} stays {start_type}: its definition says so");
                if start_type == action { Ok(()) } else { Err(Problem::failed(reason())) }
            }
            "autodelay" => Err(windows_only("a delayed automatic start")),
            _ => Err(refusals::unknown_service_action(action)),
        }
    }

    async fn state(&self) -> Result<State, Problem> {
        let (jobs, overrides) = tokio::join!(self.launchctl.list(), self.launchctl.overrides());
        let folders = self.folders.clone();
        let definitions = tokio::task::spawn_blocking(move || definition::list(&folders)).await?;
        Ok(State { jobs: jobs?, overrides: overrides?, definitions })
    }
}

impl State {
    fn describe(&self, label: &str) -> Option<Service> {
        let job = self.jobs.get(label);
        let definition = self.definitions.iter().find(|known| known.label == label);
        if job.is_none() && definition.is_none() {
            return None;
        }
        let may_run = self.overrides.get(label).copied();
        let may_run = may_run.unwrap_or(definition.is_none_or(|known| known.may_run));
        let start_type = match definition {
            _ if !may_run => "disabled",
            Some(known) if known.starts_by_itself => "auto",
            _ => "manual",
        };
        // A signal is how launchd itself ends what has nothing to do.
        let status = match job {
            Some(Job { pid: 1.., .. }) => "running",
            Some(Job { status: 1.., .. }) => "failed",
            _ => "stopped",
        };
        let text = |read: fn(&Definition) -> &String| definition.map(read).cloned();
        Some(Service {
            name: label.to_owned(),
            display_name: label.to_owned(),
            status: status.to_owned(),
            start_type: start_type.to_owned(),
            autodelay: false,
            pid: job.map_or(0, |job| job.pid),
            username: text(|known| &known.username).unwrap_or_default(),
            binpath: text(|known| &known.command).unwrap_or_default(),
            description: String::new(),
        })
    }

    fn path_of(&self, label: &str) -> Result<PathBuf, Problem> {
        let found = self.definitions.iter().find(|known| known.label == label);
        let missing = || Problem::failed(format!("{label} has no definition to load"));
        found.map(|known| known.path.clone()).ok_or_else(missing)
    }
}

#[cfg(test)]
#[path = "daemons_tests.rs"]
mod tests;
