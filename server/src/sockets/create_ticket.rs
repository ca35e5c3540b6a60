//! `POST /ws/ticket/`: a ticket to open one WebSocket with.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::queries;
use crate::app::App;
use crate::auth::{Caller, Token, may};
use crate::error::{ApiError, ErrorBody};
use crate::time::Timestamp;

const GOOD_FOR: Duration = Duration::from_secs(30);

/// A ticket, shown once.
#[derive(Serialize, ToSchema)]
pub struct Ticket {
    /// What to open a socket with: `?ticket=`.
    ticket: String,
    /// Until when.
    #[schema(value_type = String, format = DateTime)]
    expires: Timestamp,
}

/// Get a ticket for a WebSocket.
///
/// A browser cannot send a credential with the request that opens a socket.
/// The ticket replaces the caller's: once, for 30 seconds.
#[utoipa::path(
    post,
    path = "/ws/ticket/",
    tag = "events",
    responses((status = 200, body = Ticket), (status = "default", body = ErrorBody)),
)]
pub async fn create_ticket(
    State(app): State<App>,
    caller: Caller<may::BeLoggedIn>,
) -> Result<Json<Ticket>, ApiError> {
    let token = Token::random();
    let expires = Timestamp::now().plus(GOOD_FOR);
    let write = app.db.begin().await?;
    queries::insert_ticket(&write, &token.hash, &caller.credential, expires).await?;
    write.commit().await?;
    Ok(Json(Ticket { ticket: token.text.reveal().to_owned(), expires }))
}
