//! What a run of a script executes: what is approved.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::features::scripts::form::SHELLS;
use crate::features::scripts::script::{ScriptItem, hash};

/// What a run of a script executes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ScriptContent {
    /// Number of the body.
    pub version: i64,
    /// SHA-256 of the body, hexadecimal.
    pub script_hash: String,
    /// `powershell`, `cmd`, `python`, `shell`, `nushell` or `deno`.
    #[schema(extensions(("x-enum-values" = json!(SHELLS))))]
    pub shell: String,
    /// Whether every run is as the person at the machine.
    pub run_as_user: bool,
    /// The body with its snippets inserted.
    pub code: String,
}

impl ScriptContent {
    /// The content of a script whose body becomes this code.
    pub fn of(script: &ScriptItem, code: String) -> Self {
        Self {
            version: script.version,
            script_hash: script.script_hash.clone(),
            shell: script.shell.clone(),
            run_as_user: script.run_as_user,
            code,
        }
    }

    /// Whether both do the same, whatever their numbers.
    pub fn runs_like(&self, other: &Self) -> bool {
        (&self.shell, self.run_as_user, &self.code)
            == (&other.shell, other.run_as_user, &other.code)
    }

    /// Names it: nothing else has the same.
    pub fn digest(&self) -> String {
        hash(&serde_json::json!(self).to_string())
    }
}
