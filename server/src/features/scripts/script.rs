//! A script as the API shows it.

use ring::digest;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::approval::{PendingChange, ScriptContent};
use super::form::SHELLS;
use crate::audit::Stamps;
use crate::domain::fleet::PLATFORMS;
use crate::environment;

/// Seconds a script may run by default.
pub const DEFAULT_TIMEOUT: i64 = 90;
/// Seconds that no run exceeds.
const LONGEST_RUN: i64 = 86_400;
/// `script_type` of a script that comes with the program.
pub const BUILTIN: &str = "builtin";
/// `script_type` of a script that a person wrote here.
pub const USER_DEFINED: &str = "userdefined";

/// A script without its body, as lists show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ScriptItem {
    /// Key of the script.
    pub id: i64,
    /// Identity of a built-in script on every server; empty for others.
    pub guid: String,
    /// What people call it.
    pub name: String,
    /// What it does.
    pub description: String,
    /// Name of the file it came from.
    pub filename: String,
    /// `powershell`, `cmd`, `python`, `shell`, `nushell` or `deno`.
    #[schema(extensions(("x-enum-values" = json!(SHELLS))))]
    pub shell: String,
    /// `userdefined` or `builtin`.
    #[schema(extensions(("x-enum-values" = json!([USER_DEFINED, BUILTIN]))))]
    pub script_type: String,
    /// Arguments when a run names none.
    pub args: Vec<String>,
    /// `NAME=value` each, when a run names none; `NAME=********` for callers who may
    /// not change the script.
    pub env_vars: Vec<String>,
    /// How its arguments are written, for people.
    pub syntax: String,
    /// Whether it is among the favourites.
    pub favorite: bool,
    /// Whether lists leave it out.
    pub hidden: bool,
    /// Where it stands in the library.
    pub category: String,
    /// SHA-256 of the body, hexadecimal.
    pub script_hash: String,
    /// Number of the present body.
    pub version: i64,
    /// Seconds until it is killed, when a run names none; 0 for the server's
    /// default.
    pub default_timeout: i64,
    /// `windows`, `linux`, `darwin`; empty for all.
    #[schema(extensions(("x-enum-values" = json!(PLATFORMS))))]
    pub supported_platforms: Vec<String>,
    /// Whether every run is as the person at the machine.
    pub run_as_user: bool,
    /// Keys of the clients it belongs to; empty for all. Callers with a scope
    /// change only what belongs to clients of it.
    pub owner_clients: Vec<i64>,
    /// Whether a change waits for a second person.
    #[serde(flatten)]
    pub pending: PendingChange,
    /// Who made and changed it.
    #[serde(flatten)]
    pub stamps: Stamps,
}

impl ScriptItem {
    /// Seconds until a run that names none is killed.
    pub fn run_timeout(&self) -> i64 {
        match self.default_timeout {
            0 => DEFAULT_TIMEOUT,
            own => own.min(LONGEST_RUN),
        }
    }

    /// As callers see it who may not change it.
    pub(super) fn without_values(mut self) -> Self {
        environment::mask(&mut self.env_vars);
        self
    }
}

/// A script with its body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Script {
    /// Everything else.
    #[serde(flatten)]
    pub item: ScriptItem,
    /// The code.
    pub script_body: String,
    /// What is run while a change waits; none if nothing was ever approved.
    #[serde(skip)]
    pub approved: Option<ScriptContent>,
}

impl Script {
    /// A script that does nothing and is not stored yet.
    pub fn empty() -> Self {
        let item = ScriptItem {
            id: 0,
            guid: String::new(),
            name: String::new(),
            description: String::new(),
            filename: String::new(),
            shell: String::new(),
            script_type: USER_DEFINED.to_owned(),
            args: Vec::new(),
            env_vars: Vec::new(),
            syntax: String::new(),
            favorite: false,
            hidden: false,
            category: String::new(),
            script_hash: String::new(),
            version: 1,
            default_timeout: DEFAULT_TIMEOUT,
            supported_platforms: Vec::new(),
            run_as_user: false,
            owner_clients: Vec::new(),
            pending: PendingChange::default(),
            stamps: Stamps::none(),
        };
        Self { item, script_body: String::new(), approved: None }
    }

    /// Replaces the body, and with it the hash.
    pub fn set_body(&mut self, body: String) {
        self.item.script_hash = hash(&body);
        self.script_body = body;
    }

    /// Whether it comes with the program.
    pub fn is_builtin(&self) -> bool {
        self.item.script_type == BUILTIN
    }

    /// What the audit log shows: the body only as its hash, as it may contain
    /// secrets, and of the environment the names. The row names the body itself as
    /// its code.
    pub(super) fn audited(&self) -> Value {
        let env_vars = environment::names(&self.item.env_vars);
        serde_json::json!(ScriptItem { env_vars, ..self.item.clone() })
    }
}

/// SHA-256 of a text, hexadecimal.
pub fn hash(text: &str) -> String {
    let digest = digest::digest(&digest::SHA256, text.as_bytes());
    digest.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}
