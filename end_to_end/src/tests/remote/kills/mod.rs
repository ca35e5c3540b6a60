//! Somebody is killed at any moment: the viewer, the relay or the agent.

mod large_upload;
mod new_file;
mod terminals;
mod uploads;

pub use large_upload::kill_under_one_upload;
pub use terminals::kill_under_terminals;
pub use uploads::kill_under_uploads;

use super::stage::Stage;

/// Who dies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Victim {
    /// The viewer: its connection is gone without a word.
    Viewer,
    /// The server with the relay in it, which comes back.
    Relay,
    /// The agent, which comes back; its sessions end with it.
    Agent,
}

impl Victim {
    /// All of them, each once in a round.
    const ALL: [Self; 3] = [Self::Viewer, Self::Relay, Self::Agent];

    /// Kills the one of the two processes that it is, and starts it again. The viewer is
    /// the test's own, and hangs up.
    async fn die_and_return(self, stage: &mut Stage) {
        match self {
            Self::Viewer => {}
            Self::Relay => {
                stage.server.kill9().await;
                stage.server.restart().await;
            }
            Self::Agent => {
                stage.agent.kill9().await;
                stage.agent.restart().await;
            }
        }
    }
}
