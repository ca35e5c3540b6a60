//! Values in another form than the expected one: numbers as text, text as
//! numbers, flags as text.
//!
//! Callers are written in languages that do not distinguish these, and a shell
//! script has only text. A value that means the same in both forms is accepted;
//! one that would lose something (`6.5` as a whole number) is not.

use serde_json::{Number, Value};

/// From here on, not every whole number has its own floating-point number, so
/// one that came as such may not be what the caller wrote.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The value as text. Lists and objects have none.
pub fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Number(number) if is_exact(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The value as a whole number: `60`, `60.0`, `"60"`.
pub fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64().or_else(|| from_float(number.as_f64()?)),
        Value::String(text) => from_text(text.trim()),
        _ => None,
    }
}

/// The value as a number: `2.5`, `"2.5"`.
pub fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
    .filter(|number: &f64| number.is_finite())
}

/// The value as true or false: also `1`, `0`, and `true` and `false` as text.
pub fn flag(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        Value::Number(_) => match whole(value)? {
            1 => Some(true),
            0 => Some(false),
            _ => None,
        },
        Value::String(text) => match text.trim().to_ascii_lowercase().as_str() {
            "true" | "1" => Some(true),
            "false" | "0" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// Whether the number is the one the caller wrote.
fn is_exact(number: &Number) -> bool {
    !number.is_f64() || number.as_f64().is_some_and(|float| float.abs() < EXACT)
}

/// Digits, and behind a point nothing but zeros.
fn from_text(text: &str) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let is_whole = !fraction.is_empty() && fraction.bytes().all(|digit| digit == b'0');
    if is_whole { whole.parse().ok() } else { None }
}

fn from_float(float: f64) -> Option<i64> {
    let is_whole = float.fract() == 0.0 && float.abs() < EXACT;
    #[expect(clippy::cast_possible_truncation, reason = "it is whole and small enough")]
    is_whole.then_some(float as i64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn lossy_values_are_not_converted() {
        for value in [
            json!("6.5"),
            json!(6.5),
            json!("abc"),
            json!(""),
            json!(" "),
            json!("1e3"),
            json!("inf"),
            json!("NaN"),
            json!("0x10"),
            json!("9223372036854775808"),
            json!(9_223_372_036_854_775_808_u64),
            json!(1e300),
            json!("60."),
            json!(".0"),
            json!(true),
            json!(null),
            json!([60]),
            json!({ "value": 60 }),
        ] {
            assert_eq!(whole(&value), None, "{value}");
        }
        for value in [json!("yes"), json!(2), json!(-1), json!(0.5), json!(""), json!([true])] {
            assert_eq!(flag(&value), None, "{value}");
        }
        for value in [json!(null), json!(["a"]), json!({}), json!(1e300), json!(-9.1e15)] {
            assert_eq!(text(&value), None, "{value}");
        }
    }

    #[test]
    fn numbers_may_have_fractions_but_are_finite() {
        for value in [json!(2.5), json!("2.5"), json!(" 2.5 ")] {
            assert_eq!(number(&value), Some(2.5), "{value}");
        }
        for value in [json!("inf"), json!("NaN"), json!("two"), json!(true), json!([2.5])] {
            assert_eq!(number(&value), None, "{value}");
        }
    }

    #[test]
    fn equivalent_values_are_converted() {
        for value in [json!(60), json!(60.0), json!("60"), json!(" 60 "), json!("60.0")] {
            assert_eq!(whole(&value), Some(60), "{value}");
        }
        for value in [json!(true), json!(1), json!(1.0), json!("1"), json!("True")] {
            assert_eq!(flag(&value), Some(true), "{value}");
        }
        for value in [json!(false), json!(0), json!("0"), json!("FALSE")] {
            assert_eq!(flag(&value), Some(false), "{value}");
        }
        for (value, expected) in [
            (json!(250), "250"),
            (json!(true), "true"),
            (json!(2.5), "2.5"),
            (json!(-3), "-3"),
            (json!(u64::MAX), "18446744073709551615"),
            (json!(" as sent "), " as sent "),
        ] {
            assert_eq!(text(&value).as_deref(), Some(expected));
        }
    }

    proptest! {
        #[test]
        fn a_whole_number_is_the_same_as_its_text(number in any::<i64>()) {
            prop_assert_eq!(whole(&json!(number)), Some(number));
            prop_assert_eq!(whole(&json!(number.to_string())), Some(number));
            prop_assert_eq!(text(&json!(number)), Some(number.to_string()));
        }

        #[test]
        fn a_converted_number_has_the_same_value(sent in "[-+ ]?[0-9]{0,20}[.]?[0-9]{0,3}") {
            if let Some(number) = whole(&json!(sent)) {
                let (whole, fraction) = sent.trim().split_once('.').unwrap_or((sent.trim(), ""));
                prop_assert!(fraction.bytes().all(|digit| digit == b'0'), "{}", sent);
                prop_assert_eq!(i128::from(number), whole.parse::<i128>().unwrap());
            }
        }

        #[test]
        fn a_fraction_is_never_a_whole_number(number in any::<f64>()) {
            let whole = whole(&json!(number));
            prop_assert!(whole.is_none() || number.fract() == 0.0);
        }

        #[test]
        fn text_that_is_no_number_stays_text(sent in "[a-zA-Z]{1,12}") {
            prop_assert_eq!(whole(&json!(sent)), None);
            prop_assert_eq!(text(&json!(sent)), Some(sent));
        }
    }
}
