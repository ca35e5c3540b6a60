//! Three times more calls than the server can answer.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::server::Server;
use crate::simulated::simulate;
use crate::waiting::PATIENCE;
use crate::{proc_files, turn};

/// After this long an overload is forgotten.
const FORGOTTEN: Duration = Duration::from_secs(10);
/// What it may cost in memory.
const MOST_MIB: u64 = 200;
const LOOKS: usize = 20;
/// A machine that stalls for a moment, as virtual ones do, spoils one
/// measurement, not all of them.
const MEASUREMENTS: usize = 3;

/// How large a test is, and what it asks for.
pub struct Scale {
    /// Simulated agents, which must not notice.
    pub agents: usize,
    /// How long each load lasts.
    pub seconds: u64,
    /// Calls under way at most.
    pub callers: usize,
    /// What is called.
    pub calls: &'static str,
    /// The least part of the most calls a second that is still answered, and
    /// whether it must be as quick as before soon after. Only a machine with
    /// nothing else to do shows that.
    pub least: Option<f64>,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_times_too_many_calls_are_shed_and_the_others_answered() {
    let _turn = turn::alone().await;
    // The callers are on the same machine: what they use is not the server's.
    // How much is left of it is asked of a release build: see `long.rs`.
    let calls = "clients,agent,agents-page,agent-tasks,audit";
    overload(&Scale { agents: 20, seconds: 4, callers: 800, calls, least: None }).await;
}

/// Finds out how much the server can do, asks for three times of it, and looks
/// how it is afterwards.
pub async fn overload(scale: &Scale) {
    let (server, started) = (Server::start().await, Instant::now());
    let site = server.first_site().await;
    let calm = median(&server).await;
    let before = proc_files::resident_mib(server.pid());
    let mut spoilt = 0;
    while !sheds(&server, &site, scale).await {
        spoilt += 1;
        assert!(spoilt < MEASUREMENTS, "the wrong ones are put off, or too few are answered");
    }
    let ended = Instant::now();
    let grown = proc_files::peak_mib(server.pid()).saturating_sub(before);
    assert!(grown < MOST_MIB, "{grown} MiB more");

    // Its log speaks of them without becoming a part of the burden.
    let reported =
        server.log().lines().filter(|line| line.contains("overloaded: refused calls")).count()
            as u64;
    let most = started.elapsed().as_secs() + 1;
    assert!((1..=most).contains(&reported), "{reported} lines in {most} seconds");

    let (normal, forgotten) = match scale.least {
        Some(_) => (calm * 2 + Duration::from_millis(10), FORGOTTEN),
        None => (calm * 100 + Duration::from_secs(1), PATIENCE),
    };
    while median(&server).await > normal {
        assert!(ended.elapsed() < forgotten, "still slower than {normal:?}");
    }
    println!(
        "summary: as quick as before ({calm:?}) {:?} after it, {grown} MiB more memory",
        ended.elapsed()
    );
}

/// Whether some are put off when three times as many come as can be answered;
/// when that is measured, also whether nobody is before, and enough of the
/// others are answered then.
async fn sheds(server: &Server, site: &str, scale: &Scale) -> bool {
    let most = load(server, site, scale, &["--callers", "24"]).await;
    let (rate, callers) = ((most.answered * 3.0).to_string(), scale.callers.to_string());
    let three = load(server, site, scale, &["--callers", &callers, "--rate", &rate]).await;
    let goodput = three.answered / most.answered;
    println!(
        "summary: overload with {}: {:.0} calls/s at most, {:.0} of {:.0} answered ({:.0} %), \
         {} put off",
        scale.calls,
        most.answered,
        three.answered,
        most.answered * 3.0,
        goodput * 100.0,
        three.put_off
    );
    let is_as_promised = |least| most.put_off == 0 && goodput >= least;
    three.put_off > 0 && scale.least.is_none_or(is_as_promised)
}

/// What came of a load.
struct Loaded {
    /// Good answers a second.
    answered: f64,
    put_off: u64,
}

async fn load(server: &Server, site: &str, scale: &Scale, more: &[&str]) -> Loaded {
    let (agents, seconds) = (scale.agents.to_string(), scale.seconds.to_string());
    let key = server.api.key();
    let mut arguments = vec!["--site", site, "--agents", &agents, "--seconds", &seconds];
    arguments.extend(["--api-key", key, "--calls", scale.calls]);
    arguments.extend(more);
    let (ended, report) = simulate(server, &arguments).await;
    assert_eq!(ended.code, Some(0), "{}{}", ended.stdout, ended.stderr);
    let link = &report["link"];
    assert_eq!((&link["connected"], &link["lost"]), (&scale.agents.into(), &0.into()), "{link}");
    let calls = report["calls"].as_array().expect("calls were made");
    let sum = |count: fn(&Value) -> &Value| -> u64 {
        calls.iter().filter_map(|call| count(call).as_u64()).sum()
    };
    let refused = sum(|call| &call["refused"]);
    let unanswered = sum(|call| &call["unanswered"]);
    assert_eq!((refused, unanswered), (0, 0), "{}", ended.stdout);
    let good = sum(|call| &call["took"]["count"]);
    let answered = good as f64 / report["seconds"].as_f64().expect("it lasted");
    Loaded { answered, put_off: sum(|call| &call["put_off"]) }
}

/// What a call takes, in the middle of a few.
async fn median(server: &Server) -> Duration {
    let mut times = Vec::new();
    for _ in 0..LOOKS {
        let reply = server.api.get("/clients/").await;
        times.push(if reply.status == 200 { reply.took } else { PATIENCE });
    }
    times.sort();
    times[LOOKS / 2]
}
