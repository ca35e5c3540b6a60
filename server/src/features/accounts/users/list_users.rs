//! `GET /accounts/users/`: all users.

use axum::extract::{OriginalUri, State};
use serde_json::Value;

use super::user::User;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::features::accounts::queries;
use crate::input::Query;
use crate::listing::{ListQuery, ListResponse, Search};

/// List users.
///
/// By name. A search does not look into preferences.
#[utoipa::path(
    get,
    path = "/accounts/users/",
    tag = "accounts",
    params(ListQuery),
    responses((status = 200, body = Vec<User>), (status = "default", body = ErrorBody)),
)]
pub async fn list_users(
    State(app): State<App>,
    _caller: Caller<may::ListAccounts>,
    OriginalUri(address): OriginalUri,
    Query(mut query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    let search = Search::parse(&query.search.take().unwrap_or_default());
    let mut rows = Vec::new();
    for user in queries::users::list_users(app.db.read()).await? {
        let row = serde_json::to_value(&user).map_err(|error| ApiError::Internal(error.into()))?;
        // Every user has a colour named "info": nobody searches for that.
        if search.matches(&without_preferences(&row, &user)) {
            rows.push(row);
        }
    }
    Ok(query.apply(rows, &["id", "username", "email", "last_login", "role_name"])?.at(&address))
}

fn without_preferences(row: &Value, user: &User) -> Value {
    let mut row = row.clone();
    if let Value::Object(fields) = &mut row {
        for name in user.preferences.to_map().keys() {
            fields.remove(name);
        }
    }
    row
}
