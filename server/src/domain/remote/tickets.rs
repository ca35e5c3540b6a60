//! The SQL of tickets. Each opens one socket once: of the side it was made for, and of
//! no other.

use std::time::Duration;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::storage::{TextEnum, sql, stored_as_text};
use crate::time::Timestamp;

/// How long a ticket can be used.
pub(super) const GOOD_FOR: Duration = Duration::from_secs(30);

/// The side of a pipe that a ticket is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TicketSide {
    Viewer,
    Agent,
}

impl TextEnum for TicketSide {
    const ALL: &'static [Self] = &[Self::Viewer, Self::Agent];

    fn as_str(self) -> &'static str {
        match self {
            Self::Viewer => "viewer",
            Self::Agent => "agent",
        }
    }
}

stored_as_text!(TicketSide);

/// What a ticket was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromQueryResult)]
pub struct TakenTicket {
    /// Key of the viewer.
    pub viewer_id: i64,
    pub side: TicketSide,
}

/// Stores a ticket, and deletes expired ones.
pub(super) async fn insert_ticket(
    write: &impl ConnectionTrait,
    viewer: i64,
    side: TicketSide,
    hash: &[u8],
    expires: Timestamp,
) -> Result<(), DbErr> {
    let now = Timestamp::now();
    sql::execute(write, "delete from remote_tickets where expires <= $1", [now.into()]).await?;
    let text = "insert into remote_tickets (ticket_hash, viewer_id, side, expires)
                values ($1, $2, $3, $4)";
    let values = [hash.to_vec().into(), viewer.into(), side.into(), expires.into()];
    sql::execute(write, text, values).await.map(|_| ())
}

/// Whether there is such a ticket, and it is valid.
pub async fn has_ticket(
    db: &impl ConnectionTrait,
    hash: &[u8],
    now: Timestamp,
) -> Result<bool, DbErr> {
    let text = "select count(*) from remote_tickets where ticket_hash = $1 and expires > $2";
    Ok(sql::number(db, text, [hash.to_vec().into(), now.into()]).await? > 0)
}

/// Uses a ticket up, if it is valid. One statement: if two bring the same ticket, one
/// gets in.
pub async fn take_ticket(
    write: &impl ConnectionTrait,
    hash: &[u8],
    now: Timestamp,
) -> Result<Option<TakenTicket>, DbErr> {
    let text = "delete from remote_tickets where ticket_hash = $1 and expires > $2
                returning viewer_id, side";
    sql::one(write, text, [hash.to_vec().into(), now.into()]).await
}

/// Makes all tickets of a session useless.
pub(super) async fn delete_tickets(
    write: &impl ConnectionTrait,
    session: i64,
) -> Result<(), DbErr> {
    let text = "delete from remote_tickets
                 where viewer_id in (select v.id from remote_viewers v where v.session_id = $1)";
    sql::execute(write, text, [session.into()]).await.map(|_| ())
}
