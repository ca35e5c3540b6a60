//! The messages on the line, in both directions.
//!
//! The order of a connection: the server sends `Challenge`, the agent `Prove`,
//! the server `Proven`, the agent `Hello`, the server `Welcome`; from then on both
//! speak when they have something to say. The server may answer `Refused` to
//! either message of the agent. Where one side is older than protocol 6 there is
//! no `Prove` and no `Proven`: the hello carries the proof.

use serde::{Deserialize, Serialize};

use crate::{Answer, CheckReport, FreezeFlag, Inventory, Order, Outcome, Question, TaskStart};

/// What the server says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ToAgent {
    /// The first message: sign this.
    Challenge {
        /// Fresh random bytes, see [`crate::NONCE_BYTES`].
        #[serde(with = "serde_bytes")]
        nonce: Vec<u8>,
        /// [`crate::PROTOCOL`] of the server's build; 0 from servers before
        /// protocol 6. From [`crate::PROOF_PROTOCOL`] on it expects `Prove`.
        #[serde(default)]
        protocol: u32,
    },
    /// The agent is who it says it is: now its hello is read.
    Proven,
    /// The agent is welcome.
    Welcome(Welcome),
    /// The agent may not connect; the server closes the line after this.
    Refused {
        /// What a program does about it.
        refusal: Refusal,
        /// What a person reads.
        reason: String,
        /// In how many seconds to connect again, for `TryLater`. 0: the agent
        /// decides; so it is from servers before protocol 6.
        #[serde(default)]
        retry_after_seconds: u64,
    },
    /// Do this, once. An order the agent has seen before is answered from its
    /// ledger and not run again.
    Order(Order),
    /// End this run now, with its whole process tree.
    Cancel {
        /// The run to end.
        run_id: String,
    },
    /// Output up to these offsets is stored: the agent may send more.
    Stored {
        /// The run it belongs to.
        run_id: String,
        /// Bytes of stdout stored.
        stdout: u64,
        /// Bytes of stderr stored.
        stderr: u64,
    },
    /// The outcome is stored: the agent may forget the run's output.
    Closed {
        /// The run that is over.
        run_id: String,
    },
    /// Collect the inventory and send it.
    SendInventory,
    /// Answer this, now. Only to agents that name it in their capabilities.
    Question(Question),
    /// A piece of what the agent does by itself, see
    /// [`crate::Definitions::messages`]. Only to agents that name
    /// [`crate::capability::DEFINITIONS`].
    Definitions {
        /// The digest of the document it belongs to.
        digest: String,
        /// Where in the encoded document the piece begins, in bytes.
        offset: u64,
        /// How many bytes the encoded document has.
        total: u64,
        /// The bytes.
        #[serde(with = "serde_bytes")]
        data: Vec<u8>,
    },
    /// From now on the agent is frozen, or no longer. Only to agents that name
    /// [`crate::capability::FREEZE`].
    Freeze(FreezeFlag),
    /// The block on the way is stored: the agent may forget its samples up to
    /// this minute. Only in answer to `Metrics`.
    MetricsStored {
        /// The last minute of the block that is stored, counted from 1970 in UTC.
        through: u32,
    },
    /// The reports on the way are stored: the agent may forget them up to this
    /// number. Only in answer to `CheckResults`.
    ChecksStored {
        /// The number of the last report that is stored.
        through: u64,
    },
    /// What became of the part of a recording on the way. Only in answer to
    /// `RecordingPart`.
    RecordingStored {
        /// The session, a UUID; empty where the part could not be read.
        session: String,
        /// When the recording began, as the part says.
        began: i64,
        /// The number of the part.
        index: u32,
        /// Empty: it is stored, or was before. Anything else: it is refused for ever, and
        /// the agent drops the whole recording and logs the code.
        code: String,
    },
}

/// What the agent says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum FromAgent {
    /// The answer to `Challenge`: who connects, and that it is so. Short,
    /// because the server reads no more from a stranger. Only to servers of
    /// [`crate::PROOF_PROTOCOL`] or later.
    Prove {
        /// The identifier enrolment gave.
        agent_id: String,
        /// `host:port` of the server, as the agent knows it.
        server: String,
        /// Ed25519 signature over [`crate::proof_to_sign`], 64 bytes.
        #[serde(with = "serde_bytes")]
        signature: Vec<u8>,
    },
    /// The answer to `Proven`, or to `Challenge` where there is no `Prove`.
    Hello(Box<Hello>),
    /// The order stands in the agent's durable ledger: it will run, or end as
    /// interrupted, whatever happens to the line.
    Accepted {
        /// The run the order belongs to.
        run_id: String,
    },
    /// This build does not know the order; nothing was run.
    Unsupported {
        /// The run the order belongs to.
        run_id: String,
        /// The order's name, as it came.
        name: String,
    },
    /// A piece of a run's output, in order and without gaps per stream.
    Output {
        /// The run it belongs to.
        run_id: String,
        /// Which of the two streams.
        stream: Stream,
        /// Where in the stream the piece begins, in bytes.
        offset: u64,
        /// The bytes, as the program wrote them.
        #[serde(with = "serde_bytes")]
        data: Vec<u8>,
    },
    /// A run is over. Sent after all its output, and again after a reconnect
    /// until the server says `Closed`.
    Finished {
        /// The run that is over.
        run_id: String,
        /// How it ended.
        outcome: Outcome,
    },
    /// What the machine is made of, when asked for or when it changed.
    Inventory {
        /// Digest of the inventory, the one `Hello` carries.
        digest: String,
        /// The inventory itself.
        inventory: Box<Inventory>,
    },
    /// What came of a question.
    Answer {
        /// The question it answers.
        id: u64,
        /// The answer.
        answer: Answer,
    },
    /// The definitions with this digest are on the agent's disk.
    DefinitionsKept {
        /// The digest that came with them.
        digest: String,
    },
    /// The agent started a run by itself; it stands in its durable ledger.
    ///
    /// Said before anything else of the run, and again after each reconnect, in
    /// the hello, until the run is closed. Twice the same run is one run.
    TaskStarted {
        /// The run, named by the agent.
        run_id: String,
        /// How it began.
        start: TaskStart,
    },
    /// Packages were installed, updated or removed on the machine. Only to
    /// servers of [`crate::PACKAGES_PROTOCOL`] or later. Nothing is lost with
    /// the line: the next hello carries the same digest.
    PackagesChanged {
        /// Digest of the package database, the one the next hello carries.
        digest: String,
    },
    /// What the machine measured, by the minute. Only to servers of
    /// [`crate::METRICS_PROTOCOL`] or later, and the next one only after
    /// `MetricsStored`. The same samples may come again, on another connection.
    Metrics {
        /// A packed block of `muster_metrics`.
        #[serde(with = "serde_bytes")]
        block: Vec<u8>,
    },
    /// What checks found. Only to servers of [`crate::CHECKS_PROTOCOL`] or later,
    /// and the next ones only after `ChecksStored`. The same reports may come
    /// again, on another connection.
    CheckResults {
        /// By number, the oldest first; never empty.
        reports: Vec<CheckReport>,
    },
    /// A sealed part of the recording of a remote session. Only to servers of
    /// [`crate::RECORDING_PROTOCOL`] or later, and the next one only after
    /// `RecordingStored`. The same part may come again, on another connection.
    RecordingPart {
        /// A part of `muster_remote::recording`.
        #[serde(with = "serde_bytes")]
        part: Vec<u8>,
    },
}

