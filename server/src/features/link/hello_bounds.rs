//! The largest hello that is accepted: an agent that somebody has taken over must
//! neither fill the database nor delay others.

use muster_protocol::{Hello, KnownRun, WelcomeRun};

use crate::text::cut;

/// An agent remembers 500 runs that have ended, and runs few at the same time.
const MOST_RUNS: usize = 1000;
/// Agents know some dozens.
const MOST_CAPABILITIES: usize = 200;
/// Host names, versions, platforms.
const LONGEST_NAME: usize = 255;
const LONGEST_DIGEST: usize = 128;

/// Cuts the texts that are too long.
pub fn bound(hello: &mut Hello) {
    for name in [&mut hello.hostname, &mut hello.version, &mut hello.plat, &mut hello.goarch] {
        *name = cut(name, LONGEST_NAME);
    }
    for digest in [
        &mut hello.inventory_digest,
        &mut hello.definitions_digest,
        &mut hello.packages_digest,
        &mut hello.process_id,
    ] {
        *digest = self::digest(digest);
    }
    hello.capabilities.truncate(MOST_CAPABILITIES);
}

/// A digest that an agent sent.
pub fn digest(text: &str) -> String {
    cut(text, LONGEST_DIGEST)
}

/// The runs of a hello that are looked at, and the answer to all others: the
/// agent may forget them.
pub fn split_runs(hello: &Hello) -> (&[KnownRun], Vec<WelcomeRun>) {
    let (runs, surplus) = hello.runs.split_at(hello.runs.len().min(MOST_RUNS));
    if !surplus.is_empty() {
        let count = surplus.len();
        tracing::warn!(agent.id = hello.agent_id, count, "a hello has too many runs");
    }
    let closed = |run: &KnownRun| WelcomeRun {
        run_id: run.run_id.clone(),
        stdout: 0,
        stderr: 0,
        closed: true,
    };
    (runs, surplus.iter().map(closed).collect())
}
