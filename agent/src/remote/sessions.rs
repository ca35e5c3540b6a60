//! The remote sessions that are open on this computer, each with a process of its own.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use muster_protocol::{OpenRemote, OpenedRemote};
use muster_remote::{Grant, Kind};
use tokio::sync::{mpsc, oneshot};
use tokio_util::task::TaskTracker;

use super::helper_process::{HelperProcess, Launch};
use super::order::{Opening, Order};
use super::permission::Permissions;
use super::recording::{RecordingOutbox, SpooledRecording};
use super::veto::{Veto, Vetoes};
use crate::data_dir::DataDir;
use crate::freeze::{FROZEN, Freeze};
use crate::os::{Problem, terminal};
use crate::run_id::RunId;

/// How many sessions are open at once.
const MOST_SESSIONS: usize = 32;

/// Orders that wait for a helper to read them.
const WAITING_ORDERS: usize = 32;

/// Opens sessions for viewers who have permission, and ends them.
#[derive(Debug)]
pub struct Remote {
    permissions: Permissions,
    launch: Launch,
    /// One task for each session.
    tasks: TaskTracker,
    recordings: RecordingOutbox,
    open: Arc<Mutex<HashMap<RunId, OpenSession>>>,
}

#[derive(Debug)]
struct OpenSession {
    kind: Kind,
    /// To its helper; none once it was told to end.
    orders: Option<mpsc::Sender<Order>>,
}

impl Remote {
    /// Without any session. Its helpers run in `tasks`.
    pub fn new(data: &DataDir, agent_id: &str, tasks: TaskTracker) -> Self {
        // Without a name it cannot be started, and the first session says so.
        let program = std::env::current_exe().unwrap_or_default();
        Self::with_program(data, agent_id, tasks, program)
    }

    /// The same, with helpers that are another program.
    pub fn with_program(
        data: &DataDir,
        agent_id: &str,
        tasks: TaskTracker,
        program: PathBuf,
    ) -> Self {
        let recordings = RecordingOutbox::new(data, agent_id);
        let recorded = Arc::clone(&recordings.more);
        let launch = Launch { program, data: data.clone(), recorded };
        let permissions = Permissions::new(data, agent_id);
        Self { permissions, launch, tasks, recordings, open: Arc::default() }
    }

    /// Takes the server's time, by which permissions expire.
    pub fn set_server_time(&self, time: i64) {
        self.permissions.clock.set(time);
    }

    /// Opens a session for a viewer, or lets one more viewer into it. Returns when its
    /// helper begins to connect, or with the sentence why nothing is opened. Who joins a
    /// session that has ended here gets no new one: it would be another shell.
    pub async fn open(
        &self,
        request: OpenRemote,
        hostname: String,
        freeze: &Freeze,
    ) -> Result<OpenedRemote, Problem> {
        if freeze.is_frozen() {
            return Err(Problem::failed(FROZEN));
        }
        let grant = self.permissions.check(&request)?;
        let must_ask = match Vetoes::read(&self.launch.data).of(grant.kind) {
            Veto::Never => return Err(vetoed(grant.kind)),
            Veto::Ask => true,
            Veto::Allowed => false,
        };
        if grant.kind == Kind::Terminal {
            terminal::require()?;
        }
        let OpenRemote { grant: text, ticket, relay_url, .. } = request;
        let opening = Opening { grant: text, ticket, relay_url, hostname, must_ask };
        let (session, kind) = (&grant.session, grant.kind.as_str());
        tracing::info!(session, kind, user = grant.user, "a remote session is opened or joined");
        let started = self.join_or_begin(&grant, Order::Open(opening))?;
        if freeze.is_frozen() {
            // It came meanwhile, perhaps too early to end this one.
            self.end_all("frozen", FROZEN);
        }
        match started {
            Begun::Joined => Ok(OpenedRemote::default()),
            Begun::Gone => Ok(OpenedRemote { is_gone: true }),
            Begun::Starting(started) => {
                let started = started.await.unwrap_or_else(|_| Err(not_started()));
                started.map(|()| OpenedRemote::default())
            }
        }
    }

