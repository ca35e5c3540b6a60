//! A recording as one file, part by part: it may be far larger than memory.

mod cast;
mod lines;

use bytes::Bytes;
use futures_util::{Stream, stream};
use muster_remote::Kind;
use muster_remote::recording::{Record, RecordType};
use serde_json::json;

use self::cast::Cast;
use super::opening::{OpenedPart, PartProblem, open_part};
use super::recording::StoredRecording;
use crate::app::App;

/// What a file is called, and what is in it.
pub struct ExportFile {
    pub name: String,
    pub content_type: &'static str,
}

impl ExportFile {
    /// The file of a recording.
    pub fn of(recording: &StoredRecording) -> Self {
        let (ending, content_type) = match recording.kind() {
            Kind::Terminal => ("cast", "application/x-asciicast"),
            Kind::Files | Kind::Tunnel => ("jsonl", "application/x-ndjson"),
            Kind::Screen => ("mrec", "application/octet-stream"),
        };
        Self { name: format!("recording-{}.{ending}", recording.id), content_type }
    }
}

/// How the records of a kind are written.
enum Format {
    Cast(Cast),
    Lines,
    /// The records themselves, with times since the recording began.
    Records,
}

impl Format {
    fn of(recording: &StoredRecording) -> Self {
        match recording.kind() {
            Kind::Terminal => Self::Cast(Cast::new(recording)),
            Kind::Files | Kind::Tunnel => Self::Lines,
            Kind::Screen => Self::Records,
        }
    }

    fn add(&mut self, ms: u64, record: Record<'_>, out: &mut Vec<u8>) {
        match self {
            Self::Cast(cast) => cast.add(ms, record, out),
            Self::Lines => lines::add(ms, record, out),
            Self::Records => {
                let ms = u32::try_from(ms).unwrap_or(u32::MAX);
                Record { ms, ..record }.write(out);
            }
        }
    }

    /// Says that something is missing here.
    fn add_gap(&mut self, ms: u64, why: &str, out: &mut Vec<u8>) {
        match self {
            Self::Cast(cast) => cast.add_marker(ms, why, out),
            Self::Lines => lines::add_gap(ms, why, out),
            Self::Records => {
                let payload = json!({ "event": "gap", "why": why }).to_string();
                let record_type = RecordType::Marker as u8;
                self.add(ms, Record { ms: 0, record_type, payload: payload.as_bytes() }, out);
            }
        }
    }
}

struct Export {
    app: App,
    recording: StoredRecording,
    format: Format,
    next: i64,
    ms: u64,
}

/// The file of a recording. A part that cannot be shown becomes a gap.
pub fn export(
    app: &App,
    recording: StoredRecording,
) -> impl Stream<Item = anyhow::Result<Bytes>> + use<> {
    let format = Format::of(&recording);
    let export = Export { app: app.clone(), recording, format, next: 0, ms: 0 };
    stream::try_unfold(export, Export::next)
}

impl Export {
    async fn next(mut self) -> anyhow::Result<Option<(Bytes, Self)>> {
        if self.next >= self.recording.parts {
            return Ok(None);
        }
        let mut out = Vec::new();
        match open_part(&self.app, &self.recording, self.next).await {
            Ok(part) => self.write(&part, &mut out),
            Err(PartProblem::Failed(error)) => return Err(error),
            Err(problem) => {
                let why = format!("part {} cannot be shown: {problem}", self.next);
                self.format.add_gap(self.ms, &why, &mut out);
            }
        }
        self.next += 1;
        Ok(Some((out.into(), self)))
    }

    fn write(&mut self, part: &OpenedPart, out: &mut Vec<u8>) {
        let began = part.header.first_ms;
        if part.header.has_gap {
            self.format.add_gap(began, "something was not recorded here", out);
        }
        for record in part.plain.records() {
            self.format.add(began + u64::from(record.ms), record, out);
        }
        self.ms = part.header.last_ms;
    }
}
