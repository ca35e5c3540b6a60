//! `POST /core/views/`: creates a view of the caller.

use axum::Json;
use axum::extract::State;

use super::form::CreateView;
use super::queries;
use super::view::SavedView;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Body;
use crate::time::Timestamp;

/// Views of one user.
const MOST_VIEWS: i64 = 500;

/// Save a view of one's own.
///
/// At most 500 for each user.
#[utoipa::path(
    post,
    path = "/core/views/",
    tag = "core",
    request_body = CreateView,
    responses((status = 200, body = SavedView), (status = "default", body = ErrorBody)),
)]
pub async fn create_view(
    State(app): State<App>,
    caller: Caller<may::BeLoggedIn>,
    Body(request): Body<CreateView>,
) -> Result<Json<SavedView>, ApiError> {
    caller.must_write()?;
    let CreateView { page, name, query, columns, sort, shared } = request;
    let (user, username) = (caller.user_id, caller.username.clone());
    let view = SavedView {
        id: 0,
        user,
        page,
        name,
        query,
        columns,
        sort,
        shared,
        modified_by: username.clone(),
        modified_time: Timestamp::now(),
        username,
    };
    let mut change = Change::begin(&app, &caller).await?;
    if queries::count_views(&*change, user).await? >= MOST_VIEWS {
        let sentence = format!("you have {MOST_VIEWS} views already: delete one first");
        return Err(ApiError::Conflict(sentence));
    }
    let id = queries::insert_view(&*change, &view).await?;
    let view = SavedView { id, ..view };

    change.publish(view.saved());
    let message = format!("added view {}", view.name);
    let entry = Entry::new(Action::Add, ObjectType::View, id, message);
    change.commit(entry.after(&view)).await?;
    Ok(Json(view))
}
