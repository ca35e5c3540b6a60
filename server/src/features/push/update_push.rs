//! `PUT /accounts/push/<id>/`: changes one of the caller's browsers.

use axum::Json;
use axum::extract::State;

use super::form::PushForm;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::push::{self, PushSubscription};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::input::{Body, Path};

/// Change the name of a browser, or which alerts it gets.
///
/// Absent keys keep what they have. An API key that has fewer rights than its user may
/// not do this.
#[utoipa::path(
    put,
    path = "/accounts/push/{id}/",
    tag = "accounts",
    params(("id" = i64, Path, description = "Key of the subscription.")),
    request_body = PushForm,
    responses((status = 200, body = PushSubscription), (status = "default", body = ErrorBody)),
)]
pub async fn update_push(
    State(app): State<App>,
    caller: Caller<may::BeLoggedIn>,
    Path(id): Path<i64>,
    Body(form): Body<PushForm>,
) -> Result<Json<PushSubscription>, ApiError> {
    caller.must_write()?;
    caller.must_have_all_of_user()?;
    let user = caller.user_id;
    let mut change = Change::begin(&app, &caller).await?;
    let old = push::lock_subscription(&*change, user, id).await?;
    let old = old.ok_or(ApiError::NotFound("browser"))?;
    let changed = form.applied_to(old.clone());
    push::update_subscription(&*change, &changed).await?;

    change.publish(Event::saved(Entity::User, user));
    let message = format!("changed the notifications in {}", changed.name());
    let entry = Entry::new(Action::Modify, ObjectType::User, user, message);
    change.commit(entry.before(&old).after(&changed)).await?;
    Ok(Json(changed))
}
