//! What the agent hands to a system, and gets from it, whichever it is.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use muster_metrics::Metric;
use serde::Serialize;
use tracing_subscriber::{Layer, Registry};

use super::accounts::Account;

/// A process to start.
#[derive(Debug)]
pub struct ProcessCommand {
    pub program: PathBuf,
    pub arguments: Vec<OsString>,
    /// All of its environment.
    pub environment: Vec<(OsString, OsString)>,
    /// The folder it starts in.
    pub directory: PathBuf,
    /// The account to run as; none for the agent's own.
    pub become_user: Option<Account>,
}

/// A program that runs the text of a command or a script.
#[derive(Debug, PartialEq)]
pub struct Interpreter {
    pub program: PathBuf,
    /// The arguments before the text, when the text is an argument.
    pub before_text: Vec<OsString>,
    /// The arguments before the path, when the text is in a file.
    pub before_file: Vec<OsString>,
    /// The name of such a file.
    pub file_name: &'static str,
}

/// How an interpreter is called with a certain text.
#[derive(Debug, PartialEq)]
pub struct Call {
    pub arguments: Vec<OsString>,
    /// Names and contents of the files that have to be in the folder of the call.
    pub files: Vec<(&'static str, Vec<u8>)>,
}

/// What to do with the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PowerAction {
    /// Restart it.
    Reboot,
    /// Switch it off.
    Shutdown,
}

/// Something that will wake the machine when it sleeps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WakeTimer {
    /// The service, task or program.
    pub set_by: String,
    /// When, in RFC 3339; none where the system says it in words only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due: Option<String>,
    /// The system's own words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// The agent as a service of this machine.
#[derive(Clone, Copy, Debug)]
pub struct ServiceDefinition<'a> {
    /// The agent's program.
    pub program: &'a Path,
    /// Its data directory.
    pub data: &'a Path,
    /// How long it may take to stop.
    pub stop_limit: Duration,
    /// The exit code after which it must not be started again.
    #[cfg_attr(target_os = "macos", expect(dead_code, reason = "launchd knows no such code"))]
    pub final_exit_code: u8,
}

/// What records log lines.
pub type LogLayer = Box<dyn Layer<Registry> + Send + Sync>;

/// The proxies that are set for the whole machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SystemProxies {
    /// For encrypted connections.
    pub https: Option<String>,
    /// For plain ones.
    pub http: Option<String>,
    /// Hosts that are reached without a proxy, separated by commas, as in `NO_PROXY`.
    pub none: String,
    /// Whether a script or a detection may name one for each address.
    pub is_automatic: bool,
}

/// What came back of echoes to an address.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Echoes {
    pub sent: u32,
    pub received: u32,
    /// The mean time they took; none when none came back.
    pub latency_ms: Option<f64>,
}

/// What a machine shows at one moment. What it does not show is left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawSample {
    /// Values as they are: metric, label and value.
    pub gauges: Vec<(Metric, String, f64)>,
    /// Totals that only grow: the value is what one grows by in a second.
    pub counters: Vec<(Metric, String, u64)>,
    /// Busy and whole time of all processors, in any unit.
    pub processor: Option<(u64, u64)>,
}

impl RawSample {
    /// How many disks, mounts, interfaces or sensors are measured at most: a machine with
    /// thousands of data sets must not cost more than any other.
    pub const MAX_LABELS: usize = 64;

    /// Adds a value.
    pub fn gauge(&mut self, metric: Metric, label: &str, value: f64) {
        self.gauges.push((metric, label.to_owned(), value));
    }

    /// Adds a total.
    pub fn counter(&mut self, metric: Metric, label: &str, total: u64) {
        self.counters.push((metric, label.to_owned(), total));
    }
}
