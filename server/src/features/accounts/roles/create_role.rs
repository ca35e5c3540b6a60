//! `POST /accounts/roles/`: a new role.

use axum::Json;
use axum::extract::State;

use super::fields::{self, NewRoleFields, RoleChange};
use super::role::Role;
use crate::app::App;
use crate::audit::{Action, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::features::accounts::{grants, queries, writing};
use crate::input::{Body, Fields, Parse};

pub struct NewRole(Role);

impl Parse for NewRole {
    fn parse(fields: &Fields<'_>) -> Self {
        if !fields.has("name") {
            fields.problem("name", "enter a name");
        }
        Self(RoleChange::parse(fields).applied_to(Role::empty()))
    }
}

/// Create a role.
///
/// It must not hold more than the caller does. Only callers without a scope
/// may write roles.
#[utoipa::path(
    post,
    path = "/accounts/roles/",
    tag = "accounts",
    request_body = NewRoleFields,
    responses((status = 200, body = Role), (status = "default", body = ErrorBody)),
)]
pub async fn create_role(
    State(app): State<App>,
    caller: Caller<may::ManageRoles>,
    Body(NewRole(role)): Body<NewRole>,
) -> Result<Json<Role>, ApiError> {
    caller.must_see_everything()?;
    let mut change = writing::begin(&app, &caller).await?;
    grants::must_cover(&*change, &caller, &role.permissions()).await?;
    fields::must_be_valid(&change, &role).await?;
    let id = queries::roles::insert_role(&*change, &role, &caller.username)
        .await
        .map_err(writing::taken("name"))?;

    let role = queries::roles::find_role(&*change, id).await?.ok_or(ApiError::NotFound("role"))?;
    change.publish(Event::saved(Entity::Role, id));
    let message = format!("created role {}", role.name);
    change.commit(Entry::new(Action::Add, ObjectType::Role, id, message).after(&role)).await?;
    Ok(Json(role))
}
