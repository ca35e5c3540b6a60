//! The agent's own process: it starts a helper for each session, and ends it.
#![cfg(unix)]

use std::sync::Arc;
use std::time::Duration;

use muster_protocol::{FreezeFlag, OpenedRemote, freeze_to_sign};
use muster_remote::{Grant, Kind};
use tempfile::TempDir;
use tokio_util::task::TaskTracker;

use super::permission_tests::{Installation, fresh};
use super::stage_tests::LIMIT;
use crate::data_dir::DataDir;
use crate::freeze::{FROZEN, Freeze};
use crate::os::Problem;
use crate::remote::helper_process::{HelperProcess, Launch};
use crate::remote::leftovers::end_leftovers;
use crate::remote::order::Order;
use crate::remote::recording::SpoolFolder;
use crate::remote::sessions::Remote;
use crate::run_id::RunId;
use crate::tests::fake_program::write_program;

/// Records its orders and says when it works, and when its session has ended. Then it
/// stays, as a helper that hangs does.
const HELPER: &str = r#"#!/bin/sh
echo $$ >> "$4/helpers"
sleep 987 &
echo $! >> "$4/helpers"
echo '{"type":"started"}'
while read -r line; do
    printf '%s\n' "$line" >> "$4/orders"
    case "$line" in
        *'"code":"hang"'*) ;;
        *'"type":"end"'*) echo '{"type":"ended"}' ;;
    esac
done
wait
"#;

/// An agent whose helpers are scripts.
struct Host {
    installation: Installation,
    data: DataDir,
    freeze: Freeze,
    tasks: TaskTracker,
    remote: Arc<Remote>,
    folder: TempDir,
    /// What the names of its sessions begin with: sessions are ended by their names,
    /// wherever their processes are, and the tests share one machine.
    prefix: RunId,
}

impl Host {
    async fn start(script: &str) -> Self {
        let installation = Installation::new();
        let (folder, data) = installation.enrol();
        let program = write_program(folder.path(), "helper", script).await;
        let (freeze, tasks) = (Freeze::open(&data, "agent-1"), TaskTracker::new());
        let remote = Remote::with_program(&data, "agent-1", tasks.clone(), program.into());
        let (remote, prefix) = (Arc::new(remote), RunId::random());
        Self { installation, data, freeze, tasks, remote, folder, prefix }
    }

    /// A grant that counts now.
    fn grant(&self, session: &str, viewer: &str) -> Grant {
        fresh(&format!("{}-{session}", self.prefix), viewer)
    }

    /// One that lets a viewer join.
    fn join(&self, session: &str, viewer: &str) -> Grant {
        Grant { begins: false, ..self.grant(session, viewer) }
    }

    async fn open(&self, grant: &Grant) -> Result<OpenedRemote, Problem> {
        let request = self.installation.permit(grant);
        self.remote.open(request, "pc-1".to_owned(), &self.freeze).await
    }

    async fn refusal(&self, grant: &Grant) -> String {
        self.open(grant).await.unwrap_err().to_string()
    }

