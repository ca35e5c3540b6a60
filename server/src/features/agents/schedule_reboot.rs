//! `PATCH /agents/<agent_id>/reboot/`: restart the machine at a set time.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, NaiveDateTime, TimeDelta, TimeZone};
use muster_protocol::{ScheduleReboot, capability, order_name};
use muster_schedule::NamedZone;
use serde::Serialize;
use utoipa::ToSchema;

use super::action_queries;
use crate::app::App;
use crate::audit::{Action, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::fleet::{find_target, reboot_name};
use crate::domain::runs::{self, IfOffline, Instruction, Launch, RunKind};
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{Body, Fields, Parse, Path};
use crate::time::Timestamp;

/// The most characters of a message: what a window of any system shows.
const LONGEST_MESSAGE: usize = 500;

/// When, and what people read before.
#[derive(ToSchema)]
pub struct RebootTime {
    /// `2026-01-31T13:30` in the agent's own time, or with an offset.
    datetime: String,
    /// What people who are logged in read a minute before.
    message: Option<String>,
}

impl Parse for RebootTime {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            datetime: fields.text("datetime").required(),
            message: fields.text("message").trimmed().max(LONGEST_MESSAGE).nullable().flatten(),
        }
    }
}

/// A reboot that will happen.
#[derive(Serialize, ToSchema)]
pub struct ScheduledReboot {
    /// When.
    #[schema(value_type = String, format = DateTime)]
    time: Timestamp,
    /// Host name of the agent.
    agent: String,
    /// What the pending action is called.
    task_name: String,
    /// Key of the pending action.
    id: i64,
}

/// Reboot an agent at a set time.
///
/// The agent keeps the time itself. Until then it is a pending action, which
/// can be cancelled. An agent that is away until then does not reboot. A message
/// is refused for an agent that is too old to show it.
#[utoipa::path(
    patch,
    path = "/agents/{agent_id}/reboot/",
    tag = "agents",
    params(("agent_id" = String, Path)),
    request_body = RebootTime,
    responses((status = 200, body = ScheduledReboot), (status = "default", body = ErrorBody)),
)]
pub async fn schedule_reboot(
    State(app): State<App>,
    caller: Caller<may::RebootAgents>,
    Path(agent_id): Path<AgentId>,
    Body(request): Body<RebootTime>,
) -> Result<Json<ScheduledReboot>, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    let zone = action_queries::read_time_zone(app.db.read(), target.id).await?;
    let time = read_time(&request.datetime, &zone).ok_or_else(|| {
        let sentence = "must be a time such as 2026-01-31T13:30, with an offset or without";
        ApiError::invalid("datetime", sentence)
    })?;
    if time <= Timestamp::now() {
        return Err(ApiError::invalid("datetime", "must be in the future"));
    }
    let message = request.message.unwrap_or_default();
    if !message.is_empty() {
        target.must_be_able_to(capability::REBOOT_MESSAGE)?;
    }
    let hostname = target.hostname.clone();
    let deed = format!("{} scheduled a reboot of {hostname}", caller.username);
    let mut after = serde_json::json!({ "reboot": time });
    if !message.is_empty() {
        after["message"] = message.as_str().into();
    }
    let audit = target.entry(Action::Modify, ObjectType::Agent, deed).after(&after);
    let order = ScheduleReboot { at: time.micros(), message };
    let instruction = Instruction::new(RunKind::Power, order_name::SCHEDULE_REBOOT, &order, 0)
        .described_as(format!("reboot at {time}"));
    let launch = Launch::new(instruction, target, audit);
    let started = runs::start(&app, &caller, &launch, IfOffline::WaitUntil(time)).await?;
    let task_name = reboot_name(started.id);
    Ok(Json(ScheduledReboot { time, agent: hostname, task_name, id: started.id.into() }))
}

/// Parses a time with an offset, or a local time of a zone: its first occurrence,
/// or the end of the gap if the clocks skip it.
fn read_time(text: &str, zone: &str) -> Option<Timestamp> {
    if let Some(time) = Timestamp::parse(text) {
        return Some(time);
    }
    // RFC 3339 requires seconds; this does not.
    if let Ok(time) = DateTime::parse_from_str(text, "%Y-%m-%dT%H:%M%:z") {
        return Some(Timestamp::from_micros(time.timestamp_micros()));
    }
    let formats = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"];
    let mut local =
        formats.iter().find_map(|form| NaiveDateTime::parse_from_str(text, form).ok())?;
    let zone: NamedZone = zone.parse().unwrap_or_else(|_| NamedZone::utc());
    // No gap is a day long.
    for _ in 0..=24 * 4 {
        if let Some(time) = zone.from_local_datetime(&local).earliest() {
            return Some(Timestamp::from_micros(time.timestamp_micros()));
        }
        local += TimeDelta::minutes(15);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, zone: &str) -> Option<String> {
        read_time(text, zone).map(|time| time.to_string())
    }

    #[test]
    fn a_time_is_read_with_its_offset_or_in_the_agents_zone() {
        let berlin = "Europe/Berlin";
        for (text, time) in [
            ("2027-03-01T12:00:00Z", "2027-03-01T12:00:00Z"),
            ("2027-03-01T12:00+02:00", "2027-03-01T10:00:00Z"),
            ("2027-03-01T12:00", "2027-03-01T11:00:00Z"),
            ("2027-03-01T12:00:30", "2027-03-01T11:00:30Z"),
            // Skipped: the first quarter of an hour after the gap.
            ("2027-03-28T02:30", "2027-03-28T01:00:00Z"),
            // Twice: the first.
            ("2027-10-31T02:30", "2027-10-31T00:30:00Z"),
        ] {
            let expected = Timestamp::parse(time).unwrap().to_string();
            assert_eq!(read(text, berlin), Some(expected), "{text}");
        }
        assert!(read("2027-03-01T12:00", "Nowhere/At_All").is_some());
        for text in ["", "tomorrow", "2027-13-01T12:00", "2027-03-01"] {
            assert_eq!(read(text, berlin), None, "{text}");
        }
    }
}
