//! `POST /scripts/<id>/approve/`: a second person approves a change.

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use super::read_script_approval::unapproved_content;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::definitions::{Changed, mark_due};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::features::scripts::queries;
use crate::features::scripts::script::Script;
use crate::features::scripts::update_script::find_changeable;
use crate::input::{Body, Fields, Parse, Path};

/// What is approved.
#[derive(ToSchema)]
pub struct ApproveScript {
    /// The `digest` of what waits, as the caller has read it.
    digest: String,
}

impl Parse for ApproveScript {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { digest: fields.text("digest").required() }
    }
}

/// Approve the change of a script.
///
/// From then on tasks, bulk actions and everybody run it. 403 for those who
/// made the change, 409 when nothing waits, or something else than was read.
#[utoipa::path(
    post,
    path = "/scripts/{id}/approve/",
    tag = "scripts",
    params(("id" = i64, Path, description = "Key of the script")),
    request_body = ApproveScript,
    responses((status = 200, body = Script), (status = "default", body = ErrorBody)),
)]
pub async fn approve_script(
    State(app): State<App>,
    caller: Caller<may::ManageScripts>,
    Path(id): Path<i64>,
    Body(request): Body<ApproveScript>,
) -> Result<Json<Script>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    let old = find_changeable(&change, &caller, id).await?;
    let Some(waiting) = unapproved_content(&*change, &old).await? else {
        return Err(ApiError::Conflict("no change of this script waits".to_owned()));
    };
    if old.item.pending.is_changed_by(caller.user_id) {
        let sentence = "you changed it yourself: a second person has to approve it";
        return Err(ApiError::Forbidden(sentence.to_owned()));
    }
    if waiting.digest() != request.digest {
        let sentence = "it was changed since you read it; nothing was approved";
        return Err(ApiError::Conflict(sentence.to_owned()));
    }
    queries::clear_mark(&*change, id).await?;
    mark_due(&change, Changed::Scripts(&[id])).await?;

    let new = queries::find_script(&*change, id).await?.ok_or(ApiError::NotFound("script"))?;
    change.publish(Event::saved(Entity::Script, id));
    let message = format!("approved version {} of script {}", new.item.version, new.item.name);
    let entry = Entry::new(Action::Modify, ObjectType::Script, id, message);
    change.commit(entry.before(&old.audited()).after(&new.audited())).await?;
    Ok(Json(new))
}
