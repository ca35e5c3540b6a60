//! `POST /logoutall/`: ends all own sessions.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::logout::session_of;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::features::accounts::queries;
use crate::wording::count;

/// What was ended.
#[derive(Serialize, ToSchema)]
pub struct Revoked {
    /// How many sessions, this one included.
    revoked: i64,
}

/// End all own sessions, this one included.
#[utoipa::path(
    post,
    path = "/logoutall/",
    tag = "accounts",
    security(("session" = [])),
    responses((status = 200, body = Revoked), (status = "default", body = ErrorBody)),
)]
pub async fn logout_all(
    State(app): State<App>,
    caller: Caller<may::BeLoggedIn>,
) -> Result<Json<Revoked>, ApiError> {
    session_of(&caller)?;
    let id = caller.user_id;
    let mut change = Change::begin(&app, &caller).await?;
    let revoked = queries::sessions::delete_sessions(&*change, id, None).await?;
    change.publish(Event::saved(Entity::User, id));
    let message = format!("logged out of {}", count(revoked, "session"));
    change.commit(Entry::new(Action::Delete, ObjectType::Session, id, message)).await?;
    Ok(Json(Revoked { revoked }))
}
