//! Stores many runs at once: those of a bulk action, or of the server itself.

use sea_orm::{ConnectionTrait, DbErr, Value};

use super::new_run::NewRun;
use super::order_body::seal_body;
use crate::auth::Vault;
use crate::ids::{AgentKey, RunId};
use crate::storage::sql;
use crate::time::{self, Timestamp};

/// Runs per statement.
const CHUNK: usize = 500;

#[derive(Debug)]
pub struct NewMember {
    pub run_id: RunId,
    pub agent: AgentKey,
    /// Whether it occupies a slot of its bulk action.
    pub slot: bool,
    /// What it does not share with the others.
    pub own: Option<OwnOrder>,
}

/// What a run does not share with the others.
#[derive(Debug)]
pub struct OwnOrder {
    /// What was requested, as text for people.
    pub command: String,
    /// In which shell.
    pub shell: String,
    /// The order's own fields, encoded.
    pub order_body: Vec<u8>,
}

/// Stores many runs. They are alike except for what each member contains; an
/// order body that all runs of a bulk action share is stored there, and omitted
/// here.
pub async fn insert_many(
    write: &impl ConnectionTrait,
    vault: &Vault,
    bulk: Option<i64>,
    like: &NewRun<'_>,
    members: &[NewMember],
) -> Result<(), DbErr> {
    for chunk in members.chunks(CHUNK) {
        let mut values = shared_values(bulk, like);
        if chunk.iter().any(|member| member.own.is_none()) {
            // Only then, as a bound value must be used: `$18` to `$20`.
            let body = if bulk.is_some() { Vec::new() } else { seal_body(vault, like.order_body) };
            values.extend([like.command.into(), like.shell.into(), body.into()]);
        }
        let rows: Vec<String> =
            chunk.iter().map(|member| row(vault, member, &mut values)).collect();
        let text = format!(
            "insert into runs (run_id, agent_id, bulk_slot, command, shell, order_body, bulk_id,
                    type, status, username, user_id, time, script_id, script_name, order_name,
                    timeout_seconds, expires, custom_field, collector_all_output,
                    save_to_agent_note, mail_to, task_id, api_key, script_version)
             values {}",
            rows.join(", ")
        );
        sql::execute(write, &text, values).await?;
    }
    Ok(())
}

/// `$1` to `$17`.
fn shared_values(bulk: Option<i64>, like: &NewRun<'_>) -> Vec<Value> {
    vec![
        bulk.into(),
        like.kind.into(),
        like.username.into(),
        like.user_id.into(),
        Timestamp::now().into(),
        like.script.into(),
        like.script_name.into(),
        like.order_name.into(),
        like.timeout_seconds.into(),
        time::optional(like.expires),
        like.keep.custom_field.into(),
        like.keep.all_output.into(),
        like.keep.note.into(),
        serde_json::json!(like.keep.mail_to).to_string().into(),
        like.keep.task.into(),
        like.api_key.into(),
        like.script_version.into(),
    ]
}

fn row(vault: &Vault, member: &NewMember, values: &mut Vec<Value>) -> String {
    let first = values.len() + 1;
    values.extend([(&member.run_id).into(), member.agent.into(), member.slot.into()]);
    let own = match &member.own {
        None => "$18, $19, $20".to_owned(),
        Some(own) => {
            values.extend([
                own.command.clone().into(),
                own.shell.clone().into(),
                seal_body(vault, &own.order_body).into(),
            ]);
            format!("${}, ${}, ${}", first + 3, first + 4, first + 5)
        }
    };
    format!(
        "(${first}, ${}, ${}, {own}, $1, $2, 'queued', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, \
         $13, $14, $15, $16, $17)",
        first + 1,
        first + 2
    )
}
