//! What callers send, by the type of the field.

use proptest::prelude::*;

use crate::domain::custom_fields::Kind;
use crate::domain::custom_fields::conversion::{
    LONGEST_TEXT, TypedValue, from_flag, from_list, from_text, typed,
};

const NUMBER: Result<&str, &str> = Err("must be a number");
const FLAG: Result<&str, &str> = Err("must be true or false, yes or no, 1 or 0");
const TIME: Result<&str, &str> =
    Err("must be a time such as 2026-01-31T13:30:00Z or 2026-01-31T13:30");
const CHOICE: Result<&str, &str> = Err("must be one of red, green, dark blue");

fn options() -> Vec<String> {
    ["red", "green", "dark blue"].map(str::to_owned).to_vec()
}

#[track_caller]
fn check(kind: Kind, cases: &[(&str, Result<&str, &str>)]) {
    for (sent, expected) in cases {
        let expected = expected.map(str::to_owned).map_err(str::to_owned);
        assert_eq!(from_text(kind, &options(), sent), expected, "{sent:?}");
    }
}

#[test]
fn a_text_is_kept_as_sent() {
    let nul = Err("must not contain the character NUL");
    check(Kind::Text, &[("", Ok("")), (" a,b ", Ok(" a,b ")), ("ä\n", Ok("ä\n")), ("\0", nul)]);
    let longest = "ä".repeat(LONGEST_TEXT);
    assert_eq!(from_text(Kind::Text, &[], &longest), Ok(longest.clone()));
    let problem = "must have at most 65536 characters".to_owned();
    assert_eq!(from_text(Kind::Text, &[], &format!("{longest}x")), Err(problem));
}

#[test]
fn a_number_is_kept_as_written() {
    let cases = ["0", "-5", "+5", "0.10", "12345678901234567890", "1e3", ".5", "5."];
    check(Kind::Number, &cases.map(|text| (text, Ok(text))));
    check(Kind::Number, &[(" 42\n", Ok("42"))]);
    let cases = ["", " ", "x", "1,5", "1_000", "inf", "-Infinity", "NaN", "1e999", "0x10", "٣"];
    check(Kind::Number, &cases.map(|text| (text, NUMBER)));
}

#[test]
fn a_single_is_one_of_the_options() {
    check(Kind::Single, &[("red", Ok("red")), (" dark blue\n", Ok("dark blue"))]);
    let cases = ["", "Red", "red,green", "dark  blue", "yellow"];
    check(Kind::Single, &cases.map(|text| (text, CHOICE)));
}

#[test]
fn a_multiple_is_split_at_commas() {
    let cases = [
        ("red,green", Ok("red,green")),
        (" green , red ,, ", Ok("green,red")),
        ("red,red", Ok("red")),
        ("dark blue", Ok("dark blue")),
        ("", Ok("")),
        (",", Ok("")),
        ("red,yellow", CHOICE),
        ("red;green", CHOICE),
    ];
    check(Kind::Multiple, &cases);
}

#[test]
fn a_checkbox_understands_six_words() {
    let yes = ["true", "True", "YES", "yes", "1", " 1\n"];
    check(Kind::Checkbox, &yes.map(|text| (text, Ok("true"))));
    check(Kind::Checkbox, &["false", "FALSE", "no", "0"].map(|text| (text, Ok("false"))));
    check(Kind::Checkbox, &["", "on", "2", "y", "truee"].map(|text| (text, FLAG)));
}

#[test]
fn a_point_in_time_becomes_utc_and_a_local_time_stays() {
    let cases = [
        ("2026-01-31T13:30:00Z", Ok("2026-01-31T13:30:00Z")),
        ("2026-01-31T13:30:00+01:00", Ok("2026-01-31T12:30:00Z")),
        ("2026-01-31T13:30:00.250-00:30", Ok("2026-01-31T14:00:00.250Z")),
        (" 2026-01-31T13:30 ", Ok("2026-01-31T13:30")),
        ("2024-02-29T00:00", Ok("2024-02-29T00:00")),
    ];
    check(Kind::Datetime, &cases);
    let cases = [
        "",
        "2026-01-31",
        "2026-02-29T00:00",
        "2026-01-31T24:00",
        "2026-1-31T13:30",
        "2026-01-31T13:30:00",
        "31.01.2026 13:30",
        "9999-12-31T23:59:59-05:00",
        "0000-01-01T00:00:00+05:00",
        "tomorrow",
    ];
    check(Kind::Datetime, &cases.map(|text| (text, TIME)));
}

