//! Rules that are read, and every problem of those that are not.

use chrono::{NaiveDate, Weekday};

use super::super::{DayRule, Frequency, Recurrence, Until};
use super::*;

fn problems(text: &str) -> Vec<String> {
    let problems: Vec<Problem> = text.parse::<Recurrence>().unwrap_err();
    problems.iter().map(ToString::to_string).collect()
}

#[test]
fn every_part_of_a_rule_is_read() {
    let text = "RRULE:FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYMONTH=1,7;BYMONTHDAY=1,-1;BYDAY=2TU,FR,-1SU;WKST=SU";
    let day = |ordinal, weekday| DayRule { ordinal, weekday };
    let expected = Recurrence {
        frequency: Frequency::Monthly,
        interval: 2,
        count: Some(10),
        until: None,
        months: vec![1, 7],
        month_days: vec![1, -1],
        days: vec![
            day(Some(2), Weekday::Tue),
            day(None, Weekday::Fri),
            day(Some(-1), Weekday::Sun),
        ],
        week_start: Weekday::Sun,
    };
    assert_eq!(text.parse(), Ok(expected));
}

#[test]
fn letters_of_either_case_and_spaces_are_read() {
    let expected = Recurrence {
        days: vec![DayRule { ordinal: None, weekday: Weekday::Mon }],
        ..Recurrence::every(Frequency::Weekly)
    };
    assert_eq!(" rrule:freq=weekly; byday = mo ;".parse(), Ok(expected));
}

#[test]
fn an_end_is_an_instant_a_local_time_or_a_date() {
    let read = |text: &str| format!("FREQ=DAILY;UNTIL={text}").parse::<Recurrence>().unwrap().until;
    let date = NaiveDate::from_ymd_opt(2026, 12, 31).unwrap();
    let local = date.and_hms_opt(22, 30, 0).unwrap();
    assert_eq!(read("20261231"), Some(Until::Date(date)));
    assert_eq!(read("20261231T223000"), Some(Until::Local(local)));
    assert_eq!(read("20261231T223000Z"), Some(Until::Instant(local.and_utc())));
}

#[test]
fn every_problem_of_a_rule_is_named_at_once() {
    let text = "FREQ=HOURLY;INTERVAL=0;COUNT=1001;UNTIL=tomorrow;BYDAY=XX;BYMONTHDAY=32;\
                BYMONTH=0;WKST=1;BYSETPOS=1;COLOR=RED;COUNT=2;oops";
    let expected = [
        "FREQ: must be DAILY, WEEKLY, MONTHLY or YEARLY",
        "INTERVAL: must be 1 to 1000",
        "COUNT: must be 1 to 1000",
        "UNTIL: must be a date as 20261231, or a time as 20261231T235959 or 20261231T235959Z",
        "BYDAY: must be days such as MO, or numbered ones such as 1MO or -1FR",
        "BYMONTHDAY: must be days from 1 to 31, or from -1 to -31",
        "BYMONTH: must be months from 1 to 12",
        "WKST: must be a day such as MO",
        "BYSETPOS: is not supported",
        "COLOR: is not a part of a rule",
        "COUNT: must be there only once",
        "OOPS: must be a name, an equals sign and a value",
        "COUNT: must not be together with UNTIL",
    ];
    assert_eq!(problems(text), expected);
}

#[test]
fn parts_that_do_not_go_together_are_refused() {
    assert_eq!(problems(""), ["FREQ: this part is required"]);
    let numbered = ["BYDAY: numbers of days need a monthly or yearly rule"];
    assert_eq!(problems("FREQ=WEEKLY;BYDAY=1MO"), numbered);
    assert_eq!(problems("FREQ=DAILY;BYDAY=-1MO"), numbered);
    assert_eq!(problems("FREQ=WEEKLY;BYMONTHDAY=1"), ["BYMONTHDAY: must not be in a weekly rule"]);
    let most = ["BYDAY: a month has at most 5 of each day"];
    assert_eq!(problems("FREQ=MONTHLY;BYDAY=6MO"), most);
    assert_eq!(problems("FREQ=YEARLY;BYMONTH=2;BYDAY=-6MO"), most);
    assert!("FREQ=YEARLY;BYDAY=53MO".parse::<Recurrence>().is_ok());
}

#[test]
fn the_edges_of_each_number() {
    for good in ["INTERVAL=1000", "COUNT=1000", "BYMONTHDAY=-31,31", "BYMONTH=12", "BYDAY=SU"] {
        assert!(format!("FREQ=DAILY;{good}").parse::<Recurrence>().is_ok(), "{good}");
    }
    for bad in [
        "INTERVAL=1001",
        "INTERVAL=-1",
        "COUNT=0",
        "BYMONTHDAY=0",
        "BYMONTHDAY=-32",
        "BYMONTHDAY=1,",
        "BYMONTH=13",
        "BYDAY=",
        "BYDAY=54MO",
        "BYDAY=é",
        "UNTIL=20261301",
        "UNTIL=20261231T2500",
    ] {
        let problems = problems(&format!("FREQ=YEARLY;{bad}"));
        assert_eq!(problems.len(), 1, "{bad}: {problems:?}");
    }
}

#[test]
fn a_text_that_is_too_long_is_not_read() {
    let text = format!("FREQ=DAILY;BYMONTH={}", "1,".repeat(300));
    assert_eq!(problems(&text), ["rrule: must have at most 500 characters"]);
}

#[test]
fn every_problem_of_a_window_is_named_at_once() {
    let form = WindowForm {
        start: wall("1969-12-31 23:59"),
        zone: "Mars/Olympus",
        minutes: 44_641,
        rrule: Some("BYDAY=1"),
    };
    let found: Vec<String> =
        Window::read(&form).unwrap_err().iter().map(ToString::to_string).collect();
    let expected = [
        "zone: must be the IANA name of a time zone",
        "minutes: must be 1 to 44640",
        "start: must be in the years 1970 to 2999",
        "BYDAY: must be days such as MO, or numbered ones such as 1MO or -1FR",
        "FREQ: this part is required",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_window_that_never_comes_is_refused() {
    let never = [Problem::new("rrule", "never comes within 100 years of the start")];
    for rule in [
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29",
        "FREQ=DAILY;UNTIL=20250101",
    ] {
        let form = WindowForm {
            start: wall("2025-03-01 00:00"),
            zone: "UTC",
            minutes: 1,
            rrule: Some(rule),
        };
        assert_eq!(Window::read(&form), Err(never.to_vec()), "{rule}");
    }
}
