//! `PUT /clients/<id>/`: changes a client; what is not sent stays.

use axum::Json;
use axum::extract::State;
use sea_orm::ConnectionTrait;
use utoipa::ToSchema;

use super::client::Client;
use super::form::{Form, StoredFields, nested_or_flat};
use super::queries;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, Identity, Scope, may};
use crate::domain::custom_fields::{CustomFieldEntry, Entries, Model, Owner, check, store};
use crate::domain::definitions::{self, Changed};
use crate::domain::fleet::AffectedAgents;
use crate::error::{ApiError, ErrorBody, Problems, add_problem};
use crate::events::{Entity, Event};
use crate::input::{Body, Fields, IfMatch, Parse, Path};
use crate::storage::sql;

/// What to change. The fields may also stand without `client` around them.
#[derive(Debug, ToSchema)]
pub struct UpdateClient {
    client: Form,
    /// Values of custom fields; those not named stay.
    #[schema(required = false, value_type = Vec<CustomFieldEntry>)]
    custom_fields: Entries,
    #[schema(ignore)]
    path: String,
}

impl Parse for UpdateClient {
    fn parse(fields: &Fields<'_>) -> Self {
        let (client, path) = nested_or_flat(fields, "client", Form::of_existing);
        Self { client, custom_fields: Entries::parse(fields), path }
    }
}

/// Change a client.
#[utoipa::path(
    put,
    path = "/clients/{id}/",
    tag = "clients",
    params(("id" = i64, Path, description = "Key of the client"), IfMatch),
    request_body = UpdateClient,
    responses((status = 200, body = Client), (status = "default", body = ErrorBody)),
)]
pub async fn update_client(
    State(app): State<App>,
    caller: Caller<may::ManageClients>,
    Path(id): Path<i64>,
    seen: IfMatch,
    Body(request): Body<UpdateClient>,
) -> Result<Json<Client>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    sql::lock_row(&*change, "clients", id).await?;
    let before = find_whole_client(&*change, &caller, id).await?;
    seen.must_be_newest(&before.stamps, &before)?;
    let client = request.client.merged_with(StoredFields::from(&before));
    let name_field = format!("{}name", request.path);
    let mut problems = Problems::new();
    if queries::client_name_taken(&*change, &client.name, Some(id)).await? {
        add_problem(&mut problems, &name_field, queries::NAME_TAKEN);
    }
    client.check(&change, &request.path, &mut problems).await?;
    let entries = &request.custom_fields;
    let values = check(&*change, Model::Client, entries, &mut problems).await?;
    ApiError::refuse(problems)?;

    let updated = queries::update_client(&change, id, &client).await;
    updated.map_err(|error| queries::refusal(error, &name_field))?;
    let owner = Owner { model: Model::Client, id };
    store(&*change, owner, &values).await?;
    definitions::mark_due(&change, Changed::Values(&owner.touched())).await?;
    if client.has_other_policies(&StoredFields::from(&before)) {
        definitions::touch(&change, &AffectedAgents::client(id)).await?;
    }
    change.publish(Event::saved(Entity::Client, id).about_client(id));

    let after = queries::find_client(&*change, &Scope::everything(), id).await?;
    let after = after.ok_or(ApiError::NotFound("client"))?;
    let message = format!("changed client {}", after.name);
    let entry = Entry::new(Action::Modify, ObjectType::Client, id, message).client(id);
    change.commit(entry.before(&before.audited()).after(&after.audited())).await?;
    Ok(Json(after))
}

/// A client that the caller may change: all of it is in scope.
pub(super) async fn find_whole_client(
    db: &impl ConnectionTrait,
    caller: &Identity,
    id: i64,
) -> Result<Client, ApiError> {
    let client = queries::find_client(db, &caller.scope, id).await?;
    let client = client.ok_or(ApiError::NotFound("client"))?;
    if !caller.scope.has_whole_client(id) {
        let sentence = "only some sites of this client are in your role's scope";
        return Err(ApiError::Forbidden(sentence.to_owned()));
    }
    Ok(client)
}
