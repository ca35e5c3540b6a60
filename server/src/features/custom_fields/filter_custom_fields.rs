//! `PATCH /core/customfields`: the definitions of one model.
//!
//! A read in spite of its method, kept because callers use it.

use axum::extract::{OriginalUri, State};
use utoipa::ToSchema;

use super::list_custom_fields::listed;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::custom_fields::Model;
use crate::domain::custom_fields::{CustomField, model_word};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Body, Fields, Parse, Query};
use crate::listing::{ListQuery, ListResponse};

/// Which definitions.
#[derive(ToSchema)]
pub struct FilterCustomFields {
    /// `agent`, `client` or `site`, in any case.
    model: String,
}

impl Parse for FilterCustomFields {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { model: model_word(fields).required() }
    }
}

/// List the custom field definitions of one model.
///
/// The same as GET with `?model=`; changes nothing.
#[utoipa::path(
    patch,
    path = "/core/customfields",
    tag = "core",
    params(ListQuery),
    request_body = FilterCustomFields,
    responses((status = 200, body = Vec<CustomField>), (status = "default", body = ErrorBody)),
)]
pub async fn filter_custom_fields(
    State(app): State<App>,
    _caller: Caller<may::ViewCustomfields>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListQuery>,
    Body(request): Body<FilterCustomFields>,
) -> Result<ListResponse, ApiError> {
    let model = Model::from_name(&request.model);
    Ok(listed(&app, model, &query).await?.at(&address))
}
