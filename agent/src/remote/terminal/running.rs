//! What the shell does by itself, and what follows from it.

use std::time::Duration;

use muster_remote::recording::RecordType;
use serde_json::json;
use tokio::io::AsyncReadExt;
use tokio::time::{Instant, sleep_until};

use super::channel::{record_typed, send_credit};
use super::{Step, Terminal};
use crate::os::child_process::exit_code;
use crate::os::{Echo, terminal};
use crate::remote::helper::audience::Audience;
use crate::remote::recording::Recorder;

/// How long output is read on after the end of the shell, when something in the background
/// has the terminal open.
const DRAIN: Duration = Duration::from_millis(300);

impl Terminal {
    /// Waits for the shell to do something.
    pub async fn next(&mut self) -> Step {
        let may_read = !self.is_blocked && !self.is_drained;
        let drained_at = self.exit.map(|(_, until)| until).filter(|_| may_read);
        let (send_at, now) = (self.pace.due(), Instant::now());
        let has_input = !self.input.front().is_empty();
        tokio::select! {
            read = self.reader.read(&mut self.buffer), if may_read => Step::Read(read),
            written = terminal::write(&mut self.writer, self.input.front()), if has_input => {
                Step::Written(written)
            }
            () = sleep_until(send_at.unwrap_or(now)), if send_at.is_some() => Step::Gathered,
            status = self.shell.wait(), if self.exit.is_none() => Step::Exited(exit_code(status)),
            () = sleep_until(drained_at.unwrap_or(now)), if drained_at.is_some() => Step::Drained,
            else => std::future::pending().await,
        }
    }

    /// Acts on what happened.
    pub fn act(&mut self, audience: &Audience, step: Step) {
        match step {
            Step::Read(Ok(count)) if count > 0 => {
                self.output.push(&self.buffer[..count]);
                if self.pace.is_quiet() {
                    self.output.send_all(audience);
                }
                record_typed(audience, &self.typed.printed(&self.buffer[..count]));
                audience.record(RecordType::Output, &self.buffer[..count]);
            }
            // The last one who had the terminal open has gone.
            Step::Read(_) | Step::Drained => self.finish(audience),
            Step::Gathered => {
                self.pace.sent();
                self.output.send_all(audience);
            }
            Step::Written(Ok((count, echo))) if count > 0 => {
                self.record_input(audience, count, echo);
                if let Some((viewer, credit)) = self.input.written(count) {
                    send_credit(audience, &viewer, Some(credit));
                }
            }
            Step::Written(result) => {
                tracing::debug!(?result, "what was typed does not reach the shell");
                self.input.discard();
            }
            Step::Exited(code) => {
                self.input.discard();
                self.exit = Some((code, Instant::now() + DRAIN));
                self.say_exit(audience);
            }
        }
        self.weigh(audience);
    }

    fn finish(&mut self, audience: &Audience) {
        self.is_drained = true;
        self.say_exit(audience);
        self.output.send_all(audience);
    }

    /// Once there is no more output and the code is known, everybody gets it after the last
    /// byte.
    fn say_exit(&mut self, audience: &Audience) {
        if let Some((code, _)) = self.exit.filter(|_| self.is_drained) {
            self.output.set_exit(code);
            self.output.send_all(audience);
            if !std::mem::replace(&mut self.is_end_recorded, true) {
                let end = json!({ "code": code }).to_string();
                audience.record(RecordType::Exit, end.as_bytes());
            }
        }
    }

    /// Records what the shell took, if the policy says so.
    fn record_input(&mut self, audience: &Audience, count: usize, echo: Echo) {
        if audience.recorder.as_ref().is_some_and(Recorder::records_input) {
            let known = self.typed.took(&self.input.front()[..count], echo);
            record_typed(audience, &known);
        }
    }
}
