//! `POST /core/urlaction/deliveries/<id>/resend/`: the same webhook once more.

use axum::Json;
use axum::extract::State;

use super::delivery::WebhookDelivery;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::freeze::must_be_thawed;
use crate::domain::webhooks::{self, find_subject};
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;

/// Send a webhook again.
///
/// For the same cause, by the URL action as it is now. Answers with the new
/// delivery, which is sent in the background. 409 while the old one is still
/// being tried.
#[utoipa::path(
    post,
    path = "/core/urlaction/deliveries/{id}/resend/",
    tag = "core",
    params(("id" = i64, Path, description = "Key of the delivery")),
    responses((status = 200, body = WebhookDelivery), (status = "default", body = ErrorBody)),
)]
pub async fn resend_delivery(
    State(app): State<App>,
    caller: Caller<may::RunUrlactions>,
    Path(id): Path<i64>,
) -> Result<Json<WebhookDelivery>, ApiError> {
    let missing = || ApiError::NotFound("delivery");
    let old = webhooks::find_delivery(app.db.read(), &caller, id).await?.ok_or_else(missing)?;
    must_be_thawed(app.db.read()).await?;
    if old.finished.is_none() {
        return Err(ApiError::Conflict("it is still being tried".to_owned()));
    }
    let cause = old.again(&caller);
    let subject = find_subject(app.db.read(), &caller.scope, cause.subject).await?;
    let subject = subject.ok_or_else(missing)?;

    let change = Change::begin(&app, &caller).await?;
    let new = webhooks::enqueue(&app, &*change, old.action_id, &cause).await?;
    let delivery = webhooks::find_delivery(&*change, &caller, new).await?.ok_or_else(missing)?;
    let message = format!("sent webhook delivery {id} again{}", subject.phrase());
    let entry = Entry::new(Action::CallUrl, ObjectType::UrlAction, old.action_id, message);
    change.commit(subject.mark(entry)).await?;
    app.jobs.wake().await;
    Ok(Json(delivery.into()))
}
