//! `muster restore`.

use std::io::{BufRead, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use serde_json::json;

use super::output::print_line;
use crate::app::{App, make_data_folder};
use crate::audit::{Action, Change, Entry, ObjectType, Verdict, adopt, set_anchors_aside, verify};
use crate::auth::{Identity, Vault};
use crate::backup::{self, Backup, Contents, RestoreError};
use crate::config::Settings;
use crate::domain::runs::CancelledWork;
use crate::error::ApiError;
use crate::features::accounts::console;
use crate::features::deployments;
use crate::features::freeze::freeze_everything;
use crate::storage::{Database, migrate};
use crate::wording::count;

const ADVICE: &str = "copy the one of the server that was backed up";

/// Arguments of `restore`.
#[derive(Args)]
pub struct RestoreArguments {
    /// What `muster backup` made, on either engine
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Keep the API keys and installer links of that time valid
    #[arg(long)]
    keep_keys: bool,
    /// Accept a backup that is not signed, as earlier releases made them
    #[arg(long)]
    unsigned: bool,
}

/// Loads a backup into the configured database, which must be empty, and checks
/// the audit log afterwards. Nothing continues by itself: everything is
/// frozen, and credentials are revoked, as they may have been since the backup.
pub async fn run(settings: Settings, arguments: RestoreArguments) -> anyhow::Result<ExitCode> {
    let vault = existing_key(&settings, ADVICE)?;
    let backup = open(&settings, &arguments, &vault)?;
    let keeps_keys = arguments.keep_keys || wants_keys()?;
    make_data_folder(&settings)?;
    let db = Database::open(&settings.database).await?;
    let made = backup.made().to_owned();
    let loaded = load(&db, &vault, &settings.data, backup).await;
    if loaded.is_err() {
        db.clone().close().await;
    }
    let (contents, verdict) = loaded?;
    print_line(format_args!("restored {contents} of {made}"));
    // No server runs yet that would have to receive events over a bus.
    let app = App::assemble(Settings { bus_url: None, ..settings }, db, vault).await?;
    let settled = settle(&app, &made, keeps_keys).await;
    app.close(Duration::from_secs(5)).await;
    settled?.iter().for_each(print_line);
    print_line(&verdict);
    Ok(if verdict.is_intact() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Loads a backup, brings its schema up to date and checks the audit log. No
/// server opens the database until [`settle`] is done: it would continue where
/// the backup was made.
async fn load(
    db: &Database,
    vault: &Vault,
    data: &Path,
    backup: Backup,
) -> anyhow::Result<(Contents, Verdict)> {
    let (contents, write) = backup::load(db, backup).await?;
    console::begin_restore(&write).await?;
    write.commit().await?;
    migrate(db).await?;
    // Those of the log that was here before.
    set_anchors_aside(data)?;
    adopt(db, vault, data).await?;
    Ok((contents, verify(db, vault, data).await?))
}

/// A backup that the key of these settings opens. Another key would neither open
/// its secrets nor continue its audit log.
fn open(
    settings: &Settings,
    arguments: &RestoreArguments,
    vault: &Vault,
) -> anyhow::Result<Backup> {
    Backup::open(&arguments.file, vault, arguments.unsigned).map_err(|error| match error {
        RestoreError::ForeignKey => anyhow!(
            "the key file {} (MUSTER_KEY_FILE) does not belong to this backup: {ADVICE}",
            settings.key_file.display()
        ),
        other => other.into(),
    })
}

/// The key that is there already: a new one would be of no use.
pub(super) fn existing_key(settings: &Settings, advice: &str) -> anyhow::Result<Vault> {
    if !settings.key_file.exists() {
        let path = settings.key_file.display();
        bail!("the key file {path} (MUSTER_KEY_FILE) is missing: {advice}");
    }
    Ok(Vault::open(&settings.key_file)?)
}

/// Asks the person at the terminal; a script says it with `--keep-keys`.
fn wants_keys() -> anyhow::Result<bool> {
    let mut input = std::io::stdin().lock();
    if !input.is_terminal() {
        return Ok(false);
    }
    print_line(
        "API keys and installer links that were revoked since the backup would be valid again.",
    );
    print_line("Type yes to keep all of them; otherwise all are revoked:");
    let mut line = String::new();
    input.read_line(&mut line).context("cannot read the answer")?;
    Ok(line.trim().eq_ignore_ascii_case("yes"))
}

/// Does what has to be done before a server may start; returns what to print.
async fn settle(app: &App, made: &str, keeps_keys: bool) -> Result<Vec<String>, ApiError> {
    let change = Change::begin(app, &Identity::console()).await?;
    let sessions = console::end_all_sessions(&change).await?;
    let ((mut keys, mut cancelled), mut links) = ((0, CancelledWork::default()), 0);
    if !keeps_keys {
        (keys, cancelled) = console::revoke_all_keys(&change).await?;
        links = deployments::revoke_all(&change).await?;
    }
    let cancelled = cancelled.describe();
    freeze_everything(&change).await?;
    console::end_restore(&change, &app.vault).await?;
    let message = format!("console restored the backup of {made}{cancelled} and froze everything");
    let after = json!({ "sessions_ended": sessions, "keys_revoked": keys, "links_revoked": links });
    let entry = Entry::new(Action::Modify, ObjectType::CoreSettings, 1, message);
    change.commit(entry.after(&after)).await?;
    Ok(vec![
        format!(
            "ended {}, revoked {} and {}{cancelled}",
            count(sessions, "session"),
            count(keys, "API key"),
            count(links, "installer link")
        ),
        "everything is frozen: nothing goes to agents before muster thaw, or a thaw in the web \
         interface"
            .to_owned(),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::enroll_token;
    use crate::domain::freeze::is_everything_frozen;
    use crate::storage::sql;
    use crate::testing::{TestServer, empty};
    use crate::time::Timestamp;

    #[tokio::test]
    async fn what_is_restored_opens_no_door_of_the_past_and_is_frozen() {
        let server = TestServer::start().await;
        let location = server.add_site("Acme", "Main").await;
        let expires = Timestamp::now().plus(Duration::from_secs(3600));
        let token = enroll_token::create(&server.app, location.site, None, expires, "server").await;
        let enrolment = json!({
            "token": token.unwrap().text.reveal(), "public_key": "ab".repeat(32),
            "hostname": "pc-1", "plat": "linux", "goarch": "amd64", "version": "0.1.0",
        });
        let session = server.session_of("admin").await;
        let waiting = server.enrol(location, "pc-2").await;
        let path = format!("/agents/{}/runscript/", waiting.agent_id);
        let body = json!({ "script": server.add_script("late").await, "output": "forget" });
        server.admin.post(&path, body).await.ok();

        let said = settle(&server.app, "yesterday", true).await.unwrap();
        assert_eq!(said[0], "ended 1 session, revoked 0 API keys and 0 installer links");
        session.get("/accounts/me/").await.refused(401, "invalid_credentials");
        let frozen = server.admin.get("/core/freeze/").await.ok();
        assert_eq!(
            (&frozen[0]["client"], &frozen[0]["frozen_by"]),
            (&json!(null), &json!("console"))
        );
        let lines = server.audit_lines().await;
        let line = "console modify coresettings console restored the backup of yesterday and froze \
                    everything";
        assert_eq!(lines.last().unwrap(), line);

        let said = settle(&server.app, "yesterday", false).await.unwrap();
        assert_eq!(
            said[0],
            "ended 0 sessions, revoked 1 API key and 2 installer links and cancelled 1 run that \
             waited"
        );
        let text = "select problem from runs where status = 'cancelled'";
        let reason: Option<String> = sql::value(server.app.db.read(), text, []).await.unwrap();
        let reason = reason.unwrap();
        assert!(reason.ends_with("was revoked by a restore"), "{reason}");
        server.admin.get("/accounts/me/").await.refused(401, "invalid_credentials");
        let problems = server.anonymous().post("/link/enroll/", enrolment).await.problems();
        assert!(problems["token"][0].is_string(), "{problems}");
    }

    #[tokio::test]
    async fn no_server_opens_a_database_whose_restore_was_interrupted() {
        let server = TestServer::start().await;
        let (folder, vault) = (tempfile::tempdir().unwrap(), &server.app.vault);
        let file = folder.path().join("backup");
        backup::save(&server.app.db, vault, &file).await.unwrap();
        let location = empty(folder.path()).await;
        let db = Database::open(&location).await.unwrap();
        let saved = Backup::open(&file, vault, false).unwrap();
        load(&db, vault, folder.path(), saved).await.unwrap();
        let settings = Settings { database: location, ..server.app.settings.clone() };
        let refused = App::open(settings.clone()).await.err().unwrap().to_string();
        assert!(refused.starts_with("a restore into this database was not finished"), "{refused}");

        let vault = Vault::open(&settings.key_file).unwrap();
        let app = App::assemble(settings.clone(), db, vault).await.unwrap();
        settle(&app, "yesterday", true).await.unwrap();
        app.close(Duration::from_secs(5)).await;
        let app = App::open(settings).await.unwrap();
        assert!(is_everything_frozen(app.db.read()).await.unwrap());
        app.close(Duration::from_secs(5)).await;
    }
}
