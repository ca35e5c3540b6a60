//! What a server for tests defines: tasks, update windows and checks.

use muster_protocol::{CheckDefinition, Definitions, FromAgent, TaskDefinition};

use super::fake_server::FakeConnection;

impl FakeConnection {
    /// Sends the agent its tasks. Those with updates are windows.
    pub async fn give(&mut self, digest: &str, tasks: Vec<TaskDefinition>) {
        let (windows, tasks) = tasks.into_iter().partition(|task| task.updates.is_some());
        let digest = digest.to_owned();
        self.give_document(&Definitions { digest, tasks, windows, checks: Vec::new() }).await;
    }

    /// Sends the agent its tasks and waits until it has written them down.
    pub async fn define(&mut self, digest: &str, tasks: Vec<TaskDefinition>) {
        self.give(digest, tasks).await;
        match self.next_news().await {
            FromAgent::DefinitionsKept { digest: kept } => assert_eq!(kept, digest),
            other => panic!("{other:?} instead of a receipt"),
        }
    }

    /// Sends the agent its checks.
    pub async fn give_checks(&mut self, digest: &str, checks: Vec<CheckDefinition>) {
        let digest = digest.to_owned();
        self.give_document(&Definitions { digest, checks, ..Definitions::default() }).await;
    }

    async fn give_document(&mut self, definitions: &Definitions) {
        for message in definitions.messages() {
            self.send(&message).await;
        }
    }
}
