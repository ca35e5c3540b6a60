//! A technician who works with files, also when somebody dies meanwhile.

use super::technician::{Technician, let_in_now};
use crate::remote_viewer::{FilesPlace, FilesViewer, RemoteViewer};
use crate::waiting::until;

impl Technician {
    /// Opens a session for files, as soon as the agent can be reached.
    pub async fn open_files(&self, agent_id: &str) -> FilesViewer {
        until("a session for files is open", async || {
            let (key, opened) = let_in_now(self.ask_for("files", agent_id).await)?;
            FilesViewer::begin(&self.relay, key, &opened).await.ok()
        })
        .await
    }

    /// Looks at the files of a session again, as after a reload.
    pub async fn reload_files(&self, session: &str) -> FilesViewer {
        until("a viewer of files is there again", async || {
            let (key, opened) = let_in_now(self.ask_to_join(session).await)?;
            FilesViewer::begin(&self.relay, key, &opened).await.ok()
        })
        .await
    }

    /// Goes on with the files of a viewer whose connection broke.
    pub async fn come_back_to_files(&self, place: &FilesPlace) -> FilesViewer {
        until("a viewer of files is connected again", async || {
            let (key, opened) = let_in_now(self.ask_to_join(&place.session).await)?;
            FilesViewer::resume(&self.relay, key, &opened, place).await.ok()
        })
        .await
    }

    /// Opens a terminal as soon as the agent can be reached.
    pub async fn open_when_back(&self, agent_id: &str) -> RemoteViewer {
        let mut viewer = until("a terminal is open", async || {
            let (key, opened) = let_in_now(self.ask(agent_id).await)?;
            RemoteViewer::connect(&self.relay, key, &opened).await.ok()
        })
        .await;
        viewer.begin().await;
        viewer
    }
}
