//! A thousand callers who wait at once.

use std::fs::OpenOptions;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use futures_util::future::join_all;
use nix::fcntl::OFlag;
use nix::sys::stat::Mode;
use tempfile::TempDir;
use tokio::task::JoinHandle;

use crate::agent::Agent;
use crate::api::{Api, Reply};
use crate::server::Server;
use crate::waiting::{until_true, until_within};
use crate::{database, proc_files, turn};

const AGENTS: usize = 20;
const COMMANDS: usize = 1000;
const LOOKS: usize = 200;
/// Enough to begin all of them on a busy machine, and less than callers wait.
const TAKEN: Duration = Duration::from_secs(90);
const LIMIT_SECONDS: u32 = 110;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_waiting_commands_leave_the_server_quick_and_small() {
    let _turn = turn::alone().await;
    let server = Server::start().await;
    let barrier = Barrier::new(); // Before the agents: it opens after their end.
    let agents = join_agents(&server).await;
    let shown = server.api.get("/agents/?detail=false").await.json;
    assert_eq!(shown.as_array().map(Vec::len), Some(AGENTS), "each has a record of its own");

    let command = format!("exec cat {}", barrier.pipe.display());
    let began = Instant::now();
    let waiting: Vec<_> = (0..COMMANDS)
        .map(|number| {
            let (api, command) = (server.api.clone(), command.clone());
            let id = agents[number % AGENTS].id.clone();
            tokio::spawn(async move { wait_for(&api, number, &id, &command).await })
        })
        .collect();
    let opening = format!("cat\0{}\0", barrier.pipe.display());
    // The database is cheaper to ask than the process table is to read.
    let mut db = database::open(&server.database_file()).await;
    until_within(TAKEN, "all commands are taken", async || {
        assert!(!waiting.iter().any(JoinHandle::is_finished), "somebody was answered too early");
        let running = "select count(*) from runs where status = 'running'";
        (database::number(&mut db, running).await == COMMANDS as i64).then_some(())
    })
    .await;
    println!("{COMMANDS} commands are taken after {:?}", began.elapsed());
    until_true("all commands wait", || proc_files::with_argument(&opening).len() == COMMANDS).await;
    println!("{COMMANDS} commands wait after {:?}", began.elapsed());

    look_around(&server).await;
    barrier.open();
    let released = Instant::now();
    for reply in join_all(waiting).await {
        let reply = reply.expect("the request ends");
        assert_eq!(
            (reply.status, reply.json["retcode"].as_i64()),
            (200, Some(0)),
            "{}",
            reply.text
        );
    }
    println!("all were answered {:?} after their end", released.elapsed());
    let threads = proc_files::threads(server.pid());
    assert!(threads < 64, "the server has {threads} threads");
}

/// Asks until the command ran; a server on a busy machine may say when to come
/// back.
async fn wait_for(api: &Api, number: usize, agent_id: &str, command: &str) -> Reply {
    loop {
        let asked = api.run_once(&number.to_string(), agent_id, command, LIMIT_SECONDS).await;
        let reply = asked.expect("the server answers");
        if reply.status != 503 {
            return reply;
        }
    }
}

async fn join_agents(server: &Server) -> Vec<Agent> {
    let token = server.enrolment_token().await;
    let names = (0..AGENTS).map(|number| format!("pc-{number}"));
    let joining = names.map(async |name| Agent::join_with(server, &token, &name, &[]).await);
    futures_util::stream::iter(joining).buffered(4).collect().await
}

/// What another caller notices of it.
async fn look_around(server: &Server) {
    let mut times = Vec::with_capacity(LOOKS);
    for _ in 0..LOOKS {
        let reply = server.api.get("/clients/").await;
        assert_eq!(reply.status, 200);
        times.push(reply.took);
    }
    times.sort();
    let (median, p99) = (times[LOOKS / 2], times[LOOKS * 99 / 100]);
    let threads = proc_files::threads(server.pid());
    let memory = proc_files::resident_mib(server.pid());
    println!(
        "GET /clients/ meanwhile: p50 {median:?}, p99 {p99:?}; {threads} threads, {memory} MiB"
    );
    assert!(threads < 64, "the server has {threads} threads");
    // Two hundred samples: a machine that stalls spoils one of them.
    assert!(median < Duration::from_secs(5), "p50 is {median:?}");
}

/// A pipe in whose opening every command waits until somebody writes.
struct Barrier {
    pipe: PathBuf,
    _folder: TempDir,
}

impl Barrier {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let pipe = folder.path().join("muster-crowd");
        nix::unistd::mkfifo(&pipe, Mode::S_IRWXU).expect("a pipe");
        Self { pipe, _folder: folder }
    }

    /// Opens the pipe for writing and closes it: every reader sees its end.
    /// Without readers there is nothing to do.
    fn open(&self) {
        let flags = OFlag::O_NONBLOCK.bits();
        let _ = OpenOptions::new().write(true).custom_flags(flags).open(&self.pipe);
    }
}

/// A failed test leaves no thousand processes behind.
impl Drop for Barrier {
    fn drop(&mut self) {
        self.open();
    }
}
