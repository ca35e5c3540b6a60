//! `POST /accounts/push/<id>/test/`: sends a notification to one of the caller's
//! browsers now.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::freeze::must_be_thawed;
use crate::domain::push::{self, Notification};
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;
use crate::slot::release_slot;

/// What the push service answered to a test.
#[derive(Serialize, ToSchema)]
pub struct PushTest {
    /// The HTTP status: usually 201.
    status: u16,
    /// The beginning of the answer, usually empty.
    answer: String,
}

/// Send a test notification to a browser.
///
/// Answers when the push service has accepted it. A failure is 400 `push_failed` with
/// the words of the service; a browser that the service does not know any more is
/// removed. An API key that has fewer rights than its user may not do this.
#[utoipa::path(
    post,
    path = "/accounts/push/{id}/test/",
    tag = "accounts",
    params(("id" = i64, Path, description = "Key of the subscription.")),
    responses((status = 200, body = PushTest), (status = "default", body = ErrorBody)),
)]
pub async fn test_push(
    State(app): State<App>,
    caller: Caller<may::BeLoggedIn>,
    Path(id): Path<i64>,
) -> Result<Json<PushTest>, ApiError> {
    caller.must_write()?;
    caller.must_have_all_of_user()?;
    must_be_thawed(app.db.read()).await?;
    let user = caller.user_id;
    let change = Change::begin(&app, &caller).await?;
    let browser = push::lock_subscription(&*change, user, id).await?;
    let browser = browser.ok_or(ApiError::NotFound("browser"))?;
    let message = format!("tried out the notifications in {}", browser.name());
    change.commit(Entry::new(Action::Modify, ObjectType::User, user, message)).await?;

    release_slot();
    let sent = push::send_now(&app, id, &test_notification()).await.map_err(ApiError::Internal)?;
    match sent.ok_or(ApiError::NotFound("browser"))? {
        Ok(accepted) => Ok(Json(PushTest { status: accepted.status, answer: accepted.answer })),
        Err(error) if error.is_gone() => {
            let message =
                format!("{error}; the browser was removed: switch notifications on again");
            Err(ApiError::PushFailed(message))
        }
        Err(error) => Err(ApiError::PushFailed(error.to_string())),
    }
}

fn test_notification() -> Notification {
    Notification {
        title: "Muster".to_owned(),
        body: "Notifications work in this browser.".to_owned(),
        url: "/ui/account".to_owned(),
        tag: "test".to_owned(),
    }
}