#[test]
fn flags_are_for_checkboxes_and_lists_for_multiples() {
    assert_eq!(from_flag(Kind::Checkbox, true), Ok("true".to_owned()));
    assert_eq!(
        from_flag(Kind::Text, true),
        Err("this does not fit a field of type text".to_owned())
    );
    let list = |kind| from_list(kind, &options(), [" green", "", "red", "red"]);
    assert_eq!(list(Kind::Multiple), Ok("green,red".to_owned()));
    assert_eq!(list(Kind::Single), Err("this does not fit a field of type single".to_owned()));
}

#[test]
fn a_sentence_names_twenty_options_at_most() {
    let options: Vec<String> = (0..21).map(|number| format!("o{number}")).collect();
    let problem = from_text(Kind::Single, &options, "x").unwrap_err();
    assert!(problem.ends_with("o18, o19, …"), "{problem}");
}

#[test]
fn a_value_has_the_json_type_of_its_field() {
    assert_eq!(typed(Kind::Text, "true"), TypedValue::Text("true"));
    assert_eq!(typed(Kind::Number, "5"), TypedValue::Text("5"));
    assert_eq!(typed(Kind::Checkbox, "true"), TypedValue::Flag(true));
    assert_eq!(typed(Kind::Checkbox, "false"), TypedValue::Flag(false));
    assert_eq!(typed(Kind::Multiple, "red,green"), TypedValue::List(vec!["red", "green"]));
    assert_eq!(typed(Kind::Multiple, ""), TypedValue::List(vec![]));
}

fn any_kind() -> impl Strategy<Value = Kind> {
    prop::sample::select(Kind::NAMES).prop_map(|word| Kind::from_name(word).unwrap())
}

/// Texts that often are values of some type.
fn any_text() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "red",
        "green",
        "dark blue",
        ",",
        " ",
        "true",
        "no",
        "1",
        "0.5",
        "-",
        "e",
        "2026-01-31",
        "T13:30",
        ":00",
        "Z",
        "+01:00",
        "x",
    ]);
    prop_oneof![prop::collection::vec(part, 0..6).prop_map(|parts| parts.concat()), ".{0,40}",]
}

proptest! {
    #[test]
    fn converting_a_text_form_again_changes_nothing(kind in any_kind(), sent in any_text()) {
        if let Ok(text) = from_text(kind, &options(), &sent) {
            prop_assert_eq!(from_text(kind, &options(), &text), Ok(text));
        }
    }

    #[test]
    fn a_value_converts_back_to_its_text(kind in any_kind(), sent in any_text()) {
        if let Ok(text) = from_text(kind, &options(), &sent) {
            let back = match typed(kind, &text) {
                TypedValue::Text(same) => from_text(kind, &options(), same),
                TypedValue::Flag(flag) => from_flag(kind, flag),
                TypedValue::List(items) => from_list(kind, &options(), items),
            };
            prop_assert_eq!(back, Ok(text));
        }
    }

    #[test]
    fn every_choice_of_options_survives(
        items in prop::sample::subsequence(options(), 0..=3),
    ) {
        let text = from_list(Kind::Multiple, &options(), items.iter().map(String::as_str)).unwrap();
        let expected: Vec<&str> = items.iter().map(String::as_str).collect();
        prop_assert_eq!(typed(Kind::Multiple, &text), TypedValue::List(expected));
    }

    #[test]
    fn every_finite_number_is_one(number in proptest::num::f64::NORMAL) {
        let text = number.to_string();
        prop_assert_eq!(from_text(Kind::Number, &[], &text), Ok(text));
    }

    #[test]
    fn every_second_of_four_centuries_is_a_time(seconds in 0i64..12_600_000_000) {
        let text = crate::time::Timestamp::from_micros(seconds * 1_000_000).to_string();
        prop_assert_eq!(from_text(Kind::Datetime, &[], &text), Ok(text));
    }
}
