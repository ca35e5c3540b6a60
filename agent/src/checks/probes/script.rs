//! A script, run as those of tasks are.

use std::path::Path;
use std::sync::Arc;

use muster_protocol::{MAX_STREAM_BYTES, Outcome, Reading, RunScript, ScriptAction, Stream};
use tokio_util::sync::CancellationToken;

use super::readings::unable;
use crate::board::Board;
use crate::run::{Job, Limits, run_script};
use crate::run_id::RunId;
use crate::shared::Shared;
use crate::spool;

/// Runs a script to its end; none when it did not come to one, because the agent
/// stops.
pub async fn run(shared: &Shared, script: ScriptAction) -> Option<Reading> {
    let output_bytes = MAX_STREAM_BYTES as u64;
    let limits = Limits { seconds: script.timeout_seconds, output_bytes };
    let run_id = RunId::random();
    let job = Job {
        // Nobody watches it while it runs.
        board: Arc::new(Board::default()),
        ..shared.new_job(&run_id, limits, CancellationToken::new())
    };
    if let Err(error) = spool::create(&job.run_dir) {
        return Some(unable(format!("there is no room for the script: {error}")));
    }
    let order = RunScript {
        shell: script.shell,
        code: script.code,
        args: script.args,
        env_vars: script.env_vars,
        timeout_seconds: script.timeout_seconds,
        run_as_user: script.run_as_user,
        output_limit: output_bytes,
    };
    let outcome = run_script(&job, &order).await;
    let reading = reading_of(&outcome, &job.run_dir);
    if let Err(error) = spool::remove(&job.run_dir) {
        tracing::warn!(%error, %run_id, "the output of a check cannot be removed");
    }
    reading
}

fn reading_of(outcome: &Outcome, run_dir: &Path) -> Option<Reading> {
    let read = |stream: Stream, length: u64| {
        let length = usize::try_from(length).unwrap_or(MAX_STREAM_BYTES);
        let bytes = match length {
            // A stream that printed nothing has no file.
            0 => Ok(Vec::new()),
            length => spool::read(run_dir, stream, 0, length),
        };
        let bytes = bytes.inspect_err(|error| {
            tracing::error!(%error, "the output of a check cannot be read; it is lost");
        });
        text_of(&bytes.unwrap_or_default())
    };
    Some(Reading::Script {
        code: outcome.end.retcode()?,
        stdout: read(Stream::Stdout, outcome.stdout),
        stderr: read(Stream::Stderr, outcome.stderr),
        seconds: outcome.seconds,
    })
}

/// Replaces what is no text, which may make it longer.
fn text_of(bytes: &[u8]) -> String {
    let mut text = String::from_utf8_lossy(bytes).into_owned();
    text.truncate(text.floor_char_boundary(MAX_STREAM_BYTES));
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn output_is_text_of_a_bounded_length(
            byte in any::<u8>(), length in 0..2 * MAX_STREAM_BYTES, tail in any::<Vec<u8>>(),
        ) {
            let mut bytes = vec![byte; length];
            bytes.extend(&tail);
            let text = text_of(&bytes);
            prop_assert!(text.len() <= MAX_STREAM_BYTES);
            prop_assert!(String::from_utf8_lossy(&bytes).starts_with(&text));
        }
    }
}
