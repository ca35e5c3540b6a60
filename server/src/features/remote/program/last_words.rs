//! What a program hears of the end of its terminal.

use super::ending::End;
use super::frames::{Refused, info};
use super::terminal::{Terminal, ToProgram};
use crate::error::ApiError;

impl Terminal {
    /// Says why the terminal has ended, and that it has.
    pub(super) async fn announce(&mut self, end: &End) {
        match end {
            End::Failed(reason) => {
                let refused = Refused::new("terminal_start_failed", reason.clone());
                return self.tell(refused.frame()).await;
            }
            End::Gone(gone) => self.tell(info("ended", &gone.to_string())).await,
            End::Exited(_) | End::Killed | End::Abandoned => {}
        }
        self.backlog.end(end.code());
    }

    /// It could not be opened: the program may try again, unless it may not or the agent is
    /// not there.
    pub(super) async fn refuse(&mut self, error: ApiError) {
        match error {
            ApiError::Invalid(_) => self.tell(Refused::from(error).frame()).await,
            ApiError::AgentError(_) | ApiError::NoAnswer | ApiError::UnsupportedPlatform(_) => {
                let (_, _, reason) = error.into_parts();
                self.tell(Refused::new("terminal_start_failed", reason).frame()).await;
            }
            error => {
                if let Some(program) = &self.program {
                    let _ = program.send(ToProgram::Close(error)).await;
                }
            }
        }
    }
}
