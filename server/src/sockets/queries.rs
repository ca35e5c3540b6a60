//! All SQL of tickets.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::auth::Credential;
use crate::storage::sql;
use crate::time::Timestamp;

/// Stores a ticket for a credential, and deletes expired ones.
pub async fn insert_ticket(
    write: &impl ConnectionTrait,
    hash: &[u8],
    credential: &Credential,
    expires: Timestamp,
) -> Result<(), DbErr> {
    let (key, session) = match credential {
        Credential::Key { id, .. } => (Some(*id), None),
        Credential::Session { id } | Credential::Enrolment { id } => (None, Some(*id)),
        Credential::Console => (None, None),
    };
    let now = Timestamp::now();
    sql::execute(write, "delete from socket_tickets where expires <= $1", [now.into()]).await?;
    sql::execute(
        write,
        "insert into socket_tickets (ticket_hash, api_key_id, session_id, expires)
         values ($1, $2, $3, $4)",
        [hash.to_vec().into(), key.into(), session.into(), expires.into()],
    )
    .await?;
    Ok(())
}

/// Whether there is such a ticket, and it is valid.
pub async fn has_ticket(
    db: &impl ConnectionTrait,
    hash: &[u8],
    now: Timestamp,
) -> Result<bool, DbErr> {
    let text = "select count(*) from socket_tickets where ticket_hash = $1 and expires > $2";
    Ok(sql::number(db, text, [hash.to_vec().into(), now.into()]).await? > 0)
}

/// Uses a ticket up, if it is valid, and returns the credential behind it. One
/// statement: if two callers bring the same ticket, one gets in.
pub async fn take_ticket(
    write: &impl ConnectionTrait,
    hash: &[u8],
    now: Timestamp,
) -> Result<Option<Credential>, DbErr> {
    #[derive(FromQueryResult)]
    struct TicketRow {
        api_key_id: Option<i64>,
        session_id: Option<i64>,
    }
    let ticket: Option<TicketRow> = sql::one(
        write,
        "delete from socket_tickets where ticket_hash = $1 and expires > $2
         returning api_key_id, session_id",
        [hash.to_vec().into(), now.into()],
    )
    .await?;
    Ok(ticket.and_then(|ticket| match ticket {
        TicketRow { api_key_id: Some(id), .. } => Some(Credential::Key { id, read_only: false }),
        TicketRow { session_id: Some(id), .. } => Some(Credential::Session { id }),
        _ => None,
    }))
}
