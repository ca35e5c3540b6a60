//! Whose definitions are to be made anew: said by whoever changes something
//! that agents are given, in the transaction of that change.
//!
//! More agents may be marked than really get another document; that turns out
//! when it is made.
//!
//! Agents are marked before what they hold is changed: whoever makes documents
//! or hears from agents takes these rows in the same order, and nobody waits
//! for somebody who waits for them.

use sea_orm::{ConnectionTrait, DbErr};

use super::kept::push_job;
use super::queries;
use crate::app::App;
use crate::audit::Change;
use crate::domain::fleet::Touched;

/// What changed.
#[derive(Clone, Copy, Debug)]
pub enum Changed<'a> {
    /// Which tasks the agents of these places have, or what those do.
    Tasks(&'a Touched),
    /// Custom fields or names of these places, which tasks may show.
    Values(&'a Touched),
    /// These scripts, or snippets they insert.
    Scripts(&'a [i64]),
    /// The key store.
    KeyStore,
}

/// Lets the definitions of all agents concerned be made anew once the change
/// is real.
pub async fn mark_due(change: &Change, what: Changed<'_>) -> Result<(), DbErr> {
    if mark(&**change, what).await? {
        change.enqueue(push_job()).await?;
    }
    Ok(())
}

/// The same in a transaction that is no change of a person. Tells whether to
/// wake the workers after it.
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

/// Only marks: whoever does this sees to the job. Tells whether there is
/// anything for one to do.
pub async fn mark(write: &impl ConnectionTrait, what: Changed<'_>) -> Result<bool, DbErr> {
    let marked = match what {
        Changed::Tasks(touched) => queries::mark_touched(write, touched).await?,
        Changed::Values(touched) => queries::mark_if_values_count(write, touched).await?,
        Changed::Scripts([]) => 0,
        Changed::Scripts(scripts) => {
            queries::mark_holders(write, &queries::running_scripts(scripts)).await?
        }
        Changed::KeyStore => queries::mark_holders(write, queries::USING_KEY_STORE).await?,
    };
    Ok(marked > 0)
}
