//! `GET /core/customfields`: all definitions, or those of one model.

use axum::extract::{OriginalUri, State};
use serde_json::Value;
use utoipa::IntoParams;

use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::custom_fields::Model;
use crate::domain::custom_fields::queries;
use crate::domain::custom_fields::{CustomField, model_word};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Fields, Parse, Query};
use crate::listing::{ListQuery, ListResponse};

/// What the list can be ordered by.
const ORDERINGS: &[&str] = &["id", "name", "model", "type", "order"];

/// Which definitions.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CustomFieldQuery {
    /// `agent`, `client` or `site`, in any case.
    #[param(value_type = Option<String>)]
    model: Option<Model>,
    #[param(ignore)]
    list: ListQuery,
}

impl Parse for CustomFieldQuery {
    fn parse(fields: &Fields<'_>) -> Self {
        let model_name = model_word(fields).optional();
        Self {
            model: model_name.and_then(|model_name| Model::from_name(&model_name)),
            list: ListQuery::parse(fields),
        }
    }
}

/// List custom field definitions.
///
/// By name.
#[utoipa::path(
    get,
    path = "/core/customfields",
    tag = "core",
    params(CustomFieldQuery, ListQuery),
    responses((status = 200, body = Vec<CustomField>), (status = "default", body = ErrorBody)),
)]
pub async fn list_custom_fields(
    State(app): State<App>,
    _caller: Caller<may::ViewCustomfields>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<CustomFieldQuery>,
) -> Result<ListResponse, ApiError> {
    Ok(listed(&app, query.model, &query.list).await?.at(&address))
}

/// The list, for every route that returns it.
pub(super) async fn listed(
    app: &App,
    model: Option<Model>,
    query: &ListQuery,
) -> Result<ListResponse, ApiError> {
    let fields = queries::list_fields(app.db.read(), model).await?;
    let rows: Result<Vec<Value>, _> = fields.iter().map(serde_json::to_value).collect();
    let rows = rows.map_err(|error| ApiError::Internal(error.into()))?;
    query.apply(rows, ORDERINGS)
}