    /// Ends every session; returns at once.
    pub fn end_all(&self, code: &str, reason: &str) {
        for session in self.lock().values_mut() {
            if let Some(orders) = session.orders.take() {
                // With too much in its way it ends all the same: nobody sends anything more.
                let order = Order::End { code: code.to_owned(), reason: reason.to_owned() };
                let _ = orders.try_send(order);
            }
        }
    }

    /// What of recordings waits for the server.
    pub fn recordings(&self) -> &RecordingOutbox {
        &self.recordings
    }

    /// Forgets a recording that the server does not take, and has its session know.
    pub fn drop_recording(&self, recording: &SpooledRecording, code: &str) {
        let (session, began) = (&recording.session, recording.began);
        tracing::error!(session, began, code, "the server refuses a recording: it is dropped");
        let open = self.lock();
        let known = RunId::parse(session).and_then(|session| open.get(&session));
        if let Some(orders) = known.and_then(|session| session.orders.as_ref()) {
            // With too much in its way it finds out by itself that it cannot write any more.
            let _ = orders.try_send(Order::RecordingRefused { code: code.to_owned() });
        }
        drop(open);
        if let Err(error) = recording.remove() {
            tracing::error!(%error, session, "a recording that was refused is not removed");
        }
    }

    /// How many sessions are open.
    #[cfg(test)]
    pub fn count(&self) -> usize {
        self.lock().len()
    }

    /// Passes the order to the session's helper; starts one where the session begins.
    fn join_or_begin(&self, grant: &Grant, order: Order) -> Result<Begun, Problem> {
        let session = RunId::parse(&grant.session)
            .ok_or_else(|| Problem::failed("the permission names no session"))?;
        let mut open = self.lock();
        if let Some(known) = open.get(&session) {
            return known.pass(grant.kind, order).map(|()| Begun::Joined);
        }
        if !grant.begins {
            return Ok(Begun::Gone);
        }
        if self.tasks.is_closed() {
            return Err(Problem::failed("the agent is stopping"));
        }
        if open.len() >= MOST_SESSIONS {
            let reason = format!("{MOST_SESSIONS} remote sessions are open on this computer");
            return Err(Problem::failed(reason));
        }
        let (orders, receiver) = mpsc::channel(WAITING_ORDERS);
        orders.try_send(order).map_err(|_| not_started())?;
        open.insert(session.clone(), OpenSession { kind: grant.kind, orders: Some(orders) });
        drop(open);
        let (started, is_started) = oneshot::channel();
        let listed = Listed { open: Arc::clone(&self.open), session: session.clone() };
        let launch = self.launch.clone();
        self.tasks.spawn(async move {
            let _listed = listed;
            match HelperProcess::start(&session, &launch) {
                Ok(helper) => helper.run(receiver, started).await,
                Err(problem) => drop(started.send(Err(problem))),
            }
        });
        Ok(Begun::Starting(is_started))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<RunId, OpenSession>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What became of an order for a viewer.
enum Begun {
    /// The session's helper has it.
    Joined,
    /// There is no such session any more.
    Gone,
    /// A helper starts, and this learns whether it works.
    Starting(oneshot::Receiver<Result<(), Problem>>),
}

impl OpenSession {
    /// Passes an order for one more viewer on.
    fn pass(&self, kind: Kind, order: Order) -> Result<(), Problem> {
        if self.kind != kind {
            return Err(Problem::failed("the permission is for a session of another kind"));
        }
        let ending = || Problem::failed("the session is ending");
        let orders = self.orders.as_ref().ok_or_else(ending)?;
        orders.try_send(order).map_err(|_| ending())
    }
}

/// Takes a session off the list, however its task ends.
struct Listed {
    open: Arc<Mutex<HashMap<RunId, OpenSession>>>,
    session: RunId,
}

impl Drop for Listed {
    fn drop(&mut self) {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.session);
    }
}

fn vetoed(kind: Kind) -> Problem {
    let kind = kind.as_str();
    Problem::failed(format!("the settings of this computer do not allow it (remote.toml: {kind})"))
}

fn not_started() -> Problem {
    Problem::failed("the helper of the session does not start")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_open_before_somebody_opens_it() {
        let folder = tempfile::tempdir().unwrap();
        let data = DataDir::at(folder.path());
        let remote = Remote::new(&data, "agent-1", TaskTracker::new());
        remote.end_all("agent_stopped", "It stops.");
        assert_eq!(remote.count(), 0);
    }
}
