//! Runs what may block on a thread of its own.
//!
//! Libraries for a window system wait for its answers without `await`. A window system that
//! hangs then holds up one thread, and neither the agent nor the other viewers.

use std::io;

use tokio::runtime::Builder;
use tokio::sync::oneshot;

/// Runs work on a new thread; what it returns is received. The thread is not waited for.
pub fn run_apart<Work, Output>(
    name: &str,
    work: impl FnOnce() -> Work + Send + 'static,
) -> io::Result<oneshot::Receiver<Output>>
where
    Work: Future<Output = Output>,
    Output: Send + 'static,
{
    let (sender, receiver) = oneshot::channel();
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let run = move || {
        // Nobody may be waiting any more.
        let _ = sender.send(runtime.block_on(work()));
    };
    std::thread::Builder::new().name(name.to_owned()).spawn(run)?;
    Ok(receiver)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_runs_apart_returns_its_result() {
        let here = std::thread::current().id();
        let there = run_apart("apart", || async { std::thread::current().id() }).unwrap();
        assert_ne!(there.await.unwrap(), here);
    }
}
