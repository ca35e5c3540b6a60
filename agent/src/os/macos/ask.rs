//! What the system's own tools print, in memory that has a bound.

use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use crate::os::{Problem, read_tool_lines};

/// A tool that prints more is refused.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// What a tool prints; fails with what it complains about, or when it takes too long.
pub async fn ask(program: &str, arguments: &[&str], limit: Duration) -> Result<String, Problem> {
    let mut text = Vec::new();
    let mut take = |line: &[u8]| {
        text.extend_from_slice(line);
        text.push(b'\n');
        if text.len() > MAX_BYTES { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    read_tool_lines(program, arguments, limit, &mut take).await?;
    if text.len() > MAX_BYTES {
        return Err(Problem::failed(format!("{program} prints more than the agent reads")));
    }
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The same for code that is not asynchronous: its thread waits. The tool gets a runtime of
/// its own, as the caller may be inside of one.
pub fn ask_and_wait(program: &str, arguments: &[&str], limit: Duration) -> Result<String, Problem> {
    let work = || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(anyhow::Error::from)?;
        runtime.block_on(ask(program, arguments, limit))
    };
    let done = thread::scope(|scope| scope.spawn(work).join());
    done.unwrap_or_else(|_| Err(Problem::failed(format!("{program} could not be asked"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(20);

    #[tokio::test]
    async fn a_tool_is_asked_from_inside_of_a_runtime_and_its_failure_is_a_sentence() {
        assert_eq!(ask_and_wait("echo", &["a"], LIMIT), Ok("a\n".to_owned()));
        let refused = ask("sh", &["-c", "echo no >&2; exit 3"], LIMIT).await.unwrap_err();
        assert_eq!(refused.to_string(), "sh: it fails: no");
        let missing = ask_and_wait("no-such-tool", &[], LIMIT).unwrap_err().to_string();
        assert!(missing.starts_with("no-such-tool: "), "{missing}");
        let endless = ask("yes", &[], LIMIT).await.unwrap_err();
        assert_eq!(endless.to_string(), "yes prints more than the agent reads");
    }
}
