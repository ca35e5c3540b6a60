//! `GET /alerts/templates/<id>/related/`: where an alert template is set.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::alert_template::AlertTemplate;
use super::load;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::alert_templates::{
    TemplateUse, TemplateUseKind, list_readable_clients, list_uses,
};
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;

/// An alert template, and where it is set as far as the caller's scope goes.
#[derive(Serialize, ToSchema)]
pub struct RelatedTemplate {
    #[serde(flatten)]
    template: AlertTemplate,
    /// Policies it is set on.
    policies: Vec<TemplateOwner>,
    /// Clients it is set on.
    clients: Vec<TemplateOwner>,
    /// Sites it is set on.
    sites: Vec<TemplateSite>,
}

/// A policy or client with the template.
#[derive(Serialize, ToSchema)]
pub struct TemplateOwner {
    /// Key of it.
    id: i64,
    /// What it is called.
    name: String,
}

/// A site with the template.
#[derive(Serialize, ToSchema)]
pub struct TemplateSite {
    /// Key of the site.
    id: i64,
    /// Name of the site.
    name: String,
    /// Key of its client.
    client: i64,
    /// Name of its client.
    client_name: String,
}

/// Read where an alert template is set.
#[utoipa::path(
    get,
    path = "/alerts/templates/{id}/related/",
    tag = "alerts",
    params(("id" = i64, Path, description = "Key of the alert template")),
    responses((status = 200, body = RelatedTemplate), (status = "default", body = ErrorBody)),
)]
pub async fn read_related_template(
    State(app): State<App>,
    caller: Caller<may::ListAlerttemplates>,
    Path(id): Path<i64>,
) -> Result<Json<RelatedTemplate>, ApiError> {
    let (db, scope) = (app.db.read(), &caller.scope);
    let template = load::find_template(db, &caller, id).await?;
    let template = template.ok_or(ApiError::NotFound("alert template"))?;
    let readable = list_readable_clients(db, scope).await?;
    let mut uses = list_uses(db, Some(id)).await?;
    uses.retain(|one| one.is_visible(scope, &readable));
    let of = |kind: TemplateUseKind| uses.iter().filter(move |one| one.kind == kind);
    let owner = |one: &TemplateUse| TemplateOwner { id: one.id, name: one.name.clone() };
    Ok(Json(RelatedTemplate {
        policies: of(TemplateUseKind::Policy).map(owner).collect(),
        clients: of(TemplateUseKind::Client).map(owner).collect(),
        sites: of(TemplateUseKind::Site)
            .map(|one| TemplateSite {
                id: one.id,
                name: one.name.clone(),
                client: one.client,
                client_name: one.client_name.clone(),
            })
            .collect(),
        template,
    }))
}
