//! When a task runs, field by field as people set it.

use chrono::{DateTime, Utc};
use muster_schedule::{
    InstancePolicy, Kind, Problem, Rule, Zone, parse_duration, repetition, validate,
};
use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::{Problems, add_problem};
use crate::input::Fields;
use crate::time::Timestamp;

const TYPES: &[&str] = &[
    "manual",
    "runonce",
    "daily",
    "weekly",
    "monthly",
    "monthlydow",
    "checkfailure",
    "onboarding",
];
const DURATION: &str = "must be 1 to 3 digits and one of d, h, m, s, or a period such as PT5M";
/// Default of `task_instance_policy`: a new run waits.
const QUEUE: i64 = 1;

/// When a task runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, FromQueryResult)]
pub struct Timing {
    /// `manual`, `runonce`, `daily`, `weekly`, `monthly`, `monthlydow`,
    /// `checkfailure` or `onboarding`.
    #[schema(default = "manual")]
    #[schema(extensions(("x-enum-values" = json!(TYPES))))]
    pub task_type: String,
    /// The first possible run. Recurrence keeps its wall-clock time.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub run_time_date: Option<Timestamp>,
    /// Whose wall clock: `utc`, `agent` (the digits of the times are local
    /// ones) or the IANA name of a time zone.
    #[schema(default = "utc")]
    pub run_time_zone: String,
    /// Every so many days, 1 to 255.
    pub daily_interval: Option<i64>,
    /// Every so many weeks, 1 to 52.
    pub weekly_interval: Option<i64>,
    /// Sunday 1 … Saturday 64.
    pub run_time_bit_weekdays: Option<i64>,
    /// January 1 … December 2048.
    pub monthly_months_of_year: Option<i64>,
    /// The 1st 1 … the 31st 2^30, the last day 2^31.
    pub monthly_days_of_month: Option<i64>,
    /// First 1 … fourth 8, last 16.
    pub monthly_weeks_of_month: Option<i64>,
    /// The time from one repetition to the next, such as `15m`.
    pub task_repetition_interval: Option<String>,
    /// For how long it is repeated, such as `1h`.
    pub task_repetition_duration: Option<String>,
    /// Each run waits up to this long, such as `30m`.
    pub random_task_delay: Option<String>,
    /// Whether a run still going on is ended when the repetitions are over.
    pub stop_task_at_duration_end: bool,
    /// Whether a run that was missed happens when the agent is back.
    pub run_asap_after_missed: bool,
    /// While one runs: 0 parallel, 1 queue, 2 ignore new, 3 stop existing.
    #[schema(default = 1)]
    pub task_instance_policy: i64,
    /// No run at this time or after it.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub expire_date: Option<Timestamp>,
    /// Whether the task is deleted at `expire_date`.
    pub remove_if_not_scheduled: bool,
}

impl Timing {
    /// Reads a body.
    pub fn read(fields: &Fields<'_>) -> Self {
        let whole =
            |name: &str, low, high| fields.whole(name).between(low..=high).nullable().flatten();
        let duration = |name: &str| {
            let field = fields.text(name).check(|text| parse_duration(text).is_some(), DURATION);
            field.nullable().flatten()
        };
        let flag = |name: &str| fields.flag(name).or(false);
        let time = |name: &str| fields.time(name).nullable().flatten();
        Self {
            task_type: fields.text("task_type").one_of(TYPES).or("manual".to_owned()),
            run_time_date: time("run_time_date"),
            run_time_zone: fields.text("run_time_zone").or("utc".to_owned()),
            // Callers send 0 where another type does not use it.
            daily_interval: whole("daily_interval", 0, 255),
            weekly_interval: whole("weekly_interval", 0, 52),
            run_time_bit_weekdays: whole("run_time_bit_weekdays", 1, 127),
            monthly_months_of_year: whole("monthly_months_of_year", 1, 4095),
            monthly_days_of_month: whole("monthly_days_of_month", 1, i64::from(u32::MAX)),
            monthly_weeks_of_month: whole("monthly_weeks_of_month", 1, 31),
            task_repetition_interval: duration("task_repetition_interval"),
            task_repetition_duration: duration("task_repetition_duration"),
            random_task_delay: duration("random_task_delay"),
            stop_task_at_duration_end: flag("stop_task_at_duration_end"),
            run_asap_after_missed: flag("run_asap_after_missed"),
            task_instance_policy: fields.whole("task_instance_policy").between(0..=3).or(QUEUE),
            expire_date: time("expire_date"),
            remove_if_not_scheduled: flag("remove_if_not_scheduled"),
        }
    }

