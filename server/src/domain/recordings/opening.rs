//! Opening parts, after everything about them was checked.

use muster_remote::Kind;
use muster_remote::recording::{
    BadPart, PartHeader, PlainPart, RecordingOpener, part_digest, session_text,
};
use sea_orm::DbErr;

use super::files;
use super::queries::{self, PartRow};
use super::recording::StoredRecording;
use crate::app::App;
use crate::error::ApiError;

/// A part that was checked and opened.
pub struct OpenedPart {
    pub header: PartHeader,
    pub plain: PlainPart,
}

/// Why a part cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum PartProblem {
    /// There is no row of it.
    #[error("there is no such part")]
    Unknown,
    /// Its row is there, and nothing else.
    #[error("its content is not on this server")]
    Missing,
    /// It differs from what was stored.
    #[error("it is not what the agent sent")]
    Changed,
    /// The format says no.
    #[error("{0}")]
    Bad(#[from] BadPart),
    /// It could not be read now.
    #[error("it could not be read")]
    Failed(#[from] anyhow::Error),
}

impl From<DbErr> for PartProblem {
    fn from(error: DbErr) -> Self {
        Self::Failed(error.into())
    }
}

impl From<PartProblem> for ApiError {
    fn from(problem: PartProblem) -> Self {
        match problem {
            PartProblem::Unknown => Self::NotFound("part"),
            PartProblem::Failed(error) => match error.downcast::<DbErr>() {
                Ok(error) => error.into(),
                Err(error) => Self::Internal(error),
            },
            other => Self::Conflict(format!("this part cannot be shown: {other}")),
        }
    }
}

/// Opens a part of a recording.
pub async fn open_part(
    app: &App,
    recording: &StoredRecording,
    part: i64,
) -> Result<OpenedPart, PartProblem> {
    let row = queries::find_part(app.db.read(), recording.id, part).await?;
    open_listed(app, recording, &row.ok_or(PartProblem::Unknown)?).await
}

/// Opens a part whose row was read before.
pub(super) async fn open_listed(
    app: &App,
    recording: &StoredRecording,
    row: &PartRow,
) -> Result<OpenedPart, PartProblem> {
    let bytes = read_bytes(app, recording, row.part).await?.ok_or(PartProblem::Missing)?;
    if row.digest != part_digest(&bytes) {
        return Err(PartProblem::Changed);
    }
    let (header, sealed) = PartHeader::read(&bytes)?;
    if !belongs(&header, recording, row) {
        return Err(PartProblem::Changed);
    }
    header.verify(sealed, &recording.agent_key)?;
    let shared = app.vault.recording_key().agree(&header.agent_key).ok_or(BadPart::BadSeal)?;
    let opener = RecordingOpener::new(&shared, &header.session);
    let plain = opener.open(&header, sealed)?;
    Ok(OpenedPart { header, plain })
}

/// Whether a header says what the rows say. Kind, times and flags are what people see
/// before anything is opened.
fn belongs(header: &PartHeader, recording: &StoredRecording, row: &PartRow) -> bool {
    let shown: (Kind, i64, i64, bool, bool) =
        (recording.kind(), row.first_ms, row.last_ms, row.key_frame, row.gap);
    let signed = (
        header.kind,
        i64::try_from(header.first_ms).unwrap_or(i64::MAX),
        i64::try_from(header.last_ms).unwrap_or(i64::MAX),
        header.has_key_frame,
        header.has_gap,
    );
    session_text(&header.session) == recording.session_uid
        && header.began == recording.began
        && i64::from(header.index) == row.part
        && recording.seal_key == header.agent_key
        && shown == signed
}

async fn read_bytes(
    app: &App,
    recording: &StoredRecording,
    part: i64,
) -> Result<Option<Vec<u8>>, PartProblem> {
    if app.db.is_shared() {
        return Ok(queries::find_content(app.db.read(), recording.id, part).await?);
    }
    let folder = files::folder(&app.settings.data, &recording.session_uid, recording.began);
    let read = tokio::task::spawn_blocking(move || files::read(&folder, part)).await;
    let read = read.map_err(anyhow::Error::from)?.map_err(anyhow::Error::from)?;
    Ok(read)
}
