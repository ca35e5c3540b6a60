//! The event log of Windows: every channel there is.

mod event;
mod publishers;
mod query;
mod results;
mod xml;

use std::time::{Duration, Instant};

use muster_protocol::{LogEntry, ReadEventLog};
use windows::Win32::System::EventLog::EVT_HANDLE;

use crate::os::Problem;
use crate::os::log_page::{LogPage, since};
use event::Event;
use publishers::Publishers;
use results::{Results, too_slow};

/// How long the log may be searched.
const LIMIT: Duration = Duration::from_secs(25);

/// A page of the log, newest first.
pub async fn read_event_log(request: &ReadEventLog) -> Result<Vec<LogEntry>, Problem> {
    let Some(query) = query::query_for(request, since(request))? else { return Ok(Vec::new()) };
    let (log, page) = (request.log.clone(), LogPage::new(request));
    tokio::task::spawn_blocking(move || fill(page, &log, &query)).await?
}

/// Fills the page. Events are read one by one, so a large log takes time but no memory.
fn fill(mut page: LogPage, log: &str, query: &str) -> Result<Vec<LogEntry>, Problem> {
    let deadline = Instant::now() + LIMIT;
    let results = Results::query(log, query)?;
    let mut publishers = Publishers::default();
    while !page.is_full() {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(too_slow(log));
        }
        let events = results.next(left)?;
        if events.is_empty() {
            break;
        }
        for event in &events {
            if !page.skip_unread() && take(&mut page, &mut publishers, **event).is_none() {
                tracing::debug!(log, "an event that Windows cannot show is left out");
            }
        }
    }
    Ok(page.into_entries())
}

/// Puts an event on the page if it is wanted; none when it cannot be read.
fn take(page: &mut LogPage, publishers: &mut Publishers, handle: EVT_HANDLE) -> Option<()> {
    let Event { mut entry, has_message, task } = event::parse(&results::render(handle)?)?;
    if !has_message && let Some(message) = publishers.message(&entry.source, handle) {
        entry.message = message;
    }
    // Finding its category takes time, too.
    if page.wants(&entry.message) && entry.category.is_empty() && task != 0 {
        let category = publishers.category(&entry.source, handle);
        entry.category = category.unwrap_or_else(|| format!("({task})"));
    }
    // What is more than a page holds is not wanted.
    let _ = page.take(entry);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read(log: &str) -> Result<Vec<LogEntry>, Problem> {
        let request = ReadEventLog { log: log.to_owned(), limit: 3, ..ReadEventLog::default() };
        read_event_log(&request).await
    }

    #[tokio::test]
    async fn a_log_is_read_newest_first_or_it_is_said_why_not() {
        match read("System").await {
            Ok(entries) => {
                assert!(entries.len() <= 3 && entries.is_sorted_by(|a, b| a.time >= b.time));
                assert!(entries.iter().all(|entry| !entry.source.is_empty()), "{entries:?}");
            }
            // Wine has no event log.
            Err(problem) => {
                let reason = problem.to_string();
                assert!(reason.starts_with("the log System cannot be read: "), "{reason}");
            }
        }
    }

    #[tokio::test]
    async fn a_log_that_does_not_exist_is_named() {
        let problem = read("No-Such-Log").await.unwrap_err().to_string();
        assert!(problem.contains("log No-Such-Log"), "{problem}");
    }
}
