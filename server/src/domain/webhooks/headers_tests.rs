//! What headers may be, and what is shown of them.

use super::headers::Headers;

/// Bytes of the longest text.
const LONGEST: usize = 16 * 1024;

fn problems(text: &str) -> Vec<String> {
    Headers::parse(text).unwrap_err()
}

#[test]
fn headers_are_kept_as_they_were_sent_and_secrets_are_masked() {
    let plain = r#"{"Z": "1",   "A": 2, "B": true}"#;
    assert_eq!(Headers::parse(plain).unwrap().shown(), plain);
    assert_eq!(Headers::parse(" \n").unwrap(), Headers::default());
    assert_eq!(Headers::default().shown(), "");
    let text = r#"{"X-Api-KEY": "k", "Accept": "a", "Cookie": "c", "authorization": ""}"#;
    let shown = "{\n  \"X-Api-KEY\": \"********\",\n  \"Accept\": \"a\",\n  \
                 \"Cookie\": \"********\",\n  \"authorization\": \"\"\n}";
    assert_eq!(Headers::parse(text).unwrap().shown(), shown);
}

#[test]
fn a_mask_stands_for_the_stored_value_of_the_same_header() {
    let stored = Headers::parse(r#"{"Authorization": "Bearer x", "Accept": "a"}"#).unwrap();
    let sent = Headers::parse(&stored.shown()).unwrap();
    assert_eq!(sent.unmasked(Some(&stored)).unwrap().entries(), stored.entries());
    let sent = Headers::parse(r#"{"X-Token": "********", "Note": "********"}"#).unwrap();
    let expected = ["X-Token: this is the mask of a value: enter the value"];
    assert_eq!(sent.clone().unmasked(Some(&stored)).unwrap_err(), expected);
    assert_eq!(sent.unmasked(None).unwrap_err(), expected);
}

#[test]
fn secrets_do_not_move_to_another_server() {
    let secret = Headers::parse(r#"{"X-Key": "k", "Cookie": "", "A": "b"}"#).unwrap();
    let expected = ["X-Key: enter it again: it was for another server"];
    assert_eq!(secret.moved().unwrap_err(), expected);
    let plain = Headers::parse(r#"{"Cookie": "", "A": "b"}"#).unwrap();
    assert_eq!(plain.moved().unwrap(), plain);
}

#[test]
fn all_that_is_wrong_is_named() {
    for text in ["[]", "x", "\"{}\"", "{\"a\": 1"] {
        assert_eq!(problems(text), ["must be a JSON object of texts"]);
    }
    let text = r#"{"a b": "x", "HOST": "x", "c": [], "d": "x\r\ny", "e": "1", "E": "2"}"#;
    let expected = [
        "a b: this is not the name of a header",
        "HOST: the server sets this header itself",
        "c: must be text",
        "d: must not have control characters",
        "E: this header is there twice",
    ];
    assert_eq!(problems(text), expected);
    let many = |count: usize| {
        let pairs: Vec<String> = (0..count).map(|n| format!("\"h{n}\": \"\"")).collect();
        format!("{{{}}}", pairs.join(","))
    };
    assert_eq!(problems(&many(51)), ["must have at most 50 headers"]);
    assert!(Headers::parse(&many(50)).is_ok());
    let long = |length: usize| format!("{{\"a\": \"{}\"}}", "x".repeat(length - 9));
    assert_eq!(problems(&long(LONGEST + 1)), ["must have at most 16384 bytes"]);
    assert!(Headers::parse(&long(LONGEST)).is_ok());
}

#[test]
fn nothing_secret_is_printed() {
    let headers = Headers::parse(r#"{"Authorization": "hidden-value"}"#).unwrap();
    assert!(!format!("{headers:?}").contains("hidden-value"));
}
