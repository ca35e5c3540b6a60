//! `muster recordings verify`.

use anyhow::Context;

use crate::app::App;
use crate::audit;
use crate::domain::recordings::{find_any_recording, list_lost, verify_recording};
use crate::features::recordings::list_every_recording;
use crate::wording::count;

/// Checks one recording, or all of them and whether the audit log knows more. Returns the
/// lines to print, and whether nothing is wrong.
///
/// The digests are in the audit log, so that is checked as well.
pub(super) async fn verify(app: &App, id: Option<i64>) -> anyhow::Result<(Vec<String>, bool)> {
    let ids = match id {
        Some(id) => vec![id],
        None => every_id(app).await?,
    };
    let (mut lines, mut wrong) = (Vec::new(), 0_usize);
    for id in &ids {
        let problems = check(app, *id).await?;
        wrong += usize::from(!problems.is_empty());
        lines.extend(problems.iter().map(|problem| format!("recording {id}: {problem}")));
    }
    if id.is_none() {
        for lost in list_lost(app.db.read()).await? {
            wrong += 1;
            lines.push(format!("recording {} is gone: {}", lost.id, lost.message));
        }
    }
    let log = audit::verify(&app.db, &app.vault, &app.settings.data).await?;
    let checked = count(ids.len(), "recording");
    lines.push(match wrong {
        0 => format!("{checked} checked, nothing is wrong"),
        _ => format!("{checked} checked, something is wrong with {wrong}"),
    });
    lines.push(log.to_string());
    Ok((lines, wrong == 0 && log.is_intact()))
}

async fn check(app: &App, id: i64) -> anyhow::Result<Vec<String>> {
    let found = find_any_recording(app.db.read(), id).await?;
    let recording = found.with_context(|| format!("there is no recording {id}"))?;
    verify_recording(app, &recording).await
}

async fn every_id(app: &App) -> anyhow::Result<Vec<i64>> {
    let mut ids = Vec::new();
    for page in 1.. {
        let rows = list_every_recording(app, page).await?;
        if rows.is_empty() {
            break;
        }
        ids.extend(rows.iter().map(|recording| recording.id));
    }
    Ok(ids)
}
