//! Questions: what the server wants to know, or wants done, right now.
//!
//! Unlike an order, a question leaves no trace: it is answered while the line
//! holds or not at all. What must happen exactly once is an order.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{FrameError, decode, encode};

/// The most bytes an answer may have: it also passes the server's bus.
pub const MAX_ANSWER_BYTES: usize = 900 * 1024;

/// The most bytes the body of a question may have, for the same reason.
pub const MAX_QUESTION_BYTES: usize = MAX_ANSWER_BYTES;

/// The most seconds that an agent takes for a self-test.
pub const SELF_TEST_SECONDS: u64 = 110;

/// A question: a name from [`question_name`], and a body of that name's type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// Which one, so that answers find back. Unique on one line.
    pub id: u64,
    /// What is asked.
    pub name: String,
    /// The question's own fields, encoded.
    #[serde(with = "serde_bytes")]
    pub body: Vec<u8>,
}

impl Question {
    /// Makes a question of a name and its body.
    pub fn new<B: Serialize>(id: u64, name: &str, body: &B) -> Self {
        Self { id, name: name.to_owned(), body: encode(body) }
    }

    /// Reads the body as the type that belongs to the name.
    pub fn read<B: DeserializeOwned>(&self) -> Result<B, FrameError> {
        decode(&self.body)
    }
}

/// What came of a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// The answer of the name's type, encoded and then compressed (zlib).
    Data(#[serde(with = "serde_bytes")] Vec<u8>),
    /// The agent could not, in a sentence for a person.
    Failed(String),
    /// This kind of system has nothing like that, in a sentence for a person.
    UnsupportedPlatform(String),
    /// This build does not know the question.
    UnknownQuestion,
}

/// Names of questions. They are also capability names.
pub mod question_name {
    /// Body: `()`. Answer: `Vec<`[`super::Process`]`>`.
    pub const LIST_PROCESSES: &str = "list_processes";
    /// Body: [`super::EndProcess`]. Answer: `()`.
    pub const END_PROCESS: &str = "end_process";
    /// Asks it to end, and uses no force. Body: [`super::EndProcess`]. Answer: `()`.
    pub const TERMINATE_PROCESS: &str = "terminate_process";
    /// Body: `()`. Answer: `Vec<`[`super::Service`]`>`.
    pub const LIST_SERVICES: &str = "list_services";
    /// Body: the service's name. Answer: [`super::Service`].
    pub const READ_SERVICE: &str = "read_service";
    /// Body: [`super::ControlService`]. Answer: `()`.
    pub const CONTROL_SERVICE: &str = "control_service";
    /// Body: [`super::ReadEventLog`]. Answer: `Vec<`[`super::LogEntry`]`>`.
    pub const READ_EVENT_LOG: &str = "read_event_log";
    /// Body: `()`. Answer: `Vec<`[`super::Software`]`>`.
    pub const LIST_SOFTWARE: &str = "list_software";
    /// Body: [`super::Power`]. Answer: `()`, before it happens.
    pub const POWER: &str = "power";
    /// Body: [`super::WakeOnLan`]. Answer: `()`.
    pub const WAKE_ON_LAN: &str = "wake_on_lan";
    /// Body: [`crate::RunChecks`]. Answer: `Option<u32>`, how many checks run now;
    /// none while others run that were asked for before. Their results come as
    /// those of other runs do.
    pub const RUN_CHECKS: &str = "run_checks";
    /// Body: [`crate::ReadRegistry`]. Answer: [`crate::RegistryKey`].
    pub const READ_REGISTRY: &str = "read_registry";
    /// Creates keys above it too where they are missing; the key itself must not
    /// exist. Body: its path. Answer: [`crate::CreatedRegistryKey`].
    pub const CREATE_REGISTRY_KEY: &str = "create_registry_key";
    /// Deletes a key with everything in it. Body: its path.
    /// Answer: [`crate::DeletedRegistryKey`].
    pub const DELETE_REGISTRY_KEY: &str = "delete_registry_key";
    /// Body: [`crate::RenameRegistryKey`]. Answer: [`crate::RenamedRegistryKey`].
    pub const RENAME_REGISTRY_KEY: &str = "rename_registry_key";
    /// Body: [`crate::SetRegistryValue`]. Answer: [`crate::RegistryValueChange`].
    pub const SET_REGISTRY_VALUE: &str = "set_registry_value";
    /// Body: [`crate::DeleteRegistryValue`]. Answer: [`crate::RegistryValueChange`].
    pub const DELETE_REGISTRY_VALUE: &str = "delete_registry_value";
    /// Body: [`crate::RenameRegistryValue`]. Answer: [`crate::RegistryValueChange`].
    pub const RENAME_REGISTRY_VALUE: &str = "rename_registry_value";
    /// Takes up to [`super::SELF_TEST_SECONDS`]; refused while another one runs there.
    /// Body: `()`. Answer: [`crate::SelfTestReport`].
    pub const SELF_TEST: &str = "self_test";
    /// Answered once the agent has begun to connect to the relay, or with the
    /// reason why it does not. Body: [`crate::OpenRemote`]. Answer:
    /// [`crate::OpenedRemote`].
    pub const OPEN_REMOTE: &str = "open_remote";
    /// Body: `()`. Answer: `()`.
    pub const PING: &str = "ping";
}

