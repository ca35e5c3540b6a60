//! Checks: what an agent measures by itself, and what it found.
//!
//! Definitions travel in the document of what an agent does by itself, only to
//! agents that name [`crate::capability::CHECKS`]. The agent reports numbers,
//! codes and states; whether they are good is for the server to judge.

use serde::{Deserialize, Serialize};

use crate::{LogEntry, ScriptAction};

/// A check: how often something is measured, and what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckDefinition {
    /// The check, everywhere and for ever.
    pub id: i64,
    /// Names this state of the definition; each report says which one it followed.
    pub version: String,
    /// From one start to the next.
    pub interval_seconds: u32,
    /// What is measured.
    pub probe: Probe,
}

/// What a check measures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Probe {
    /// The free space of a disk: [`Reading::Disk`] or [`Reading::NoDisk`].
    Disk {
        /// A mount point, or a drive such as `C:`.
        disk: String,
    },
    /// How busy the processors are: [`Reading::Percent`].
    Cpu,
    /// How much memory is in use: [`Reading::Percent`].
    Memory,
    /// Three echoes: [`Reading::Ping`] or [`Reading::Unreachable`].
    Ping {
        /// An IPv4 or IPv6 address, or a name.
        target: String,
    },
    /// The state of a service: [`Reading::Service`].
    Service {
        /// The name it is controlled by.
        name: String,
        /// Whether one that is starting is good enough.
        may_be_starting: bool,
        /// Whether one that does not exist is good enough.
        may_be_missing: bool,
        /// Start it once when it is stopped, before its state is read again.
        restart: bool,
    },
    /// Entries of the system's log: [`Reading::Events`].
    EventLog {
        /// `Application`, `System`, `Security`, or a channel of the system.
        log: String,
        /// Only this event id.
        event_id: Option<i64>,
        /// Only this type: `INFO`, `WARNING`, `ERROR`, `AUDIT_SUCCESS` or
        /// `AUDIT_FAILURE`; empty for all.
        kind: String,
        /// Only this source; empty for all.
        source: String,
        /// Only entries whose message contains this, whatever the case.
        message: String,
        /// How many days back; 0 for the whole log.
        days: u32,
        /// How many the server has to know of: beyond that, and beyond the
        /// entries of the reading, they need not be counted.
        most: u32,
    },
    /// A script: [`Reading::Script`].
    Script(ScriptAction),
    /// A page, asked for once: [`Reading::Http`] or [`Reading::Unreachable`].
    Http {
        /// With `http://` or `https://`.
        url: String,
        /// What the page has to contain; empty for anything.
        text: String,
        /// How long all of it may take.
        timeout_seconds: u32,
    },
    /// A TCP connection: [`Reading::Port`] or [`Reading::Unreachable`].
    Port {
        /// A name or an address.
        host: String,
        /// Which port.
        port: u16,
        /// How long it may take.
        timeout_seconds: u32,
    },
    /// A check from a newer server: it is not run here, and the rest of the
    /// document stays readable.
    #[serde(other)]
    Unknown,
}

/// What one run of a check found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckReport {
    /// Grows by one with each report of an agent, and never starts again; some
    /// may be missing, for agents drop what waits for too long.
    pub number: u64,
    /// The check.
    pub check: i64,
    /// The state of its definition that the run followed.
    pub version: String,
    /// When it began, microseconds since 1970, agent's clock.
    pub time: i64,
    /// How long it took, in milliseconds.
    pub took_ms: u32,
    /// What was found.
    pub reading: Reading,
    /// Whether somebody asked for it, see [`RunChecks`].
    pub forced: bool,
}

/// What a check found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Reading {
    /// The space of a disk, as people without special rights may use it.
    Disk {
        /// The free part, 0 to 100.
        free_percent: f64,
        /// Bytes that are free.
        free_bytes: u64,
        /// Bytes that are free or in use.
        total_bytes: u64,
    },
    /// There is no such disk.
    NoDisk,
    /// What was in use in the last minutes, 0 to 100.
    Percent {
        /// One value a minute, the newest last; at least 1 and at most
        /// [`MAX_SAMPLES`].
        samples: Vec<f64>,
    },
    /// What came back of the echoes.
    Ping {
        /// How many were sent.
        sent: u32,
        /// How many came back.
        received: u32,
        /// The mean time they took; none when none came back.
        latency_ms: Option<f64>,
    },
    /// The state of a service.
    Service {
        /// `running`, `starting`, `stopped`, `missing`, or another word of the
        /// system.
        state: String,
        /// Whether the agent has just started it.
        restarted: bool,
    },
    /// Entries of the system's log.
    Events {
        /// How many there are, as far as they were counted.
        count: u64,
        /// The newest of them, newest first; at most [`MAX_ENTRIES`], messages
        /// cut to 1 KiB.
        entries: Vec<LogEntry>,
    },
    /// A script has ended.
    Script {
        /// Its code, or one of those that say why there is none; see
        /// [`crate::End::retcode`].
        code: i32,
        /// Its standard output, cut to [`MAX_STREAM_BYTES`].
        stdout: String,
        /// Its standard error, cut to [`MAX_STREAM_BYTES`].
        stderr: String,
        /// How long it ran.
        seconds: f64,
    },
    /// A page answered.
    Http {
        /// The status, of the page itself: redirections are not followed.
        status: u16,
        /// Until the head of the answer was there.
        latency_ms: f64,
        /// Whether the text is in the page; true when none was asked for.
        has_text: bool,
        /// How many whole days the certificate is good for; none without TLS.
        certificate_days: Option<i64>,
    },
    /// A port answered.
    Port {
        /// Until the connection was there.
        latency_ms: f64,
    },
    /// There is no answer: of a page, a port or an address.
    Unreachable {
        /// Why, in a sentence for a person.
        reason: String,
    },
    /// The agent could not find out: what was known before stays so.
    Unable {
        /// Why, in a sentence for a person.
        reason: String,
    },
}

/// The most samples in a [`Reading::Percent`].
pub const MAX_SAMPLES: usize = 15;

/// The most entries in a [`Reading::Events`].
pub const MAX_ENTRIES: usize = 20;

/// The most bytes of each stream in a [`Reading::Script`].
pub const MAX_STREAM_BYTES: usize = 64 * 1024;

/// Run checks now, whether or not they are due.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunChecks {
    /// Which ones; empty for all.
    pub ids: Vec<i64>,
}
