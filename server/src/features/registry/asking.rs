//! Asking an agent about its registry, and what is recorded before it changes
//! something.

use std::time::Duration;

use muster_protocol::RegistryValueChange;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::value::RegistryValue;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::Identity;
use crate::domain::fleet::{Target, find_target};
use crate::domain::key_store::Masks;
use crate::error::ApiError;
use crate::ids::AgentId;

/// What `status` says in answers: everything else is a refusal.
pub const SUCCESS: &str = "success";

/// How long an agent may take to read a page.
pub const READ_LIMIT: Duration = Duration::from_secs(15);
/// A little longer than agents work on a question.
const CHANGE_LIMIT: Duration = Duration::from_secs(35);
/// The most characters of a path or a name in a sentence.
const SHOWN: usize = 200;

/// A change of an agent's registry in the name of a caller.
pub struct RegistryChange<'a> {
    app: &'a App,
    caller: &'a Identity,
    pub target: Target,
    question: &'static str,
}

impl<'a> RegistryChange<'a> {
    /// Finds the agent, which must be able to answer this question now.
    pub async fn begin(
        app: &'a App,
        caller: &'a Identity,
        agent_id: &AgentId,
        question: &'static str,
    ) -> Result<Self, ApiError> {
        let target = find_target(app, caller, agent_id).await?;
        target.must_be_thawed()?;
        target.must_be_able_to(question)?;
        Ok(Self { app, caller, target, question })
    }

    /// Records the change, and asks the agent for it.
    pub async fn ask<B: Serialize, A: DeserializeOwned + Send + 'static>(
        &self,
        entry: Entry,
        body: &B,
    ) -> Result<A, ApiError> {
        Change::begin(self.app, self.caller).await?.commit(entry).await?;
        let agent_id = &self.target.agent_id;
        Ok(self.app.agent_link.ask_agent(agent_id, self.question, body, CHANGE_LIMIT).await?)
    }

    /// A row of the audit log: who did what, and the data before and after, without
    /// secrets of the key store.
    pub async fn entry(
        &self,
        action: Action,
        deed: &str,
        (before, after): (Option<Value>, Option<Value>),
    ) -> Result<Entry, ApiError> {
        let app = self.app;
        let masks = app.runs.masks.newest(app.db.read(), &app.vault).await?;
        let message = format!("{} {deed} on {}", self.caller.username, self.target.hostname);
        let mut entry = self.target.entry(action, ObjectType::Agent, message);
        if let Some(before) = before {
            entry = entry.before(&covered(before, &masks));
        }
        if let Some(after) = after {
            entry = entry.after(&covered(after, &masks));
        }
        Ok(entry)
    }

    /// Records what the agent replaced, if that is not what it had shown before.
    pub async fn correct(
        &self,
        recorded: &muster_protocol::RegistryValue,
        change: &RegistryValueChange,
    ) -> Result<(), ApiError> {
        let Some(old) = change.old.as_ref() else { return Ok(()) };
        let is_whole = !old.truncated && !recorded.truncated;
        if old.size == recorded.size && (!is_whole || old.data == recorded.data) {
            return Ok(());
        }
        let value = label(&old.name, &change.path);
        let deed = format!("replaced other data of {value} than was recorded: it had changed");
        let before = recorded_value(&change.path, old.clone());
        let entry = self.entry(Action::Modify, &deed, (Some(before), None)).await?;
        Change::begin(self.app, self.caller).await?.commit(entry).await
    }
}

/// What the audit log has of a value that an agent reported.
pub fn recorded_value(path: &str, reported: muster_protocol::RegistryValue) -> Value {
    let value = RegistryValue::from(reported);
    let mut recorded = json!({
        "path": path, "name": value.name, "type": value.kind, "data": value.data,
    });
    if value.truncated {
        (recorded["truncated"], recorded["size"]) = (json!(true), json!(value.size));
    }
    recorded
}

/// A value in a sentence.
pub fn label(name: &str, path: &str) -> String {
    let path = short(path);
    match name {
        "" => format!("the default value of {path}"),
        name => format!("the value {} of {path}", short(name)),
    }
}

/// The beginning of a path or a name, for a sentence.
pub fn short(text: &str) -> String {
    let mut letters = text.chars();
    let start: String = letters.by_ref().take(SHOWN).collect();
    if letters.next().is_some() { format!("{start}…") } else { start }
}

/// The same with asterisks for secrets.
fn covered(value: Value, masks: &Masks) -> Value {
    match value {
        Value::String(text) => {
            let mut bytes = text.into_bytes();
            masks.cover(&mut bytes);
            Value::String(String::from_utf8_lossy(&bytes).into_owned())
        }
        Value::Array(items) => items.into_iter().map(|item| covered(item, masks)).collect(),
        Value::Object(entries) => {
            entries.into_iter().map(|(name, value)| (name, covered(value, masks))).collect()
        }
        other => other,
    }
}
