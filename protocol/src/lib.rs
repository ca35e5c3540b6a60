//! What the Muster server and its agents say to each other.
//!
//! Types and their encoding, nothing else: both sides depend on this crate, so
//! it may depend on neither. Messages change additively. A field that an older
//! peer does not send carries `#[serde(default)]` and says which peer that is;
//! a new order gets a new name, which an older agent answers with
//! `Unsupported`. `golden/` holds every shape that was ever released.

mod checks;
#[cfg(test)]
mod checks_tests;
mod definitions;
mod enrolment;
mod frame;
mod freeze;
#[cfg(test)]
mod freeze_tests;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
#[cfg(test)]
mod handshake_tests;
pub mod hex;
mod identity;
mod inventory;
mod link;
#[cfg(test)]
mod metrics_tests;
#[cfg(test)]
mod optional_fields_tests;
mod order;
mod outcome;
#[cfg(test)]
mod packages_tests;
mod question;
mod reconnect;
#[cfg(test)]
mod recording_tests;
mod registry;
#[cfg(test)]
mod registry_tests;
mod release;
mod remote;
#[cfg(test)]
mod remote_tests;
mod self_test;
#[cfg(test)]
mod self_test_tests;
#[cfg(test)]
mod tests;
mod update;
mod upkeep;
#[cfg(test)]
mod upkeep_tests;

pub use checks::{
    CheckDefinition, CheckReport, MAX_ENTRIES, MAX_SAMPLES, MAX_STREAM_BYTES, Probe, Reading,
    RunChecks,
};
pub use definitions::{
    CommandAction, Definitions, DefinitionsReader, MAX_DEFINITIONS_BYTES, RunTask, ScriptAction,
    StartReason, TaskAction, TaskDefinition, TaskStart, UpdateWindow,
};
pub use enrolment::{EnrolmentAnswer, EnrolmentRequest, Farewell};
pub use frame::{FrameError, MAX_FRAME_BYTES, decode, encode};
pub use freeze::{CHANGING_QUESTIONS, FreezeFlag, freeze_to_sign};
pub use identity::{NONCE_BYTES, enrolment_to_sign, farewell_to_sign, proof_to_sign, text_to_sign};
pub use inventory::{Disk, Inventory};
pub use link::{FromAgent, Hello, KnownRun, Refusal, Stream, ToAgent, Welcome, WelcomeRun};
pub use order::{Order, RunCommand, RunScript, ScheduleReboot, order_name};
pub use outcome::{ActionOutcome, CANCELLED, COULD_NOT_START, End, Outcome, TIMED_OUT};
pub use question::{
    Answer, ControlService, EndProcess, LogEntry, MAX_ANSWER_BYTES, MAX_QUESTION_BYTES, Power,
    Process, Question, ReadEventLog, SELF_TEST_SECONDS, Service, Software, WakeOnLan,
    question_name,
};
pub use reconnect::{LONGEST_PAUSE, reconnect_delay, requested_delay};
pub use registry::{
    CreatedRegistryKey, DeleteRegistryValue, DeletedRegistryKey, MAX_REGISTRY_DATA_BYTES,
    MAX_REGISTRY_KEY_NAME, MAX_REGISTRY_PAGE, MAX_REGISTRY_VALUE_NAME, ReadRegistry, RegistryData,
    RegistryKey, RegistrySubkey, RegistryValue, RegistryValueChange, RenameRegistryKey,
    RenameRegistryValue, RenamedRegistryKey, SetRegistryValue,
};
pub use release::{RELEASE_RECORD_BYTES, find_release, is_older};
pub use remote::{OpenRemote, OpenedRemote};
pub use self_test::{SelfTestReport, SelfTestStatus, SelfTestStep};
pub use update::{ChangeSoftware, InstallUpdates, ScanUpdates, Update, UpdateScan};
pub use upkeep::{RecoverAgent, STATIC_BUILD, UpdateAgent, downgrade_to_sign, package_to_sign};

