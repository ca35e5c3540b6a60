//! `PUT /alerts/<id>/`: resolve, snooze or acknowledge an alert.

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use super::alert::Alert;
use super::{queries, snooze};
use crate::app::App;
use crate::audit::{Action, Change};
use crate::auth::{Caller, may};
use crate::domain::alerts::{Deed, act};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Body, Fields, Parse, Path};

const TYPES: &[&str] = &["resolve", "snooze", "unsnooze", "acknowledge"];
const LONGEST_NOTE: usize = 2000;

/// What to do with an alert: `type` and what belongs to it, or the fields to be changed.
#[derive(ToSchema)]
pub struct UpdateAlert {
    /// `resolve`, `snooze`, `unsnooze` or `acknowledge`.
    #[schema(rename = "type")]
    #[expect(dead_code, reason = "only described: `deed` has what it means")]
    kind: Option<String>,
    /// With `snooze`: for so many days.
    #[expect(dead_code, reason = "only described: `deed` has what it means")]
    snooze_days: Option<i64>,
    /// With `snooze` or `snoozed`: until then.
    #[schema(value_type = Option<String>, format = DateTime)]
    #[expect(dead_code, reason = "only described: `deed` has what it means")]
    snooze_until: Option<String>,
    /// With `acknowledge`: what to say about it.
    #[expect(dead_code, reason = "only described: `deed` has what it means")]
    note: Option<String>,
    /// Without `type`: true closes it.
    #[expect(dead_code, reason = "only described: `deed` has what it means")]
    resolved: Option<bool>,
    /// Without `type`: whether it is silent, until it is lifted if no time is said.
    #[expect(dead_code, reason = "only described: `deed` has what it means")]
    snoozed: Option<bool>,
    #[schema(ignore)]
    deed: Deed,
}

impl Parse for UpdateAlert {
    fn parse(fields: &Fields<'_>) -> Self {
        let kind = fields.text("type").one_of(TYPES).nullable().flatten();
        let resolved = fields.flag("resolved").nullable().flatten();
        let snoozed = fields.flag("snoozed").nullable().flatten();
        let note = fields.text("note").max(LONGEST_NOTE).nullable().flatten();
        let end = match kind.as_deref() {
            Some("snooze") => snooze::required_end(fields),
            _ => snooze::optional_end(fields),
        };
        let deed = match (kind.as_deref(), resolved, snoozed, end) {
            (Some("snooze"), ..) => Deed::Snooze { until: end },
            (Some("unsnooze"), ..) => Deed::Unsnooze,
            (Some("acknowledge"), ..) => Deed::Acknowledge { note: note.unwrap_or_default() },
            (Some(_), ..) | (None, Some(true), ..) => Deed::Resolve,
            (None, _, Some(true), _) | (None, _, None, Some(_)) => Deed::Snooze { until: end },
            (None, _, Some(false), _) => Deed::Unsnooze,
            (None, Some(false), None, None) => {
                fields.problem("resolved", "an alert cannot be opened again");
                Deed::Resolve
            }
            (None, None, None, None) => {
                fields.problem("type", format!("must be one of {}", TYPES.join(", ")));
                Deed::Resolve
            }
        };
        Self {
            kind: None,
            snooze_days: None,
            snooze_until: None,
            note: None,
            resolved: None,
            snoozed: None,
            deed,
        }
    }
}

/// Resolve, snooze or acknowledge an alert.
///
/// Nobody is notified of what is done by hand. One that is not open any more is 409.
/// What fails again after it was resolved opens a new alert.
#[utoipa::path(
    put,
    path = "/alerts/{id}/",
    tag = "alerts",
    params(("id" = i64, Path, description = "Key of the alert")),
    request_body = UpdateAlert,
    responses((status = 200, body = Alert), (status = "default", body = ErrorBody)),
)]
pub async fn update_alert(
    State(app): State<App>,
    caller: Caller<may::ManageAlerts>,
    Path(id): Path<i64>,
    Body(request): Body<UpdateAlert>,
) -> Result<Json<Alert>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    let before = queries::find_alert(&*change, &caller.scope, id).await?;
    let before = before.ok_or(ApiError::NotFound("alert"))?;
    let done = act(&app, &change, &[id], &request.deed, &caller.username).await?;
    let after = queries::find_alert(&*change, &caller.scope, id).await?;
    let after = after.ok_or(ApiError::NotFound("alert"))?;
    done.events.into_iter().for_each(|event| change.publish(event));
    let message = format!("{} {} {}", caller.username, verb(&request.deed), before.title());
    let entry = after.entry(Action::Modify, message).before(&before).after(&after);
    change.commit(entry).await?;
    app.jobs.wake().await;
    Ok(Json(after))
}

/// What was done, for the audit log.
pub(super) fn verb(deed: &Deed) -> &'static str {
    match deed {
        Deed::Resolve => "resolved",
        Deed::Snooze { .. } => "snoozed",
        Deed::Unsnooze => "ended the snooze of",
        Deed::Acknowledge { .. } => "acknowledged",
        Deed::Delete => "deleted",
    }
}
