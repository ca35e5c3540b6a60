//! Stores what a connection received, together with what others received.

use anyhow::{Context, anyhow};
use sea_orm::DbErr;

use crate::app::App;
use crate::batch::{Batch, Batched};
use crate::storage;

/// Stores an item of a connection that waits for it.
pub async fn store_together<T>(app: &App, queue: &Batch<T>, item: T) -> anyhow::Result<T::Stored>
where
    T: Batched<Error = anyhow::Error>,
{
    let mut stored = queue.add(item);
    loop {
        // Another connection may have stored it before our turn comes; or our turn may
        // not be enough for all that came before us.
        let turn = tokio::select! {
            biased;
            stored = &mut stored => return stored.context("the server is stopping")?,
            turn = app.agent_link.storing.turn() => turn,
        };
        let stored_any = queue.store_waiting(app).await;
        drop(turn);
        if !stored_any {
            return stored.await.context("the server is stopping")?;
        }
    }
}

/// The error of every item, if the database is away: no item is at fault then.
pub fn error_of_all(error: &anyhow::Error) -> Option<anyhow::Error> {
    let is_unreachable = error.downcast_ref::<DbErr>().is_some_and(storage::is_unreachable);
    is_unreachable.then(|| anyhow!("{error:#}"))
}