/// The protocol this build speaks.
///
/// The diary, newest last. Peers agree on named capabilities (see
/// [`capability`]); the number decides only what has to be known before those
/// are, and is for people who read logs.
///
/// - 1 (2026-11-15): enrolment, hello with capabilities, `run_command`,
///   streamed output, inventory.
/// - 2 (2026-11-15): `run_script`, questions, updates and packages.
/// - 3 (2026-11-15): definitions, runs that agents start by themselves,
///   `run_task`, outcomes of several actions, `change_power`, refusal
///   `Uninstall`, `schedule_reboot`.
/// - 4 (2026-11-15): `update_agent`, `recover_agent`, hellos on trial, the key
///   of programs in the welcome, windows for updates in definitions.
/// - 5 (2026-11-16): digest of the package database in the hello,
///   `PackagesChanged`.
/// - 6 (2026-11-17): `Prove` before the hello, which signs the server's address
///   too; the challenge names the server's protocol, and refusals when to come
///   back. Proof of the old key when a computer enrols again, the publisher's
///   signature and downgrades in `update_agent`, the signed freeze flag.
/// - 7 (2026-11-17): `Metrics` and `MetricsStored`.
/// - 8 (2026-11-17): checks in definitions, `CheckResults`, `ChecksStored`,
///   `run_checks`.
/// - 9 (2026-11-19): `open_remote`, the server's time in the welcome.
/// - 10 (2026-11-19): `RecordingPart` and `RecordingStored`.
pub const PROTOCOL: u32 = 10;

/// The first protocol whose servers expect `Prove` before the hello.
pub const PROOF_PROTOCOL: u32 = 6;

/// The first protocol whose servers understand `PackagesChanged`.
pub const PACKAGES_PROTOCOL: u32 = 5;

/// The first protocol whose servers store `Metrics`.
pub const METRICS_PROTOCOL: u32 = 7;

/// The first protocol whose servers store `CheckResults`.
pub const CHECKS_PROTOCOL: u32 = 8;

/// The first protocol whose servers store `RecordingPart`.
pub const RECORDING_PROTOCOL: u32 = 10;

/// Where an agent enrols: `POST`, JSON, once in its life.
pub const ENROL_PATH: &str = "/link/enroll/";

/// Where an agent that is uninstalled says so: `POST`, JSON.
pub const LEAVE_PATH: &str = "/link/leave/";

/// Where an agent holds its line: WebSocket, MessagePack frames.
pub const CONNECT_PATH: &str = "/link/connect/";

/// How often an agent pings, so that both sides notice a dead line.
pub const PING_SECONDS: u64 = 30;

/// A line on which nothing was heard for this long is dead.
pub const SILENCE_SECONDS: u64 = 75;

/// How many output bytes an agent may have on the way without a `Stored`.
///
/// It bounds the memory of both sides: the rest waits in the agent's spool.
pub const OUTPUT_WINDOW_BYTES: u64 = 1024 * 1024;

/// The largest piece of output in one frame.
pub const OUTPUT_CHUNK_BYTES: usize = 64 * 1024;

/// Names of what an agent can do beyond connecting.
pub mod capability {
    /// Runs shell commands: order `run_command`.
    pub const RUN_COMMAND: &str = "run_command";
    /// Runs scripts: order `run_script`.
    pub const RUN_SCRIPT: &str = "run_script";
    /// Ends a run before its time: message `Cancel`.
    pub const CANCEL: &str = "cancel";
    /// Keeps definitions and goes by them: message `Definitions`.
    pub const DEFINITIONS: &str = "definitions";
    /// Goes when it was removed: refusal `Uninstall`.
    pub const UNINSTALL: &str = "uninstall";
    /// Runs the checks of its definitions: messages `CheckResults` and
    /// `ChecksStored`.
    pub const CHECKS: &str = "checks";
    /// Sends its inventory when asked: message `SendInventory`.
    pub const INVENTORY: &str = "inventory";
    /// Starts nothing while it is frozen: message `Freeze`, and `freeze` in the
    /// welcome.
    pub const FREEZE: &str = "freeze";
    /// Records remote sessions, and pauses them where it has to but cannot: messages
    /// `RecordingPart` and `RecordingStored`.
    pub const RECORDINGS: &str = "recordings";
    /// Hides and shows updates while it searches: `hide` and `show` of
    /// [`crate::ScanUpdates`].
    pub const HIDE_UPDATES: &str = "hide_updates";
    /// Shows the message of [`crate::ScheduleReboot`].
    pub const REBOOT_MESSAGE: &str = "reboot_message";
    /// Its program needs no library of the system, and so must the next one.
    pub const STATIC_PROGRAM: &str = "static_program";
}