/// One running process.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Process {
    /// Process id.
    pub pid: u32,
    /// Id of its parent; 0 for none.
    pub ppid: u32,
    /// Its short name.
    pub name: String,
    /// Share of one processor right now, in percent.
    pub cpu_percent: f32,
    /// Resident memory in bytes.
    pub memory_bytes: u64,
    /// Who it runs as.
    pub username: String,
    /// The whole command line.
    pub command_line: String,
}

/// End a process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndProcess {
    /// Process id.
    pub pid: u32,
}

/// A service: Windows service, systemd unit, launchd job.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Service {
    /// The name it is controlled by.
    pub name: String,
    /// What people call it.
    pub display_name: String,
    /// `running`, `stopped`, `failed`, `starting` or `stopping`.
    pub status: String,
    /// `auto`, `autodelay`, `manual` or `disabled`.
    pub start_type: String,
    /// Whether an automatic start is delayed (Windows).
    pub autodelay: bool,
    /// Main process; 0 for none.
    pub pid: u32,
    /// Who it runs as.
    pub username: String,
    /// The program it starts.
    pub binpath: String,
    /// What it is for.
    pub description: String,
}

/// Change the state or the start type of a service.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ControlService {
    /// Which service.
    pub name: String,
    /// `start`, `stop`, `restart`; or `auto`, `autodelay`, `manual`, `disabled`.
    pub action: String,
}

/// Read the system's log, newest first, a page at a time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReadEventLog {
    /// `Application`, `System`, `Security`, or a channel of the system.
    pub log: String,
    /// How many days back.
    pub days: u32,
    /// Only this type: `INFO`, `WARNING`, `ERROR`; empty for all.
    pub event_type: String,
    /// Only this source; empty for all.
    pub source: String,
    /// Only this event id.
    pub event_id: Option<u64>,
    /// Only entries whose message contains this, whatever the case.
    pub search: String,
    /// Entries to skip.
    pub offset: u64,
    /// Entries to return at most.
    pub limit: u64,
}

/// One entry of the system's log.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LogEntry {
    /// Number of the entry where the system has one.
    pub record: u64,
    /// Microseconds since 1970.
    pub time: i64,
    /// Who wrote it.
    pub source: String,
    /// `INFO`, `WARNING`, `ERROR`, `AUDIT_SUCCESS` or `AUDIT_FAILURE`.
    pub event_type: String,
    /// The event's id; 0 where there is none.
    pub event_id: u64,
    /// The event's category; empty where there is none.
    pub category: String,
    /// Name of the machine.
    pub computer: String,
    /// The text.
    pub message: String,
}

/// One installed program or package.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Software {
    /// Its name.
    pub name: String,
    /// Its version, as its manager writes it.
    pub version: String,
    /// Who made or maintains it.
    pub publisher: String,
    /// `YYYY-MM-DD`; empty when unknown.
    pub install_date: String,
    /// Bytes; 0 when unknown.
    pub size_bytes: u64,
    /// `dpkg`, `rpm`, `apk`, `pacman`, `snap`, `flatpak`, ….
    pub source: String,
    /// Where it is installed; empty when spread out.
    pub location: String,
    /// The command that removes it; empty when unknown.
    pub uninstall: String,
}

/// Restart or switch off the machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Power {
    /// `reboot` or `shutdown`.
    pub action: String,
    /// Seconds to wait first.
    pub delay_seconds: u32,
}

/// Wake another machine of the site.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WakeOnLan {
    /// Its hardware addresses, `aa:bb:cc:dd:ee:ff`.
    pub addresses: Vec<String>,
}