    /// The rule that server and agents compute with.
    pub fn rule(&self, enabled: bool) -> Rule {
        Rule {
            kind: self.kind(),
            start: self.run_time_date.and_then(instant),
            zone: Zone::from(self.run_time_zone.clone()),
            expire: self.expire_date.and_then(instant),
            repetition: self.repetition().unwrap_or(None),
            random_delay: duration(self.random_task_delay.as_ref()),
            run_asap_after_missed: self.run_asap_after_missed,
            instance_policy: InstancePolicy::from_number(self.task_instance_policy)
                .unwrap_or_default(),
            enabled,
        }
    }

    fn kind(&self) -> Kind {
        // An absent value or one out of bounds never runs, and `check` refuses
        // it.
        fn mask<M: TryFrom<i64> + Default>(number: Option<i64>) -> M {
            M::try_from(number.unwrap_or(0)).unwrap_or_default()
        }
        let (months, weekdays) =
            (mask(self.monthly_months_of_year), mask(self.run_time_bit_weekdays));
        match self.task_type.as_str() {
            "runonce" => Kind::RunOnce,
            "daily" => Kind::Daily { interval: mask(self.daily_interval) },
            "weekly" => Kind::Weekly { interval: mask(self.weekly_interval), weekdays },
            "monthly" => Kind::Monthly { months, days: mask(self.monthly_days_of_month) },
            "monthlydow" => Kind::MonthlyByWeekday {
                months,
                weeks: mask(self.monthly_weeks_of_month),
                weekdays,
            },
            "checkfailure" => Kind::CheckFailure,
            "onboarding" => Kind::Onboarding,
            _ => Kind::Manual,
        }
    }

    fn repetition(&self) -> Result<Option<muster_schedule::Repetition>, Problem> {
        let every = duration(self.task_repetition_interval.as_ref());
        repetition(every, duration(self.task_repetition_duration.as_ref()))
    }

    /// Reports problems that only show in the whole. A field that has a problem
    /// already is not reported again.
    pub fn check(&self, problems: &mut Problems) {
        let mut found: Vec<Problem> = self.missing();
        found.extend(self.repetition().err());
        found.extend(validate(&self.rule(true)));
        if self.remove_if_not_scheduled && self.expire_date.is_none() {
            found.push(("expire_date", "this field is required with remove_if_not_scheduled"));
        }
        for (field, sentence) in found {
            if !problems.contains_key(field) {
                add_problem(problems, field, sentence);
            }
        }
    }

    /// The fields that the type needs and that are not there.
    fn missing(&self) -> Vec<Problem> {
        const NEEDED: &str = "this field is required for this task_type";
        let fields: &[(&'static str, bool)] = match self.task_type.as_str() {
            "daily" => &[("daily_interval", self.daily_interval.is_none())],
            "weekly" => &[
                ("weekly_interval", self.weekly_interval.is_none()),
                ("run_time_bit_weekdays", self.run_time_bit_weekdays.is_none()),
            ],
            "monthly" => &[
                ("monthly_months_of_year", self.monthly_months_of_year.is_none()),
                ("monthly_days_of_month", self.monthly_days_of_month.is_none()),
            ],
            "monthlydow" => &[
                ("monthly_months_of_year", self.monthly_months_of_year.is_none()),
                ("monthly_weeks_of_month", self.monthly_weeks_of_month.is_none()),
                ("run_time_bit_weekdays", self.run_time_bit_weekdays.is_none()),
            ],
            _ => &[],
        };
        let absent = fields.iter().filter(|(_, is_absent)| *is_absent);
        absent.map(|(field, _)| (*field, NEEDED)).collect()
    }
}

fn duration(text: Option<&String>) -> Option<std::time::Duration> {
    text.and_then(|text| parse_duration(text))
}

/// A time as calendars have it.
pub fn instant(time: Timestamp) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp_micros(time.micros())
}