    /// The lines of a file that helpers write, once there are so many.
    async fn lines(&self, name: &str, count: usize) -> Vec<String> {
        let path = self.data.root().join(name);
        let reading = async {
            loop {
                let text = std::fs::read_to_string(&path).unwrap_or_default();
                let lines: Vec<String> = text.lines().map(str::to_owned).collect();
                if lines.len() >= count && text.ends_with('\n') {
                    return lines;
                }
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        tokio::time::timeout(LIMIT, reading).await.expect("the lines do not come")
    }

    async fn wait_until_closed(&self) {
        self.tasks.close();
        tokio::time::timeout(LIMIT, self.tasks.wait()).await.expect("sessions are left");
        assert_eq!(self.remote.count(), 0);
        for id in self.lines("helpers", 1).await {
            let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
            assert!(stat.is_empty() || stat.contains(") Z "), "{stat}");
        }
    }
}

#[tokio::test]
async fn one_helper_serves_all_viewers_of_a_session() {
    let host = Host::start(HELPER).await;
    host.open(&host.grant("s", "v")).await.unwrap();
    host.open(&host.join("s", "w")).await.unwrap();
    let orders = host.lines("orders", 2).await;
    for (order, viewer) in orders.iter().zip(["v", "w"]) {
        let Order::Open(opening) = serde_json::from_str(order).unwrap() else { panic!("{order}") };
        let grant: Grant = serde_json::from_str(&opening.grant).unwrap();
        assert_eq!((grant.viewer.as_str(), opening.hostname.as_str()), (viewer, "pc-1"));
        assert_eq!((opening.ticket.as_str(), opening.must_ask), ("ticket", false));
    }
    assert_eq!((host.remote.count(), host.lines("helpers", 2).await.len()), (1, 2));
    let other = Grant { kind: Kind::Files, ..host.grant("s", "x") };
    assert_eq!(host.refusal(&other).await, "the permission is for a session of another kind");
    host.open(&host.grant("t", "v")).await.unwrap();
    assert_eq!(host.remote.count(), 2);

    host.remote.end_all("agent_stopped", "It stops.");
    assert_eq!(host.refusal(&host.grant("s", "y")).await, "the session is ending");
    host.wait_until_closed().await;
    assert_eq!(std::fs::read_dir(host.data.remote_sessions()).unwrap().count(), 0);
}

#[tokio::test]
async fn a_freeze_ends_every_session_also_when_a_helper_hangs() {
    let host = Host::start(HELPER).await;
    host.open(&host.grant("s", "v")).await.unwrap();
    let signature = host.installation.sign(&freeze_to_sign("agent-1", 1, true));
    assert!(host.freeze.take(&FreezeFlag { frozen: true, serial: 1, signature }));
    host.remote.end_all("hang", FROZEN);
    assert_eq!(host.refusal(&host.grant("t", "v")).await, FROZEN);
    let orders = host.lines("orders", 2).await;
    let expected = Order::End { code: "hang".to_owned(), reason: FROZEN.to_owned() };
    assert_eq!(serde_json::from_str::<Order>(&orders[1]).unwrap(), expected);
    host.wait_until_closed().await;
}

#[tokio::test]
async fn the_settings_of_the_computer_beat_every_server() {
    let host = Host::start(HELPER).await;
    let settings = host.data.remote_settings_file();
    std::fs::write(&settings, "terminal = \"never\"\n").unwrap();
    let refusal = host.refusal(&host.grant("s", "v")).await;
    assert_eq!(refusal, "the settings of this computer do not allow it (remote.toml: terminal)");
    std::fs::write(&settings, "terminal = \"ask\"\n").unwrap();
    host.open(&host.grant("s", "w")).await.unwrap();
    let order = host.lines("orders", 1).await.remove(0);
    let Order::Open(opening) = serde_json::from_str(&order).unwrap() else { panic!("{order}") };
    assert!(opening.must_ask);
    host.remote.end_all("agent_stopped", "It stops.");
    host.wait_until_closed().await;
}

#[tokio::test]
async fn a_helper_that_dies_takes_nothing_else_down() {
    let host = Host::start(HELPER).await;
    host.open(&host.grant("s", "v")).await.unwrap();
    let dying = host.lines("helpers", 2).await.remove(0);
    host.open(&host.grant("t", "v")).await.unwrap();
    let kill = tokio::process::Command::new("kill").args(["-9", &dying]).status().await;
    assert!(kill.unwrap().success());
    let gone = async {
        while host.remote.count() > 1 {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(LIMIT, gone).await.expect("the session is still there");
    // The other one still takes orders. Who joins the one that is gone gets no other.
    let joined = host.open(&host.join("t", "w")).await.unwrap();
    assert_eq!(joined, OpenedRemote { is_gone: false });
    let joined = host.open(&host.join("s", "w")).await.unwrap();
    assert_eq!(joined, OpenedRemote { is_gone: true });
    assert_eq!(host.remote.count(), 1);
    host.remote.end_all("agent_stopped", "It stops.");
    host.wait_until_closed().await;
}

#[tokio::test]
async fn a_helper_that_does_not_start_is_a_refusal() {
    let expected = "the helper of the session does not start";
    let host = Host::start("#!/bin/sh\nexit 1\n").await;
    assert_eq!(host.refusal(&host.grant("s", "v")).await, expected);
    host.tasks.close();
    tokio::time::timeout(LIMIT, host.tasks.wait()).await.expect("the session is left");
    assert_eq!(host.remote.count(), 0);
    assert_eq!(host.refusal(&host.grant("t", "v")).await, "the agent is stopping");
}

#[tokio::test]
async fn more_sessions_than_a_computer_bears_are_refused() {
    let host = Host::start(HELPER).await;
    for number in 0..32 {
        host.open(&host.grant(&format!("s{number}"), "v")).await.unwrap();
    }
    let refusal = host.refusal(&host.grant("s32", "v")).await;
    assert_eq!(refusal, "32 remote sessions are open on this computer");
    host.open(&host.grant("s31", "w")).await.unwrap();
    host.remote.end_all("agent_stopped", "It stops.");
    host.wait_until_closed().await;
}

#[tokio::test]
async fn what_a_helper_recorded_is_sent_at_once_and_it_learns_when_that_is_refused() {
    let reporting = "echo '{\"type\":\"recorded\"}'\nwhile read";
    let host = Host::start(&HELPER.replace("while read", reporting)).await;
    let grant = host.grant("s", "v");
    host.open(&grant).await.unwrap();
    let recordings = host.remote.recordings();
    let more = tokio::time::timeout(LIMIT, recordings.wait_for_more()).await;
    more.expect("nobody is woken");
    let folder = host.data.recordings();
    SpoolFolder::new(&folder, &grant.session, 7, 1000).write(0, b"part").unwrap();
    let found = recordings.list().await.unwrap().remove(0);
    host.remote.drop_recording(&found, "too_much");
    assert!(recordings.list().await.unwrap().is_empty());
    let orders = host.lines("orders", 2).await;
    let expected = Order::RecordingRefused { code: "too_much".to_owned() };
    assert_eq!(serde_json::from_str::<Order>(&orders[1]).unwrap(), expected);
    host.remote.end_all("agent_stopped", "It stops.");
    host.wait_until_closed().await;
}

#[tokio::test]
async fn what_an_agent_that_died_left_is_ended_by_the_next_one() {
    let host = Host::start("#!/bin/sh\necho $$ >> \"$4/helpers\"\nexec sleep 987\n").await;
    let session = RunId::random();
    let program = host.folder.path().join("helper");
    let launch = Launch { program, data: host.data.clone(), recorded: Arc::default() };
    let helper = HelperProcess::start(&session, &launch).unwrap();
    host.lines("helpers", 1).await;
    drop(helper);
    end_leftovers(&host.data).await;
    assert!(!host.data.remote_session(&session).exists());
    host.wait_until_closed().await;
}