/// Who connects, what it can do, and what it remembers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hello {
    /// The identifier enrolment gave.
    pub agent_id: String,
    /// Ed25519 signature over [`crate::text_to_sign`], 64 bytes; empty after a
    /// `Prove`.
    #[serde(with = "serde_bytes")]
    pub signature: Vec<u8>,
    /// [`crate::PROTOCOL`] of the agent's build.
    pub protocol: u32,
    /// Names from [`crate::capability`].
    pub capabilities: Vec<String>,
    /// Release of the agent program.
    pub version: String,
    /// `windows`, `linux` or `darwin`.
    pub plat: String,
    /// `amd64`, `386`, `arm64` or `arm`.
    pub goarch: String,
    /// The name the computer goes by now.
    pub hostname: String,
    /// Digest of the inventory the agent would send; the server asks for it
    /// only when it holds another.
    pub inventory_digest: String,
    /// Every run in the ledger whose `Closed` has not come yet.
    pub runs: Vec<KnownRun>,
    /// Differs each time the agent program starts: tells a reconnect of one
    /// process from a second machine with a copied identity.
    pub process_id: String,
    /// Digest of the definitions the agent goes by; empty when it has none, as
    /// agents before protocol 3.
    #[serde(default)]
    pub definitions_digest: String,
    /// A new program that shows it can get in and hangs up: it takes no orders,
    /// and its runs are not asked for. Agents before protocol 4 never do.
    #[serde(default)]
    pub is_trial: bool,
    /// Digest of where the package database stands, not of what is in it: it
    /// differs when packages came or went. Empty when the agent cannot tell,
    /// and from agents before protocol 5.
    #[serde(default)]
    pub packages_digest: String,
}

/// A run the agent still holds something of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KnownRun {
    /// The run.
    pub run_id: String,
    /// Whether its outcome is known and waits to be delivered.
    pub finished: bool,
    /// How it began, when the agent started it by itself; agents before
    /// protocol 3 never do.
    #[serde(default)]
    pub task: Option<TaskStart>,
}

/// The server's answer to a good `Hello`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Welcome {
    /// [`crate::PROTOCOL`] of the server's build.
    pub protocol: u32,
    /// Release of the server program.
    pub version: String,
    /// The address the server sees the agent at.
    pub public_ip: String,
    /// How far the server is with each run of the `Hello`, in its order.
    pub runs: Vec<WelcomeRun>,
    /// Whether the server wants the inventory now.
    pub send_inventory: bool,
    /// The Ed25519 key that signs the programs it hands out, 32 bytes in
    /// lower-case hex. An agent keeps the first it hears. Empty from servers
    /// before protocol 4.
    #[serde(default)]
    pub package_key: String,
    /// Whether the agent is frozen; none from servers that never froze anything,
    /// and from those that cannot.
    #[serde(default)]
    pub freeze: Option<FreezeFlag>,
    /// The server's time, in microseconds since 1970: an agent judges by it
    /// whether a grant has expired, as its own clock may be wrong. 0 from servers
    /// before protocol 9.
    #[serde(default)]
    pub time: i64,
}

/// How much of a run the server has stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WelcomeRun {
    /// The run.
    pub run_id: String,
    /// Bytes of stdout stored.
    pub stdout: u64,
    /// Bytes of stderr stored.
    pub stderr: u64,
    /// The server wants nothing more of it: it is over there, or unknown.
    pub closed: bool,
}

/// Why an agent may not connect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refusal {
    /// The agent was removed, or its key does not match: enrol again.
    NotEnrolled,
    /// Another machine holds this identity: the later one must enrol again.
    Cloned,
    /// Not the agent's fault: try again later.
    TryLater,
    /// Somebody removed the agent: uninstall it. Only to agents that name
    /// [`crate::capability::UNINSTALL`]; the others are `NotEnrolled`.
    Uninstall,
}

/// One of a program's two output streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stream {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}
