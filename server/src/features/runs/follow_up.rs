//! What is done with the output of a run that has ended: a note, a custom
//! field, a mail.
//!
//! The request that waited for the run does it before it answers; the job that
//! was stored with the run's end does it if no request waits any more. It is
//! done once; field and note only get the output of scripts that ran to their
//! end.

use anyhow::Context;
use sea_orm::{ConnectionTrait, DbErr};
use serde_json::{Value, json};

use super::{collector, result_mail};
use crate::app::App;
use crate::debug_log::{DebugEntry, LogType};
use crate::domain::custom_fields::{self, Model, Owner};
use crate::domain::definitions::{self, Changed};
use crate::domain::runs::queries::OutputFollowUp;
use crate::domain::runs::{answer, queries as stored};
use crate::error::ApiError;
use crate::events::catalogue::AgentChanges;
use crate::events::{Entity, Event};
use crate::features::notes::{self, NewNote};
use crate::ids::RunKey;

/// The most output in a note.
const LONGEST_NOTE: usize = 1024 * 1024;

/// The job.
pub async fn follow_up(app: App, payload: Value) -> anyhow::Result<()> {
    let id = RunKey(payload["run"].as_i64().context("the job's payload has no run")?);
    match keep_output(&app, id).await {
        Err(ApiError::Internal(cause)) => Err(cause),
        Err(passing) if passing.is_temporary() => anyhow::bail!("{passing}"),
        // A retry would be refused as well.
        Err(refusal) => {
            tracing::warn!(run.row = id.0, %refusal, "the output of a run could not be stored");
            record_refusal(&app, id, &refusal).await?;
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}

async fn record_refusal(app: &App, id: RunKey, refusal: &ApiError) -> Result<(), DbErr> {
    let run = stored::find_output_follow_up(app.db.read(), id).await?;
    let message = format!("the output of run {id} could not be stored: {refusal}");
    let entry = DebugEntry::warning(LogType::Scripting, message);
    app.debug_log.record(match run {
        Some(run) => entry.about(run.agent),
        None => entry,
    });
    Ok(())
}

/// Stores the output of a run where it belongs, unless that was done already.
pub async fn keep_output(app: &App, id: RunKey) -> Result<(), ApiError> {
    let write = app.db.begin().await?;
    let Some(run) = stored::find_output_follow_up(&write, id).await? else { return Ok(()) };
    let (mut has_jobs, mut events) = (false, Vec::new());
    let is_stored = run.custom_field.is_some() || run.save_to_agent_note;
    let stdout = match is_stored {
        true => answer::text(stored::read_output(&write, id, "stdout").await?),
        // A mail is made when it is sent.
        false => String::new(),
    };
    if let Some(field) = run.custom_field
        && run.may_be_collected()
    {
        let text = collector::collected(&stdout, run.collector_all_output);
        let owner = collector::store_collected(&write, field, run.agent, text).await?;
        has_jobs |=
            definitions::mark_due_in(app, &write, Changed::Values(&owner.touched())).await?;
        events.push(collected(&write, &run, owner).await?);
    }
    if run.save_to_agent_note && run.ran_to_end() {
        let stderr = answer::text(stored::read_output(&write, id, "stderr").await?);
        let text = cut(stdout + &stderr);
        let (user_id, username) = (run.user_id, run.username.as_str());
        let note = NewNote { agent: run.agent, user_id, username, text: &text };
        let event = Event::note_created(notes::add(&write, &note).await?, &run.agent_id);
        events.push(event.about(run.client_id, run.site_id));
    }
    has_jobs |= result_mail::enqueue(app, &write, id, &run.mail_to).await?;
    // Last: deleting a custom field locks it first and then its runs.
    if stored::record_followed_up(&write, id).await? {
        write.commit().await?;
        for event in events {
            app.events.publish(&event).await;
        }
        if has_jobs {
            app.jobs.wake().await;
        }
    }
    Ok(())
}

/// The audit entry for a custom field that was set.
async fn collected(
    write: &impl ConnectionTrait,
    run: &OutputFollowUp,
    Owner { model, id }: Owner,
) -> Result<Event, DbErr> {
    Ok(match model {
        Model::Agent => {
            let fields = custom_fields::load(write, model, &[id]).await?.take(id);
            let changed =
                AgentChanges { custom_fields: Some(json!(fields)), ..AgentChanges::default() };
            Event::agent_updated(&run.agent_id, changed).about(run.client_id, run.site_id)
        }
        Model::Client => Event::saved(Entity::Client, id).about_client(id),
        Model::Site => Event::saved(Entity::Site, id).about(run.client_id, id),
    })
}

/// Without NUL, which no database accepts, and no longer than a note may be.
fn cut(output: String) -> String {
    let mut text = output.replace('\0', "");
    text.truncate(text.floor_char_boundary(LONGEST_NOTE));
    text
}
