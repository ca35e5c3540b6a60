//! Anchors: what the end of the log was, recorded outside of the database.
//!
//! Somebody who can write the database can bring back an older state of it, with
//! the head that was signed then. The rows that are gone with it are named by an
//! anchor in the data folder, and in wherever the log output of the server goes.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};

use super::head::Head;
use crate::app::App;
use crate::auth::Vault;
use crate::clock;
use crate::debug_log::{DebugEntry, LogType};
use crate::storage::Database;
use crate::time::Timestamp;

/// In the data folder.
const FILE: &str = "audit-anchors";
/// A log that changes is anchored at least this often.
const PERIOD: Duration = Duration::from_secs(60 * 60);

/// Beyond this size, lines about rows that were removed by age are dropped.
const LARGE: u64 = 1024 * 1024;

/// Anchors the log now, whenever it has grown, every hour, and when the server
/// stops. What has not changed since is not anchored again.
pub async fn anchor_regularly(app: App) {
    let mut anchored = -1;
    loop {
        let is_last = app.stopping.is_cancelled();
        match anchor(&app, anchored).await {
            Ok(counter) => anchored = counter,
            Err(error) => {
                let error = format!("{error:#}");
                tracing::error!(error, "the audit log was not anchored");
                let message = format!("the audit log was not anchored: {error}");
                app.debug_log.record(DebugEntry::critical(LogType::SystemIssues, message));
            }
        }
        if is_last {
            return;
        }
        tokio::select! {
            () = app.stopping.cancelled() => {}
            () = app.audit.grown() => {}
            () = clock::sleep(PERIOD) => {}
        }
    }
}

/// Anchors the log if its head is not the one with this counter, and returns the
/// counter of the head that is anchored.
async fn anchor(app: &App, anchored: i64) -> anyhow::Result<i64> {
    let head = Head::read(app.db.read()).await?;
    if head.is_some_and(|head| head.last_id == 0 || head.counter == anchored) {
        return Ok(anchored);
    }
    let write = app.db.begin().await?;
    let head = Head::lock(&write).await?;
    // This commit returns when everything that it has seen is on the disk: a
    // power cut must not undo what is anchored.
    write.commit().await?;
    if !head.is_genuine(&app.vault) {
        bail!("it was changed from outside: see `muster audit verify`");
    }
    let line = line(&head, &app.vault);
    tracing::info!(anchor = line, "the audit log was anchored");
    let path = app.settings.data.join(FILE);
    let (app, counter) = (app.clone(), head.counter);
    let stored = tokio::task::spawn_blocking(move || {
        append(&path, &line)?;
        shorten(&path, head.pruned_id, &app.vault)
    });
    stored.await?.context(FILE)?;
    Ok(counter)
}

/// `<time> <last row> <its hash> <counter of the head> <signature>`.
fn line(head: &Head, vault: &Vault) -> String {
    let time = Timestamp::now();
    let text = format!("{time} {} {} {}", head.last_id, head.last_hash, head.counter);
    let signature = signature(&text, vault);
    format!("{text} {signature}")
}

fn signature(text: &str, vault: &Vault) -> String {
    // The same key signs heads, which begin with a number.
    let text = format!("anchor {text}");
    blake3::keyed_hash(vault.audit_head_key(), text.as_bytes()).to_hex().to_string()
}

fn append(path: &Path, line: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    let mut file = options.read(true).append(true).create(true).mode(0o600).open(path)?;
    // A full disk may have left a part of a line.
    let gap = if ends_with_line(&mut file)? { "" } else { "\n" };
    file.write_all(format!("{gap}{line}\n").as_bytes())?;
    file.sync_all()
}

/// Drops lines about rows that are not in the log any more, if there are many.
fn shorten(path: &Path, pruned_id: i64, vault: &Vault) -> io::Result<()> {
    if pruned_id == 0 || std::fs::metadata(path)?.len() < LARGE {
        return Ok(());
    }
    let text = read_text(path)?;
    let is_kept = |line: &&str| parse(line, vault).is_some_and(|(id, _)| id > pruned_id);
    let kept: String = text.lines().filter(is_kept).flat_map(|line| [line, "\n"]).collect();
    let draft = path.with_extension("new");
    let mut options = OpenOptions::new();
    let mut file = options.write(true).create(true).truncate(true).mode(0o600).open(&draft)?;
    file.write_all(kept.as_bytes())?;
    file.sync_all()?;
    std::fs::rename(draft, path)
}

fn ends_with_line(file: &mut File) -> io::Result<bool> {
    if file.seek(SeekFrom::End(0))? == 0 {
        return Ok(true);
    }
    let mut last = [0_u8];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}

/// The rows that are anchored in this data folder, and their hashes.
pub fn read_anchors(data: &Path, vault: &Vault) -> anyhow::Result<BTreeMap<i64, String>> {
    let text = read_text(&data.join(FILE)).context(FILE)?;
    // A line that is not ours is no sign of a forgery: its writer could as well
    // have deleted ours.
    Ok(text.lines().filter_map(|line| parse(line, vault)).collect())
}

/// All lines; none if there is no file.
fn read_text(path: &Path) -> io::Result<String> {
    match std::fs::read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        bytes => bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
    }
}

fn parse(line: &str, vault: &Vault) -> Option<(i64, String)> {
    let (text, signed) = line.rsplit_once(' ')?;
    if signature(text, vault) != signed {
        return None;
    }
    let mut parts = text.split(' ').skip(1);
    let id = parts.next()?.parse().ok()?;
    Some((id, parts.next()?.to_owned()))
}

/// Sets the anchors of a log aside that a restored one replaces.
pub fn set_anchors_aside(data: &Path) -> anyhow::Result<()> {
    let aside = data.join(format!("{FILE}.{}", Timestamp::now().seconds()));
    match std::fs::rename(data.join(FILE), aside) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        renamed => renamed.context(FILE),
    }
}

/// Signs the head of a log from before there were signatures. Once the log is
/// anchored, an unsigned head is a forged one.
pub async fn adopt(db: &Database, vault: &Vault, data: &Path) -> anyhow::Result<()> {
    let is_unsigned = |head: Option<Head>| head.is_some_and(|head| head.is_unsigned());
    if !is_unsigned(Head::read(db.read()).await?) || !read_anchors(data, vault)?.is_empty() {
        return Ok(());
    }
    let write = db.begin().await?;
    // Another server may have been faster.
    let head = Head::lock(&write).await?;
    if head.is_unsigned() {
        head.sign(&write, vault).await?;
    }
    write.commit().await?;
    Ok(())
}
