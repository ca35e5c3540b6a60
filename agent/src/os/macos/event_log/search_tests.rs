//! A fake `log` that prints the same file whatever it is asked for, and records that.

use tempfile::TempDir;

use super::*;
use crate::tests::fake_program::write_program;

const NOW: i64 = 1_794_814_200;

const FAKE_LOG: &str = r#"#!/bin/sh
echo "$*" >> "${0%/*}/calls"
cat "${0%/*}/text"
"#;

/// An entry that is so many seconds old.
fn line(age: i64, message: &str) -> String {
    let time = time_text(NOW - age);
    format!(
        "{{\"timestamp\":\"{time}\",\"messageType\":\"Default\",\"eventType\":\"logEvent\",\
         \"eventMessage\":\"{message}\",\"processImagePath\":\"/Applications/app\"}}\n"
    )
}

async fn fake_log(lines: &[String]) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("text"), lines.concat()).unwrap();
    let program = write_program(folder.path(), "log", FAKE_LOG).await;
    (folder, program)
}

async fn messages(program: &str, request: &ReadEventLog) -> Vec<String> {
    let page = read(program, request, NOW).await.unwrap();
    page.into_iter().map(|entry| entry.message).collect()
}

#[tokio::test]
async fn pages_go_back_through_stretches_and_no_entry_is_lost_or_twice() {
    let ages = [90_000, 5000, 1499, 300, 299, 1, 0];
    let lines = ages.map(|age| line(age, &format!("{age}")));
    let (folder, program) = fake_log(&lines).await;
    let page = |offset, limit| ReadEventLog { offset, limit, days: 2, ..ReadEventLog::default() };
    assert_eq!(messages(&program, &page(0, 3)).await, ["0", "1", "299"]);
    assert_eq!(messages(&program, &page(3, 3)).await, ["300", "1499", "5000"]);
    assert_eq!(messages(&program, &page(6, 3)).await, ["90000"]);
    assert_eq!(messages(&program, &page(7, 3)).await, Vec::<String>::new());

    let calls = std::fs::read_to_string(folder.path().join("calls")).unwrap();
    let calls: Vec<&str> = calls.lines().collect();
    let first =
        "show --style ndjson --start 2026-11-16 07:25:01+0000 --end 2026-11-16 07:30:01+0000";
    assert_eq!(calls[0], first);
    // The second page needs three stretches, the last two all of them.
    assert_eq!(calls.len(), 1 + 3 + 6 + 6);
}

#[tokio::test]
async fn what_is_wanted_is_decided_here_too() {
    let lines = [line(7, "Disk FULL"), line(5, "hello"), line(3, "disk ok"), line(1, "großes")];
    let (_folder, program) = fake_log(&lines).await;
    let all = ReadEventLog { limit: 10, days: 1, ..ReadEventLog::default() };
    let search = |search: &str| ReadEventLog { search: search.to_owned(), ..all.clone() };
    assert_eq!(messages(&program, &search("dIsK")).await, ["disk ok", "Disk FULL"]);
    assert_eq!(messages(&program, &search("GROß")).await, ["großes"]);
    let of = |log: &str| ReadEventLog { log: log.to_owned(), ..all.clone() };
    assert_eq!(messages(&program, &of("Application")).await.len(), 4);
    assert_eq!(messages(&program, &of("System")).await.len(), 0);
    let source = |source: &str| ReadEventLog { source: source.to_owned(), ..all.clone() };
    assert_eq!(messages(&program, &source("app")).await.len(), 4);
    assert_eq!(messages(&program, &source("other")).await.len(), 0);
    let warnings = ReadEventLog { event_type: "WARNING".to_owned(), ..all };
    assert_eq!(messages(&program, &warnings).await.len(), 0);
}

#[tokio::test]
async fn a_page_too_far_back_and_a_log_out_of_order_are_refused() {
    let (folder, program) = fake_log(&[]).await;
    let far = ReadEventLog { offset: MAX_ENTRIES, limit: 1, ..ReadEventLog::default() };
    let refused = read(&program, &far, NOW).await.unwrap_err().to_string();
    assert_eq!(refused, "only the newest 10000 entries can be read: narrow the search");
    std::fs::remove_file(folder.path().join("text")).unwrap();
    let first = ReadEventLog { limit: 1, ..ReadEventLog::default() };
    let refused = read(&program, &first, NOW).await.unwrap_err().to_string();
    assert!(refused.contains("it fails: cat:"), "{refused}");
}
