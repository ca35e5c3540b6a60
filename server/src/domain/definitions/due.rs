//! Marks the agents whose definitions must be rebuilt, in the transaction of
//! the change that affects them.
//!
//! More agents may be marked than actually get another document; that turns out
//! when it is built.
//!
//! Agents are marked before their tasks are changed: the job that builds
//! documents and the connections that store reports take these rows in the same
//! order, so that no two transactions wait for each other.

use sea_orm::{ConnectionTrait, DbErr};

use super::queries;
use super::sync_state::push_job;
use crate::app::App;
use crate::audit::Change;
use crate::domain::fleet::AffectedAgents;

/// What changed.
#[derive(Clone, Copy, Debug)]
pub enum Changed<'a> {
    /// Which tasks and checks the agents there have, or what these do.
    Tasks(&'a AffectedAgents),
    /// Custom fields or names there, which tasks and checks may show.
    Values(&'a AffectedAgents),
    /// These scripts, or snippets they include.
    Scripts(&'a [i64]),
    /// Whether scripts run that wait for a second person.
    UnapprovedScripts,
    /// The key store.
    KeyStore,
}

/// Has the definitions of all affected agents rebuilt once the change is
/// committed.
pub async fn mark_due(change: &Change, what: Changed<'_>) -> Result<(), DbErr> {
    if mark(&**change, what).await? {
        change.enqueue(push_job()).await?;
    }
    Ok(())
}

/// Does the same in a transaction that is not a user's change. Returns whether
/// to wake the workers after it.
pub async fn mark_due_in(
    app: &App,
    write: &impl ConnectionTrait,
    what: Changed<'_>,
) -> Result<bool, DbErr> {
    let has_marked = mark(write, what).await?;
    if has_marked {
        app.jobs.enqueue(write, push_job()).await?;
    }
    Ok(has_marked)
}

/// Only marks: the caller enqueues the job. Returns whether there is anything
/// for the job to do.
pub async fn mark(write: &impl ConnectionTrait, what: Changed<'_>) -> Result<bool, DbErr> {
    let marked = match what {
        Changed::Tasks(touched) => queries::mark_affected(write, touched).await?,
        Changed::Values(touched) => queries::mark_if_values_count(write, touched).await?,
        Changed::Scripts([]) => 0,
        Changed::Scripts(scripts) => {
            queries::mark_holders(write, &queries::running_scripts(scripts)).await?
        }
        Changed::UnapprovedScripts => {
            queries::mark_holders(write, &queries::running_unapproved()).await?
        }
        Changed::KeyStore => queries::mark_holders(write, &queries::using_key_store()).await?,
    };
    Ok(marked > 0)
}
