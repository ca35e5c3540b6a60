//! How far each text message is: writes the table `sms_messages`.

use std::time::Duration;

use sea_orm::DbErr;

use crate::app::App;
use crate::jobs::delete_in_batches;
use crate::storage::{Database, TextEnum, sql, stored_as_text};
use crate::time::Timestamp;

/// How long a message is known: nothing is enqueued again after that.
const LIFETIME: Duration = Duration::from_secs(30 * 24 * 60 * 60);

const EXPIRED: &str = "delete from sms_messages where message_id in
    (select message_id from sms_messages where changed_time < $1 order by changed_time limit $2)";

/// How far a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MessageState {
    /// The last try failed, and there will be another.
    Waiting,
    /// Handed to the provider, or about to be.
    Sending,
    /// The provider has accepted it.
    Sent,
    /// It was refused for good.
    Failed,
}

impl TextEnum for MessageState {
    const ALL: &'static [Self] = &[Self::Waiting, Self::Sending, Self::Sent, Self::Failed];

    fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Sending => "sending",
            Self::Sent => "sent",
            Self::Failed => "failed",
        }
    }
}

stored_as_text!(MessageState);

/// Marks a message as being sent, if it is new or waits for another try. Otherwise
/// changes nothing and returns how far it is.
pub(super) async fn begin(db: &Database, id: &str) -> Result<Option<MessageState>, DbErr> {
    let write = db.begin().await?;
    let text = "insert into sms_messages (message_id, state, changed_time) values ($1, $2, $3)
                on conflict (message_id) do update
                   set state = excluded.state, changed_time = excluded.changed_time
                 where sms_messages.state = $4";
    let values = [
        id.into(),
        MessageState::Sending.into(),
        Timestamp::now().into(),
        MessageState::Waiting.into(),
    ];
    let begun = sql::execute(&write, text, values).await?;
    let text = "select state from sms_messages where message_id = $1";
    let state = sql::value(&write, text, [id.into()]).await?;
    write.commit().await?;
    Ok(state.filter(|_| begun == 0))
}

/// Stores how far a message is that was begun.
pub(super) async fn set_state(db: &Database, id: &str, state: MessageState) -> Result<(), DbErr> {
    let write = db.begin().await?;
    let text = "update sms_messages set state = $2, changed_time = $3 where message_id = $1";
    sql::execute(&write, text, [id.into(), state.into(), Timestamp::now().into()]).await?;
    write.commit().await
}

/// Forgets messages of more than a month ago.
pub async fn prune(app: &App, now: Timestamp) -> Result<u64, DbErr> {
    delete_in_batches(app, EXPIRED, now.minus(LIFETIME), &[]).await
}
