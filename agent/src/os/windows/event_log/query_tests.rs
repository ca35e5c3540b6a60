//! Queries for every kind of request, and for names that try to leave their quotes.

use proptest::prelude::*;

use super::super::xml::{Token, tokens};
use super::*;

fn request(log: &str) -> ReadEventLog {
    ReadEventLog { log: log.to_owned(), ..ReadEventLog::default() }
}

/// The path after each tag of a query.
fn paths(request: &ReadEventLog, since: Option<i64>) -> String {
    let query = query_for(request, since).unwrap().unwrap();
    let texts = tokens(&query).filter_map(|token| match token {
        Token::Text(text) => Some(text),
        _ => None,
    });
    texts.collect::<Vec<String>>().join(" | ")
}

#[test]
fn a_query_is_the_document_that_windows_takes() {
    let all = query_for(&request("System"), None).unwrap().unwrap();
    let expected = "<QueryList><Query Id=\"0\" Path=\"System\">\
        <Select Path=\"System\">*</Select></Query></QueryList>";
    assert_eq!(all, expected);
    let old = ReadEventLog { event_type: "INFO".to_owned(), ..request("System") };
    let query = query_for(&old, Some(0)).unwrap().unwrap();
    let expected = "<Select Path=\"System\">*[System[(Level=0 or Level&gt;=4) and \
        TimeCreated[@SystemTime&gt;=&apos;1970-01-01T00:00:00.000Z&apos;]]]</Select>\
        <Suppress Path=\"System\">*[System[band(Keywords,13510798882111488)]]</Suppress>";
    assert!(query.contains(expected), "{query}");
}

#[test]
fn each_condition_is_part_of_the_query() {
    let all = request("Security");
    let text = str::to_owned;
    let no_audit = " | *[System[band(Keywords,13510798882111488)]]";
    for (request, since, expected) in [
        (all.clone(), None, text("*")),
        (
            ReadEventLog { event_type: text("ERROR"), ..all.clone() },
            None,
            format!("*[System[(Level=1 or Level=2)]]{no_audit}"),
        ),
        (
            ReadEventLog { event_type: text("WARNING"), event_id: Some(7), ..all.clone() },
            None,
            format!("*[System[Level=3 and EventID=7]]{no_audit}"),
        ),
        (
            ReadEventLog { event_type: text("AUDIT_SUCCESS"), ..all.clone() },
            None,
            text("*[System[band(Keywords,9007199254740992)]]"),
        ),
        (
            ReadEventLog { event_type: text("AUDIT_FAILURE"), ..all.clone() },
            None,
            text("*[System[band(Keywords,4503599627370496)]]"),
        ),
        (
            ReadEventLog { source: text("Kernel-Power"), ..all.clone() },
            Some(1_794_710_249),
            text(
                "*[System[Provider[@Name='Kernel-Power' or @Name='Microsoft-Windows-Kernel-Power' \
                 or @EventSourceName='Kernel-Power'] and \
                 TimeCreated[@SystemTime>='2026-11-15T02:37:29.000Z']]]",
            ),
        ),
        (ReadEventLog { event_id: Some(65_535), ..all }, None, text("*[System[EventID=65535]]")),
    ] {
        assert_eq!(paths(&request, since), expected, "{request:?}");
    }
}

#[test]
fn what_no_event_can_be_like_finds_none() {
    let impossible = ReadEventLog { event_id: Some(65_536), ..request("System") };
    assert_eq!(query_for(&impossible, None), Ok(None));
}

#[test]
fn what_is_not_known_is_refused() {
    let refusal = |request: &ReadEventLog| query_for(request, None).unwrap_err().to_string();
    let loud = ReadEventLog { event_type: "LOUD".to_owned(), ..request("System") };
    assert_eq!(refusal(&loud), "event type \"LOUD\" is not known");
    for name in ["C:\\x.evtx", "a\"b", "a<b", "a\0b", "file://x", &"a".repeat(256)] {
        assert_eq!(refusal(&request(name)), format!("{name:?} is not a log of this system"));
    }
    assert!(refusal(&request("")).starts_with("which log?"));
    let both = ReadEventLog { source: "a'b\"c".to_owned(), ..request("System") };
    assert_eq!(refusal(&both), "no source of events can be called \"a'b\\\"c\"");
}

proptest! {
    #[test]
    fn a_source_never_leaves_its_quotes(source in "('|\"|<|&|]| or |\\PC){1,12}") {
        let request = ReadEventLog { source: source.clone(), ..request("System") };
        match query_for(&request, None) {
            Ok(query) => {
                let query = query.unwrap();
                let paths: Vec<String> = tokens(&query)
                    .filter_map(|token| match token {
                        Token::Text(text) => Some(text),
                        _ => None,
                    })
                    .collect();
                let quote = if source.contains('\'') { '"' } else { '\'' };
                let name = format!("{quote}{source}{quote}");
                let full_name = format!("{quote}Microsoft-Windows-{source}{quote}");
                let names =
                    format!("@Name={name} or @Name={full_name} or @EventSourceName={name}");
                let expected = format!("*[System[Provider[{names}]]]");
                prop_assert_eq!(paths, vec![expected]);
                prop_assert!(!source.contains(quote));
            }
            Err(_) => {
                let has_both = source.contains('\'') && source.contains('"');
                prop_assert!(has_both || source.chars().any(char::is_control));
            }
        }
    }

    #[test]
    fn a_log_stays_within_its_attribute(log in "(\"|<|/|'|&|\\PC){1,20}") {
        if let Ok(Some(query)) = query_for(&request(&log), None) {
            let starts: Vec<Vec<(&str, String)>> = tokens(&query)
                .filter_map(|token| match token {
                    Token::Start { attributes, .. } => Some(attributes),
                    _ => None,
                })
                .collect();
            prop_assert_eq!(starts.len(), 3);
            prop_assert_eq!(&starts[1][1], &("Path", log.clone()));
            prop_assert_eq!(&starts[2][0], &("Path", log));
        }
    }
}
