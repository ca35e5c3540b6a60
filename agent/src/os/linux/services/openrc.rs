//! Services of OpenRC, through its own programs and the files that it keeps.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use muster_protocol::Service;

use super::name::ScriptName;
use super::openrc_status;
use super::script;
use crate::os::linux::service_manager;
use crate::os::unix::windows_only::windows_only;
use crate::os::{Problem, refusals, run_tool};

/// How long OpenRC may take to answer.
const READ_LIMIT: Duration = Duration::from_secs(15);

/// How long a service may take to start or stop.
const CONTROL_LIMIT: Duration = Duration::from_secs(25);

/// The runlevels of a start, in their order.
const START_LEVELS: [&str; 3] = ["sysinit", "boot", "default"];

/// OpenRC's programs and files.
#[derive(Debug)]
pub struct OpenRc {
    /// The folder in which its programs are; empty where they are found by name.
    programs: String,
    root: PathBuf,
}

impl Default for OpenRc {
    fn default() -> Self {
        Self { programs: String::new(), root: "/".into() }
    }
}

impl OpenRc {
    /// Every service that has a script, by name.
    pub async fn list(&self) -> Result<Vec<Service>, Problem> {
        let text = self.call("rc-status", &["--nocolor", "--servicelist"], READ_LIMIT).await?;
        let files = Files { root: self.root.clone() };
        let describe = move || {
            let mut services: Vec<Service> = openrc_status::parse(&text)
                .into_iter()
                .filter_map(|(name, status)| files.describe(&name, status))
                .collect();
            services.sort_by(|one, other| one.name.cmp(&other.name));
            services
        };
        Ok(tokio::task::spawn_blocking(describe).await?)
    }

    /// One service.
    pub async fn read(&self, name: &ScriptName) -> Result<Service, Problem> {
        let missing = || refusals::no_service(name);
        self.find(name).await?.ok_or_else(missing)
    }

    /// One service; none when there is no such one.
    pub async fn find(&self, name: &ScriptName) -> Result<Option<Service>, Problem> {
        if !self.root.join("etc/init.d").join(name.as_str()).exists() {
            return Ok(None);
        }
        let services = self.list().await?;
        Ok(services.into_iter().find(|service| service.name == name.as_str()))
    }

    /// Starts, stops or restarts a service, or changes how it comes to start.
    ///
    /// `auto` adds it to the runlevel of a system that is up, unless it starts earlier,
    /// and `manual` takes it out of those of a start. Neither starts or stops it now.
    pub async fn control(&self, name: &ScriptName, action: &str) -> Result<(), Problem> {
        let known = match action {
            "disabled" => {
                let reason = "OpenRC keeps no service from being started: `manual` only takes it \
                              out of the start of the system";
                return Err(Problem::unsupported(reason));
            }
            "autodelay" => return Err(windows_only("a delayed automatic start")),
            "start" | "stop" | "restart" | "auto" | "manual" => self.read(name).await?,
            _ => return Err(refusals::unknown_service_action(action)),
        };
        if matches!(action, "start" | "stop" | "restart") {
            return self.change_state(name, action).await;
        }
        if known.start_type == action {
            return Ok(());
        }
        let levels = match action {
            "auto" => vec!["default".to_owned()],
            _ => Files { root: self.root.clone() }.levels_with(name.as_str()),
        };
        let verb = if action == "auto" { "add" } else { "delete" };
        let mut arguments = vec!["--nocolor", "--quiet", verb, name.as_str()];
        arguments.extend(levels.iter().map(String::as_str));
        self.call("rc-update", &arguments, CONTROL_LIMIT).await?;
        let start_type = self.read(name).await?.start_type;
        match start_type == action {
            true => Ok(()),
            false => Err(Problem::failed(format!("{name} stays {start_type}"))),
        }
    }

    async fn change_state(&self, name: &ScriptName, action: &str) -> Result<(), Problem> {
        let arguments = ["--nocolor", name.as_str(), action];
        // Ended with this agent, it would leave it half restarted.
        if service_manager::is_own_script(name.as_str()) && action != "start" {
            let program = format!("{}rc-service", self.programs);
            return Ok(service_manager::run_detached(Path::new(&program), &arguments).await?);
        }
        self.call("rc-service", &arguments, CONTROL_LIMIT).await.map(drop)
    }

    async fn call(
        &self,
        name: &str,
        arguments: &[&str],
        limit: Duration,
    ) -> Result<String, Problem> {
        let output = run_tool(&format!("{}{name}", self.programs), arguments, limit).await?;
        if output.success {
            return Ok(output.stdout);
        }
        let lines = output.stderr.lines().map(|line| line.trim_start_matches([' ', '*']).trim());
        let said: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        Err(Problem::failed(format!("{name}: {}", said.join("; "))))
    }
}

/// What OpenRC's files say of a service.
struct Files {
    root: PathBuf,
}

impl Files {
    /// A service; none without a script.
    fn describe(&self, name: &str, status: &str) -> Option<Service> {
        let bytes = fs::read(self.root.join("etc/init.d").join(name)).ok()?;
        let script = script::parse(&String::from_utf8_lossy(&bytes));
        let description = script.description.unwrap_or_default();
        let is_at_start = !self.levels_with(name).is_empty();
        Some(Service {
            name: name.to_owned(),
            display_name: Some(description.clone())
                .filter(|text| !text.is_empty())
                .unwrap_or_else(|| name.to_owned()),
            status: status.to_owned(),
            start_type: if is_at_start { "auto" } else { "manual" }.to_owned(),
            autodelay: false,
            pid: if status == "running" { self.process_of(name).unwrap_or(0) } else { 0 },
            username: script.user.unwrap_or_else(|| "root".to_owned()),
            binpath: script.command.unwrap_or_default(),
            description,
        })
    }

    /// The runlevels of a start in which a service is, or in one stacked on them.
    fn levels_with(&self, name: &str) -> Vec<String> {
        let folder = self.root.join("etc/runlevels");
        let mut levels: Vec<String> = START_LEVELS.map(str::to_owned).to_vec();
        for level in START_LEVELS {
            let entries = fs::read_dir(folder.join(level)).into_iter().flatten().flatten();
            let stacked = entries.filter(|entry| entry.path().is_dir());
            levels.extend(stacked.map(|entry| entry.file_name().to_string_lossy().into_owned()));
        }
        levels.retain(|level| folder.join(level).join(name).is_symlink());
        levels
    }

    /// The process of a service: the one under its supervisor, or the one it wrote down.
    fn process_of(&self, name: &str) -> Option<u32> {
        let state = self.root.join("run/openrc");
        let supervised = fs::read_to_string(state.join("options").join(name).join("child_pid"));
        if let Ok(text) = supervised {
            return text.trim().parse().ok();
        }
        let daemon = fs::read_to_string(state.join("daemons").join(name).join("001")).ok()?;
        let file = daemon.lines().find_map(|line| line.strip_prefix("pidfile=/"))?;
        let text = fs::read_to_string(self.root.join(file)).ok()?;
        text.trim().parse().ok()
    }
}

#[cfg(test)]
#[path = "openrc_tests.rs"]
mod tests;
