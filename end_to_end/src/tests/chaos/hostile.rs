//! What other callers notice of strangers with slow connections, and of an agent
//! that is not ours any more.

use crate::hostile_agent::HostileAgent;
use crate::proc_files;
use crate::server::Server;
use crate::simulated::simulate;
use crate::slow::Strangers;
use crate::waiting::until_true;

/// How many milliseconds more 99 of 100 commands may take.
const MOST_SLOWER: f64 = 100.0;
/// How much more memory the server may need.
const MOST_MIB: u64 = 50;
/// A machine that stalls for a moment, as virtual ones do, spoils one
/// measurement, not all of them.
const MEASUREMENTS: usize = 3;

/// Measures commands with and without so many slow connections, which come from
/// so many addresses.
pub async fn slow_strangers(count: usize, addresses: usize, seconds: u64) {
    let server = Server::start().await;
    let usual = measure(&server, seconds).await;
    let strangers = Strangers::begin(&server.url, count, addresses);
    let are_there = || strangers.open() * 10 >= count * 9;
    until_true("nearly all strangers are connected", are_there).await;
    let with = format!("{count} slow connections of strangers, addresses: {addresses}");
    compare(&server, &usual, seconds, &with).await;
    until_true("the strangers are still connected", are_there).await;
}

/// The same with an agent that connects in a loop, with large hellos and many
/// runs.
pub async fn hostile_agent(seconds: u64) {
    let server = Server::start().await;
    let usual = measure(&server, seconds).await;
    let agent = HostileAgent::begin(&server).await;
    until_true("the agent is welcome", || agent.welcomes() > 0).await;
    compare(&server, &usual, seconds, "an agent in a loop with large hellos").await;
    println!("the hostile agent was welcomed {} times", agent.welcomes());
    assert!(agent.welcomes() > 10, "it hardly did anything");
}

/// What the commands of ordinary callers took, and what the server needed so far.
struct Measured {
    commands: u64,
    /// 99 of 100 took no longer, in milliseconds.
    p99: f64,
    /// The most memory that was ever in use.
    peak_mib: u64,
}

/// Lets ordinary callers run commands. All of them must be answered.
async fn measure(server: &Server, seconds: u64) -> Measured {
    let (site, seconds) = (server.first_site().await, seconds.to_string());
    let mut arguments = vec!["--site", &site, "--agents", "20", "--seconds", &seconds];
    arguments.extend(["--api-key", server.api.key(), "--calls", "command"]);
    arguments.extend(["--callers", "8", "--rate", "50"]);
    let (ended, report) = simulate(server, &arguments).await;
    assert_eq!(ended.code, Some(0), "{}{}", ended.stdout, ended.stderr);
    assert_eq!(report["link"]["lost"], 0, "{}", ended.stdout);
    let commands = &report["calls"][0];
    let bad = ["put_off", "refused", "unanswered"].map(|name| commands[name].as_u64());
    assert_eq!(bad, [Some(0); 3], "{}", ended.stdout);
    let took = &commands["took"];
    Measured {
        commands: took["count"].as_u64().expect("a count"),
        p99: took["p99"].as_f64().expect("milliseconds"),
        peak_mib: proc_files::peak_mib(server.pid()),
    }
}

/// Measures again, and compares with what is usual.
async fn compare(server: &Server, usual: &Measured, seconds: u64, with: &str) {
    let mut spoilt = 0;
    let found = loop {
        let found = measure(server, seconds).await;
        if found.p99 <= usual.p99 + MOST_SLOWER {
            break found;
        }
        spoilt += 1;
        let times = (found.p99, usual.p99);
        assert!(spoilt < MEASUREMENTS, "{with}: p99 with and without, in ms: {times:?}");
    };
    let grown = found.peak_mib.saturating_sub(usual.peak_mib);
    assert!(grown <= MOST_MIB, "{with}: {grown} MiB more");
    println!(
        "summary: {with}: p99 of {} commands {:.1} ms (usually {:.1} ms), {grown} MiB more memory",
        found.commands, found.p99, usual.p99
    );
}
