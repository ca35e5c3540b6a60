//! Finds text in what a terminal printed.

mod printed;

use muster_remote::recording::RecordType;
use serde::Serialize;
use utoipa::ToSchema;

use self::printed::Printed;
use super::opening::{PartProblem, open_part};
use super::recording::StoredRecording;
use crate::app::App;

/// Lines that a search returns.
const MOST_HITS: usize = 500;
/// Opened bytes that a search goes through: no person prints more.
const MOST_BYTES: usize = 1 << 30;

/// A line in which a text was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SearchHit {
    /// When the line began, in milliseconds since the recording did.
    pub ms: u64,
    /// The line, without escape sequences; at most 1000 characters.
    pub line: String,
}

/// The first lines with a text, whatever its case. Parts that cannot be shown have none.
pub async fn search_text(
    app: &App,
    recording: &StoredRecording,
    text: &str,
) -> Result<Vec<SearchHit>, anyhow::Error> {
    let wanted = text.to_lowercase();
    let (mut printed, mut hits, mut bytes) = (Printed::default(), Vec::new(), 0);
    let mut look = |ms: u64, line: &str| {
        if hits.len() < MOST_HITS && line.to_lowercase().contains(&wanted) {
            hits.push(SearchHit { ms, line: line.to_owned() });
        }
        hits.len() < MOST_HITS
    };
    for number in 0..recording.parts {
        let part = match open_part(app, recording, number).await {
            Ok(part) => part,
            Err(PartProblem::Failed(error)) => return Err(error),
            Err(_) => continue,
        };
        bytes += part.plain.as_bytes().len();
        let records = part.plain.records();
        let output = RecordType::Output as u8;
        let mut goes_on = true;
        for record in records.filter(|record| record.record_type == output) {
            let ms = part.header.first_ms + u64::from(record.ms);
            printed.print(ms, record.payload, &mut |ms, line| goes_on = look(ms, line));
        }
        if !goes_on || bytes > MOST_BYTES {
            break;
        }
        // Opening one part takes as long as a request may; others get their turn.
        tokio::task::yield_now().await;
    }
    printed.finish(&mut |ms, line| {
        look(ms, line);
    });
    Ok(hits)
}
