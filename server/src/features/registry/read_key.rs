//! `GET /agents/<agent_id>/registry/`: a key of an agent's registry.

use axum::Json;
use axum::extract::State;
use muster_protocol::{MAX_REGISTRY_PAGE, RegistryKey as Reported, question_name};
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::key_path::{KeyPath, any_key};
use super::old_value::read_page;
use super::value::RegistryValue;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{Fields, Parse, Path, Query};

const PAGE_SIZE: i64 = 200;
/// More pages than any key has.
const LAST_PAGE: i64 = 1_000_000;

/// Which key, and which page of it.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RegistryQuery {
    /// The key, such as `Computer\HKEY_LOCAL_MACHINE\SOFTWARE` or `HKLM\SOFTWARE`, in
    /// any case; `Computer` lists the hives.
    #[param(value_type = Option<String>, default = "Computer")]
    path: KeyPath,
    /// Page of the subkeys and of the values, from 1.
    #[param(value_type = Option<i64>, default = 1)]
    page: i64,
    /// Subkeys per page, and values per page.
    #[param(value_type = Option<i64>, default = 200)]
    page_size: i64,
}

impl Parse for RegistryQuery {
    fn parse(fields: &Fields<'_>) -> Self {
        let largest = i64::try_from(MAX_REGISTRY_PAGE).unwrap_or(i64::MAX);
        Self {
            path: any_key(fields, "path"),
            page: fields.whole("page").between(1..=LAST_PAGE).or(1),
            page_size: fields.whole("page_size").between(1..=largest).or(PAGE_SIZE),
        }
    }
}

/// A page of a key.
#[derive(Serialize, ToSchema)]
pub struct RegistryKey {
    /// The key, in full.
    path: String,
    /// What a person has to know about this key; mostly empty.
    note: String,
    /// By name, whatever the case.
    subkeys: Vec<RegistrySubkey>,
    /// By name, whatever the case.
    values: Vec<RegistryValue>,
    /// How many subkeys the key has.
    subkey_count: u64,
    /// How many values the key has.
    value_count: u64,
    /// Whether there are more subkeys or values after this page.
    has_more: bool,
    /// Number of this page.
    page: i64,
    /// Subkeys and values per page.
    page_size: i64,
}

/// A key within another.
#[derive(Serialize, ToSchema)]
pub struct RegistrySubkey {
    /// Its own name, without the path.
    name: String,
    /// Whether it has subkeys itself, or may have some that the agent cannot see.
    #[serde(rename = "hasSubkeys")]
    has_subkeys: bool,
}

/// Read a key of an agent's registry.
///
/// Asks the agent. A page has that many subkeys and that many values; a value that is
/// too long for a page is cut, and `truncated`.
#[utoipa::path(
    get,
    path = "/agents/{agent_id}/registry/",
    tag = "registry",
    params(("agent_id" = String, Path), RegistryQuery),
    responses((status = 200, body = RegistryKey), (status = "default", body = ErrorBody)),
)]
pub async fn read_registry_key(
    State(app): State<App>,
    caller: Caller<may::UseRegistry>,
    Path(agent_id): Path<AgentId>,
    Query(query): Query<RegistryQuery>,
) -> Result<Json<RegistryKey>, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    target.must_be_able_to(question_name::READ_REGISTRY)?;
    let (page, page_size) = (query.page.cast_unsigned(), query.page_size.cast_unsigned());
    let read = read_page(&app, &target, &query.path, (page - 1) * page_size, page_size).await?;
    Ok(Json(RegistryKey::new(read, &query)))
}

impl RegistryKey {
    fn new(read: Reported, query: &RegistryQuery) -> Self {
        let subkeys = read.subkeys.into_iter();
        Self {
            path: read.path,
            note: read.note,
            subkeys: subkeys
                .map(|subkey| RegistrySubkey { name: subkey.name, has_subkeys: subkey.has_subkeys })
                .collect(),
            values: read.values.into_iter().map(RegistryValue::from).collect(),
            subkey_count: read.subkey_count,
            value_count: read.value_count,
            has_more: read.has_more,
            page: query.page,
            page_size: query.page_size,
        }
    }
}
