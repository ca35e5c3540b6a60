//! `POST /agents/notes/`: leaves a note on the agent that the body names.

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use super::create_agent_note::create;
use super::note::{Note, NoteText};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{Body, Fields, Parse};

/// A note and where it belongs.
#[derive(Debug, ToSchema)]
pub struct CreateNote {
    /// Identifier of the agent.
    #[schema(value_type = String)]
    agent_id: AgentId,
    #[serde(flatten)]
    text: NoteText,
}

impl Parse for CreateNote {
    fn parse(fields: &Fields<'_>) -> Self {
        let agent_id = fields.text("agent_id").not_blank().required().into();
        Self { agent_id, text: NoteText::parse(fields) }
    }
}

/// Leave a note on the agent that the body names.
#[utoipa::path(
    post,
    path = "/agents/notes/",
    tag = "agents",
    request_body = CreateNote,
    responses((status = 200, body = Note), (status = "default", body = ErrorBody)),
)]
pub async fn create_note(
    State(app): State<App>,
    caller: Caller<may::ManageNotes>,
    Body(request): Body<CreateNote>,
) -> Result<Json<Note>, ApiError> {
    let target = find_target(&app, &caller, &request.agent_id).await;
    let target = target.map_err(|error| match error {
        ApiError::NotFound(_) => ApiError::invalid("agent_id", "choose an agent"),
        other => other,
    })?;
    Ok(Json(create(&app, &caller, &target, &request.text.note).await?))
}
