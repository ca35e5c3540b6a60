//! Services of systemd, through its own program.

use std::collections::BTreeSet;
use std::time::Duration;

use muster_protocol::Service;

use super::name::UnitName;
use super::show::{self, PROPERTIES};
use crate::os::unix::windows_only::windows_only;
use crate::os::{Problem, refusals, run_tool};

/// How long systemd may take to answer.
const READ_LIMIT: Duration = Duration::from_secs(15);

/// How long a service may take to start or stop.
const CONTROL_LIMIT: Duration = Duration::from_secs(25);

/// More units than this in one question are asked for in several.
const UNITS_AT_ONCE: usize = 500;

/// The program that controls systemd.
#[derive(Debug)]
pub struct Systemctl {
    program: String,
}

impl Default for Systemctl {
    fn default() -> Self {
        Self { program: "systemctl".to_owned() }
    }
}

impl Systemctl {
    /// Every service that is loaded or has a file, by name.
    pub async fn list(&self) -> Result<Vec<Service>, Problem> {
        let loaded = ["list-units", "--type=service", "--all", "--full", "--plain", "--no-legend"];
        let on_disk = ["list-unit-files", "--type=service", "--full", "--no-legend"];
        let mut names = first_words(&self.read_out(&loaded).await?);
        names.extend(first_words(&self.read_out(&on_disk).await?));
        // A template is not a service until it has an instance name.
        names.retain(|name| !name.contains("@."));

        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut services = Vec::new();
        for part in names.chunks(UNITS_AT_ONCE) {
            let mut arguments = vec!["show", PROPERTIES, "--"];
            arguments.extend(part);
            let shown = show::parse(&self.read_out(&arguments).await?);
            services
                .extend(shown.into_iter().filter(|shown| shown.found).map(|shown| shown.service));
        }
        // Two names may mean one service.
        services.sort_by(|one, other| one.name.cmp(&other.name));
        services.dedup_by(|one, other| one.name == other.name);
        Ok(services)
    }

    /// One service.
    pub async fn read(&self, name: &UnitName) -> Result<Service, Problem> {
        let missing = || refusals::no_service(name);
        self.find(name).await?.ok_or_else(missing)
    }

    /// One service; none when there is no such one.
    pub async fn find(&self, name: &UnitName) -> Result<Option<Service>, Problem> {
        let text = self.read_out(&["show", PROPERTIES, "--", name.as_str()]).await?;
        let shown = show::parse(&text).into_iter().next().filter(|shown| shown.found);
        Ok(shown.map(|shown| shown.service))
    }

    /// Starts, stops or restarts a service, or changes how it comes to start.
    ///
    /// `auto` enables it, `manual` disables it, and `disabled` masks it, which
    /// is what keeps systemd from starting it for anybody. None of these three
    /// starts or stops it now.
    pub async fn control(&self, name: &UnitName, action: &str) -> Result<(), Problem> {
        let verbs: &[&str] = match action {
            "start" => &["start"],
            "stop" => &["stop"],
            "restart" => &["restart"],
            "auto" => &["unmask", "enable"],
            "manual" => &["unmask", "disable"],
            "disabled" => &["mask"],
            "autodelay" => return Err(windows_only("a delayed automatic start")),
            _ => return Err(refusals::unknown_service_action(action)),
        };
        self.read(name).await?;
        for verb in verbs {
            self.call(&[verb, "--quiet", "--", name.as_str()], CONTROL_LIMIT).await?;
        }
        if matches!(action, "start" | "stop" | "restart") {
            return Ok(());
        }
        // A unit without instructions for its start cannot be enabled, and
        // systemctl says so with code 0.
        let start_type = self.read(name).await?.start_type;
        match start_type == action {
            true => Ok(()),
            false => Err(Problem::failed(format!("{name} stays {start_type}: others start it"))),
        }
    }

    async fn read_out(&self, arguments: &[&str]) -> Result<String, Problem> {
        self.call(arguments, READ_LIMIT).await
    }

    async fn call(&self, arguments: &[&str], limit: Duration) -> Result<String, Problem> {
        let mut all = vec!["--no-pager", "--no-ask-password"];
        all.extend(arguments);
        let output = run_tool(&self.program, &all, limit).await?;
        match output.success {
            true => Ok(output.stdout),
            false => Err(Problem::failed(format!("systemctl: {}", output.stderr.trim()))),
        }
    }
}

/// The first column, in which older versions put a dot before the name.
fn first_words(text: &str) -> BTreeSet<String> {
    let words = text.lines().filter_map(|line| {
        line.trim_start_matches(['●', '*', ' ']).split_ascii_whitespace().next()
    });
    words.filter(|word| word.ends_with(".service")).map(str::to_owned).collect()
}

#[cfg(test)]
#[path = "systemd_tests.rs"]
mod tests;
