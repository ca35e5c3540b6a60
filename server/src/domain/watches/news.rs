//! What the owner of a watch is told, in words.

use sea_orm::{ConnectionTrait, DbErr};

use super::fire::FiredWatch;
use super::queries::{self, NewsRow};
use super::sight::Sight;
use super::watch::WatchEvent;
use crate::auth::permissions_of_users;
use crate::domain::push::Notification;
use crate::events::Event;
use crate::events::catalogue::WatchFired;
use crate::ids::{AgentKey, RunKey};

/// What somebody is told.
pub(super) struct News {
    watch: FiredWatch,
    row: NewsRow,
}

/// What the owner of a watch is told now; nothing if they were disabled or deleted,
/// or may not see the agent or run any more.
pub(super) async fn find_news(
    db: &impl ConnectionTrait,
    watch: FiredWatch,
) -> Result<Option<News>, DbErr> {
    let Some(target) = watch.target() else { return Ok(None) };
    let user = watch.user_id;
    let permissions = permissions_of_users(db, &[user]).await?.remove(&user);
    let Some(permissions) = permissions else { return Ok(None) };
    let sight = Sight::of_user(user, &permissions);
    let row = queries::find_news(db, &sight, target).await?;
    Ok(row.map(|row| News { watch, row }))
}

impl News {
    /// The agent that it is about.
    pub(super) fn agent(&self) -> AgentKey {
        self.row.agent
    }

    /// The address of its owner; empty if they have none.
    pub(super) fn email(&self) -> &str {
        &self.row.email
    }

    /// The event for the owner's live connections.
    pub(super) fn event(&self) -> Event {
        let fired = WatchFired {
            id: self.watch.id,
            user: self.watch.user_id,
            event: self.watch.event.to_string(),
            agent_id: self.row.agent_id.clone(),
            hostname: self.row.hostname.clone(),
            run: self.watch.run_id.map(i64::from),
            status: self.row.status.clone(),
            message: self.message(),
        };
        Event::watch_fired(fired).about(self.row.client_id, self.row.site_id)
    }

    /// What the owner's browsers show.
    pub(super) fn notification(&self) -> Notification {
        Notification {
            title: self.row.hostname.clone(),
            body: self.message(),
            url: self.path(),
            tag: format!("watch {}", self.watch.id),
        }
    }

    /// Subject and text of the mail.
    pub(super) fn mail(&self, public_url: Option<&str>) -> (String, String) {
        let message = self.message();
        let subject = message.trim_end_matches('.').to_owned();
        let link = public_url.map(|url| format!("\n{}{}", url.trim_end_matches('/'), self.path()));
        let asked = "You asked to be told about this once.";
        (subject, format!("{message}\n\n{asked}\n{}", link.unwrap_or_default()))
    }

    fn message(&self) -> String {
        let host = &self.row.hostname;
        match self.watch.event {
            WatchEvent::Online => format!("{host} is online."),
            WatchEvent::Offline => format!("{host} is offline."),
            WatchEvent::Ended => {
                let status = status_in_words(self.row.status.as_deref().unwrap_or_default());
                format!("{} on {host} {status}.", self.run_in_words())
            }
        }
    }

    /// The page in the web interface.
    fn path(&self) -> String {
        match self.watch.run_id {
            Some(RunKey(run)) => format!("/ui/runs/{run}"),
            None => format!("/ui/agents/{}", self.row.agent_id),
        }
    }

    /// What ran. Commands are left out: they may contain what a mail should not.
    fn run_in_words(&self) -> String {
        let name = self.row.script_name.as_deref().unwrap_or_default();
        match self.row.run_type.as_deref().unwrap_or_default() {
            "script_run" if !name.is_empty() => format!("The script {name}"),
            "script_run" => "The script".to_owned(),
            "cmd_run" => "The command".to_owned(),
            "task_run" => "The task".to_owned(),
            "check_run" => "The check".to_owned(),
            "patch_scan" => "The search for updates".to_owned(),
            "patch_install" => "The installation of updates".to_owned(),
            "software_install" => "The installation of software".to_owned(),
            "software_uninstall" => "The removal of software".to_owned(),
            "agent_update" => "The update of the agent".to_owned(),
            "power" => "The restart or shutdown".to_owned(),
            "recover" => "The repair of the agent".to_owned(),
            _ => "The run".to_owned(),
        }
    }
}

fn status_in_words(status: &str) -> &str {
    match status {
        "passed" => "has ended: it passed",
        "failed" => "has ended: it failed",
        "timed_out" => "has ended: it timed out",
        "cancelled" => "was cancelled",
        "expired" => "has expired: the agent did not come back in time",
        "interrupted" => "was interrupted",
        _ => "has ended",
    }
}
