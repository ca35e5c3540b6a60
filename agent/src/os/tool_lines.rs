//! The system's own small programs, whose answers may be long.

use std::ops::ControlFlow;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, bail};
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncRead, AsyncReadExt, BufReader};

use super::tool::tool;

/// Longer lines are left out.
const MAX_LINE_BYTES: usize = 1024 * 1024;

/// How much of a tool's error output is kept.
const ERROR_OUTPUT_BYTES: u64 = 4 * 1024;

/// Runs a tool and passes its lines to `take`, until that has enough of them.
///
/// Uses the memory of one line, however much the tool prints.
pub async fn read_tool_lines(
    program: &str,
    arguments: &[&str],
    limit: Duration,
    take: &mut (dyn FnMut(&[u8]) -> ControlFlow<()> + Send),
) -> anyhow::Result<()> {
    let work = async {
        let mut command = tool(program, arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let error_output = tokio::spawn(read_error_output(stderr));
        let mut lines = BufReader::new(stdout.context("it has no output")?);
        let mut line = Vec::new();
        while read_line(&mut lines, &mut line).await? {
            if line.len() <= MAX_LINE_BYTES && take(&line).is_break() {
                // Dropping the child ends it.
                return Ok(());
            }
        }
        if !child.wait().await?.success() {
            bail!("it fails: {}", error_output.await.unwrap_or_default().trim());
        }
        Ok(())
    };
    let done = tokio::time::timeout(limit, work).await;
    done.with_context(|| format!("{program} takes too long"))?.with_context(|| program.to_owned())
}

/// Reads the next line without its end; false when there is none. Of a line
/// that is too long, only as much is kept as shows that it is.
async fn read_line(
    lines: &mut (impl AsyncBufRead + Unpin),
    line: &mut Vec<u8>,
) -> anyhow::Result<bool> {
    line.clear();
    let mut any = false;
    loop {
        let bytes = lines.fill_buf().await?;
        if bytes.is_empty() {
            return Ok(any);
        }
        any = true;
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let length = end.unwrap_or(bytes.len());
        let room = (MAX_LINE_BYTES + 1).saturating_sub(line.len());
        line.extend_from_slice(&bytes[..length.min(room)]);
        lines.consume(end.map_or(length, |end| end + 1));
        if end.is_some() {
            return Ok(true);
        }
    }
}

/// The first error output; the rest is read too, so that the tool does not
/// block.
async fn read_error_output(pipe: Option<impl AsyncRead + Unpin>) -> String {
    let Some(mut pipe) = pipe else { return String::new() };
    let mut text = Vec::new();
    let _ = (&mut pipe).take(ERROR_OUTPUT_BYTES).read_to_end(&mut text).await;
    let _ = tokio::io::copy(&mut pipe, &mut tokio::io::sink()).await;
    String::from_utf8_lossy(&text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn lines(script: &str, most: usize) -> anyhow::Result<Vec<String>> {
        let mut found = Vec::new();
        let mut take = |line: &[u8]| {
            found.push(String::from_utf8_lossy(line).into_owned());
            if found.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        read_tool_lines("sh", &["-c", script], Duration::from_secs(20), &mut take).await?;
        Ok(found)
    }

    #[tokio::test]
    async fn lines_come_one_by_one_and_the_overlong_are_left_out() {
        assert_eq!(lines("printf 'a\\n\\nb'", 9).await.unwrap(), ["a", "", "b"]);
        assert_eq!(lines("yes", 3).await.unwrap(), ["y", "y", "y"]);
        let long = "head -c 3000000 /dev/zero; echo; echo after";
        assert_eq!(lines(long, 9).await.unwrap(), ["after"]);
    }

    #[tokio::test]
    async fn the_error_output_of_a_tool_that_fails_is_reported() {
        let error = lines("echo a; echo no >&2; exit 3", 9).await.unwrap_err();
        assert_eq!(format!("{error:#}"), "sh: it fails: no");
        // Error output without end does not stop it.
        let script = "head -c 500000 /dev/zero >&2; echo end";
        assert_eq!(lines(script, 9).await.unwrap(), ["end"]);
    }
}
