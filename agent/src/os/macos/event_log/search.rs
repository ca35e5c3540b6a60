//! The search for a page of the log, from its newest entry backwards.
//!
//! The system prints its log from the oldest entry on, gigabytes of it. So it is asked for
//! stretches of time: the last minutes first, and longer ones before them until the page is full.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use chrono::DateTime;
use muster_protocol::{LogEntry, ReadEventLog};

use super::entry;
use super::filter::Filter;
use crate::os::log_page::{LogPage, shorten};
use crate::os::{Problem, read_tool_lines};

/// How long the log may be searched.
const LIMIT: Duration = Duration::from_secs(25);

/// Seconds of the newest stretch; each one before it is longer.
const FIRST_STRETCH: i64 = 300;
const LONGER: i64 = 4;

/// The system keeps messages for a month at most.
const OLDEST: i64 = 31 * 24 * 3600;

/// Pages begin at most so far from the newest entry: what is before them must be kept.
const MAX_ENTRIES: u64 = 10_000;

/// A page of the log, newest first, at this time in seconds since 1970.
pub async fn read(
    program: &str,
    request: &ReadEventLog,
    now: i64,
) -> Result<Vec<LogEntry>, Problem> {
    let filter = Filter::new(request)?;
    if request.offset.saturating_add(request.limit) > MAX_ENTRIES {
        let reason =
            format!("only the newest {MAX_ENTRIES} entries can be read: narrow the search");
        return Err(Problem::failed(reason));
    }
    let mut page = LogPage::new(request);
    if filter.is_empty() || page.is_full() {
        return Ok(Vec::new());
    }
    let computer = sysinfo::System::host_name().unwrap_or_default();
    let mut wanted = request.offset + request.limit;
    let deadline = Instant::now() + LIMIT;
    for stretch in stretches(now, request.days) {
        let left = deadline.saturating_duration_since(Instant::now());
        let most = usize::try_from(wanted).unwrap_or(0);
        let reading = Reading { filter: &filter, page: &page, computer: &computer, stretch, most };
        let entries = reading.run(program, left).await?;
        wanted -= entries.len() as u64;
        // The newest of the stretch is its last.
        let is_full = entries.into_iter().rev().any(|entry| page.take(entry).is_break());
        if is_full || wanted == 0 {
            break;
        }
    }
    Ok(page.into_entries())
}

/// From when until when, in seconds since 1970, the newest first; 0 days are all there are.
fn stretches(now: i64, days: u32) -> impl Iterator<Item = (i64, i64)> {
    let back = i64::from(days) * 24 * 3600;
    let oldest = now - if back == 0 { OLDEST } else { back.min(OLDEST) };
    // The second that has begun is part of it.
    let (mut until, mut length) = (now + 1, FIRST_STRETCH);
    std::iter::from_fn(move || {
        let from = (until - length).max(oldest);
        let stretch = (from, until);
        (until, length) = (from, length * LONGER);
        (stretch.0 < stretch.1).then_some(stretch)
    })
}

struct Reading<'a> {
    filter: &'a Filter,
    page: &'a LogPage,
    computer: &'a str,
    stretch: (i64, i64),
    /// How many of its entries are needed: the newest.
    most: usize,
}

impl Reading<'_> {
    async fn run(&self, program: &str, limit: Duration) -> Result<VecDeque<LogEntry>, Problem> {
        let (from, until) = self.stretch;
        let (start, end) = (time_text(from), time_text(until));
        let predicate = self.filter.predicate();
        let mut arguments = vec!["show", "--style", "ndjson", "--start", &start, "--end", &end];
        arguments.extend(predicate.iter().flat_map(|predicate| ["--predicate", predicate]));
        let mut found = VecDeque::new();
        let mut take = |line: &[u8]| {
            if let Some(entry) = self.wanted(line) {
                found.push_back(entry);
                if found.len() > self.most {
                    found.pop_front();
                }
            }
            ControlFlow::Continue(())
        };
        read_tool_lines(program, &arguments, limit, &mut take).await?;
        Ok(found)
    }

    /// The entry in a line, if it is wanted and was not in a later stretch.
    fn wanted(&self, line: &[u8]) -> Option<LogEntry> {
        let (channel, mut entry) = entry::parse(line, self.computer)?;
        let (from, until) = self.stretch;
        let second = entry.time.div_euclid(1_000_000);
        let is_wanted = (from..until).contains(&second)
            && self.filter.wants(channel, &entry)
            && self.page.wants(&entry.message);
        if is_wanted {
            shorten(&mut entry.message);
        }
        is_wanted.then_some(entry)
    }
}

fn time_text(seconds: i64) -> String {
    let time = DateTime::from_timestamp(seconds, 0).unwrap_or_default();
    time.format("%Y-%m-%d %H:%M:%S+0000").to_string()
}

#[cfg(test)]
#[path = "search_tests.rs"]
mod tests;
