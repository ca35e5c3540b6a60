//! `POST /alerts/bulk/`: the same for many alerts.

use axum::Json;
use axum::extract::State;
use serde_json::json;
use utoipa::ToSchema;

use super::update_alert::verb;
use super::{queries, snooze};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::alerts::{Deed, act};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Body, Fields, Parse};
use crate::wording::{count, sentence};

const ACTIONS: &[&str] = &["resolve", "snooze", "unsnooze", "acknowledge", "delete"];
const MOST_ALERTS: usize = 1000;
const LONGEST_NOTE: usize = 2000;

/// Which alerts, and what to do with them.
#[derive(ToSchema)]
pub struct ChangeAlerts {
    /// `resolve`, `snooze`, `unsnooze`, `acknowledge` or `delete`.
    #[expect(dead_code, reason = "only described: `deed` has what it means")]
    bulk_action: String,
    /// Keys of alerts, at most 1000.
    alerts: Vec<i64>,
    /// With `snooze`: for so many days.
    #[expect(dead_code, reason = "only described: `deed` has what it means")]
    snooze_days: Option<i64>,
    /// With `snooze`: until then.
    #[schema(value_type = Option<String>, format = DateTime)]
    #[expect(dead_code, reason = "only described: `deed` has what it means")]
    snooze_until: Option<String>,
    /// With `acknowledge`: what to say about it.
    #[expect(dead_code, reason = "only described: `deed` has what it means")]
    note: Option<String>,
    #[schema(ignore)]
    deed: Deed,
}

impl Parse for ChangeAlerts {
    fn parse(fields: &Fields<'_>) -> Self {
        let bulk_action = fields.text("bulk_action").one_of(ACTIONS).required();
        let note = fields.text("note").max(LONGEST_NOTE).nullable().flatten();
        let deed = match bulk_action.as_str() {
            "snooze" => Deed::Snooze { until: snooze::required_end(fields) },
            "unsnooze" => Deed::Unsnooze,
            "acknowledge" => Deed::Acknowledge { note: note.unwrap_or_default() },
            "delete" => Deed::Delete,
            _ => Deed::Resolve,
        };
        let alerts = fields.wholes("alerts").not_empty().max_items(MOST_ALERTS, "alerts");
        Self {
            bulk_action,
            alerts: alerts.required(),
            snooze_days: None,
            snooze_until: None,
            note: None,
            deed,
        }
    }
}

/// Resolve, snooze, acknowledge or delete many alerts.
///
/// All or none: an alert that does not exist, or is out of scope, is 400. Those that
/// are closed already are left as they are.
#[utoipa::path(
    post,
    path = "/alerts/bulk/",
    tag = "alerts",
    request_body = ChangeAlerts,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn change_alerts(
    State(app): State<App>,
    caller: Caller<may::ManageAlerts>,
    Body(request): Body<ChangeAlerts>,
) -> Result<Json<String>, ApiError> {
    let ChangeAlerts { mut alerts, deed, .. } = request;
    alerts.sort_unstable();
    alerts.dedup();
    let mut change = Change::begin(&app, &caller).await?;
    let found = queries::list_by_key(&*change, &caller.scope, &alerts).await?;
    let is_found = |id: &i64| found.iter().any(|alert| alert.id == *id);
    if let Some(unknown) = alerts.iter().find(|id| !is_found(id)) {
        return Err(ApiError::invalid("alerts", format!("there is no alert {unknown}")));
    }
    let chosen = found.iter().filter(|alert| deed == Deed::Delete || !alert.resolved);
    let chosen: Vec<i64> = chosen.map(|alert| alert.id).collect();
    let done = act(&app, &change, &chosen, &deed, &caller.username).await?;
    done.events.into_iter().for_each(|event| change.publish(event));
    let what = format!("{} {}", verb(&deed), count(chosen.len(), "alert"));
    let entry =
        Entry::new(Action::Modify, ObjectType::Alert, "", format!("{} {what}", caller.username));
    change.commit(entry.after(&json!({ "alerts": chosen }))).await?;
    app.jobs.wake().await;
    Ok(Json(sentence(&what)))
}
