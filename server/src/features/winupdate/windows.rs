//! When agents install approved updates on their own: the windows in their
//! documents.

use std::collections::HashMap;
use std::time::Duration;

use chrono::{DateTime, TimeZone, Utc};
use muster_protocol::{TaskDefinition, UpdateWindow, encode};
use muster_schedule::{InstancePolicy, Kind, Rule, Zone};
use ring::digest::{SHA256, digest};

use super::install_updates::LIMIT_SECONDS;
use super::queries::{self, InstallableUpdate};
use crate::app::App;
use crate::domain::settings::read_settings;
use crate::error::ApiError;
use crate::features::policies::{self, EffectivePatch, PatchSchedule};
use crate::ids::AgentKey;

const HOUR: Duration = Duration::from_secs(3600);
const ALL_MONTHS: u16 = 0xfff;
const FEBRUARY: u16 = 0b10;
const LAST_DAY: u32 = 1 << 31;

/// The windows of these agents, where there are any: as many queries for many
/// as for one.
pub async fn windows_of(
    app: &App,
    agents: &[AgentKey],
) -> Result<HashMap<AgentKey, Vec<TaskDefinition>>, ApiError> {
    let db = app.db.read();
    let mut waiting: HashMap<AgentKey, Vec<InstallableUpdate>> = HashMap::new();
    for update in queries::list_installable(db, agents).await? {
        waiting.entry(update.agent_id).or_default().push(update);
    }
    let agents: Vec<AgentKey> = waiting.keys().copied().collect();
    let patches = policies::patches_of(db, &agents).await?;
    let settings = read_settings(db, &app.vault).await?;
    let catch_up = HOUR * u32::try_from(settings.patch_catch_up_hours).unwrap_or(0);
    let one = |(agent, updates): (AgentKey, Vec<InstallableUpdate>)| {
        let windows =
            windows(&patches.in_force(agent), &updates, catch_up, app.settings.output_limit);
        (agent, windows)
    };
    Ok(waiting.into_iter().map(one).filter(|(_, windows)| !windows.is_empty()).collect())
}

fn windows(
    patch: &EffectivePatch,
    updates: &[InstallableUpdate],
    catch_up: Duration,
    output_limit: u64,
) -> Vec<TaskDefinition> {
    let Some(schedule) = &patch.schedule.value else { return Vec::new() };
    let failed = &patch.failed.value;
    let may_be_tried = |update: &&InstallableUpdate| {
        update.state != "failed" || (failed.reprocess && update.attempts <= failed.times)
    };
    let guids: Vec<String> =
        updates.iter().filter(may_be_tried).map(|update| update.guid.clone()).collect();
    if guids.is_empty() {
        return Vec::new();
    }
    let updates = UpdateWindow {
        guids,
        reboot: patch.reboot.value.clone(),
        catch_up_seconds: catch_up.as_secs(),
        timeout_seconds: LIMIT_SECONDS,
    };
    let window = |(id, kind): (i64, Kind)| {
        let mut window = TaskDefinition {
            id,
            name: "install approved updates".to_owned(),
            rule: rule(schedule, kind, catch_up),
            output_limit,
            updates: Some(updates.clone()),
            ..TaskDefinition::default()
        };
        let hash = digest(&SHA256, &encode(&window));
        window.version = hash.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
        window
    };
    (1..).map(|number: i64| -number).zip(kinds(schedule)).map(window).collect()
}

fn rule(schedule: &PatchSchedule, kind: Kind, catch_up: Duration) -> Rule {
    Rule {
        kind,
        start: first_day(schedule.hour),
        zone: Zone::Agent,
        run_asap_after_missed: !catch_up.is_zero(),
        instance_policy: InstancePolicy::IgnoreNew,
        ..Rule::default()
    }
}

/// A day before any window, at this hour, in the agent's own time.
fn first_day(hour: i64) -> Option<DateTime<Utc>> {
    Utc.with_ymd_and_hms(2026, 1, 1, u32::try_from(hour).ok()?, 0, 0).single()
}

/// The calendar of a schedule. A month that lacks the day has its last instead,
/// which needs a separate rule where only February does.
fn kinds(schedule: &PatchSchedule) -> Vec<Kind> {
    if schedule.frequency != "monthly" {
        // Our weeks begin with Monday, those of rules with Sunday.
        let bit = |day: &i64| 1_u8 << ((day + 1).rem_euclid(7));
        let weekdays = schedule.days.iter().map(bit).fold(0, |mask, bit| mask | bit);
        return if weekdays == 0 {
            Vec::new()
        } else {
            vec![Kind::Weekly { interval: 1, weekdays }]
        };
    }
    let day = |day: i64| u32::try_from(day - 1).ok().and_then(|index| 1_u32.checked_shl(index));
    let Some(days) = day(schedule.day) else { return Vec::new() };
    match schedule.day {
        31 => vec![Kind::Monthly { months: ALL_MONTHS, days: LAST_DAY }],
        29 | 30 => vec![
            Kind::Monthly { months: ALL_MONTHS & !FEBRUARY, days },
            Kind::Monthly { months: FEBRUARY, days: LAST_DAY },
        ],
        _ => vec![Kind::Monthly { months: ALL_MONTHS, days }],
    }
}

#[cfg(test)]
mod tests {
    use muster_schedule::next_after;

    use super::*;

    fn next(frequency: &str, days: &[i64], day: i64, after: &str) -> Option<String> {
        let schedule =
            PatchSchedule { frequency: frequency.to_owned(), hour: 3, days: days.to_vec(), day };
        let after: DateTime<Utc> = after.parse().unwrap();
        let next = |kind| {
            let berlin = "Europe/Berlin".parse().unwrap();
            next_after(&rule(&schedule, kind, Duration::ZERO), berlin, after)
        };
        kinds(&schedule).into_iter().filter_map(next).min().map(|next| next.to_rfc3339())
    }

    #[test]
    fn windows_open_by_the_clock_on_the_agents_wall() {
        for (frequency, days, day, after, expected) in [
            ("daily", vec![0], 1, "2027-03-01T00:00:00Z", "2027-03-01T02:00:00+00:00"),
            ("daily", vec![6], 1, "2027-03-01T00:00:00Z", "2027-03-07T02:00:00+00:00"),
            ("daily", vec![0, 2], 1, "2027-03-01T02:00:00Z", "2027-03-03T02:00:00+00:00"),
            ("monthly", vec![], 15, "2027-07-01T00:00:00Z", "2027-07-15T01:00:00+00:00"),
            ("monthly", vec![], 31, "2027-04-01T00:00:00Z", "2027-04-30T01:00:00+00:00"),
            ("monthly", vec![], 31, "2027-05-01T00:00:00Z", "2027-05-31T01:00:00+00:00"),
            ("monthly", vec![], 30, "2027-02-01T00:00:00Z", "2027-02-28T02:00:00+00:00"),
            ("monthly", vec![], 30, "2027-03-01T00:00:00Z", "2027-03-30T01:00:00+00:00"),
            ("monthly", vec![], 29, "2028-02-01T00:00:00Z", "2028-02-29T02:00:00+00:00"),
        ] {
            let found = next(frequency, &days, day, after);
            assert_eq!(found.as_deref(), Some(expected), "{frequency} {days:?} {day} {after}");
        }
        assert_eq!(next("daily", &[], 1, "2027-03-01T00:00:00Z"), None);
    }
}
