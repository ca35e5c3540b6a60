//! Runs that are requested at the same time, stored in one transaction: a
//! transaction costs more than the rows in it, and there is one writer.

use std::sync::Arc;

use sea_orm::{DbErr, SqlErr};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::store::{self, RunRow};
use crate::app::App;
use crate::audit::{CallersEntry, JointChange};
use crate::batch::{Batch, Batched};
use crate::error::ApiError;
use crate::ids::RunKey;

/// A run and its audit row.
pub struct NewStart {
    pub run: RunRow,
    pub entry: CallersEntry,
}

/// Tasks that store runs at the same time, if the database has one writer.
const WITH_ONE_WRITER: usize = 1;
/// Tasks that store runs at the same time, if it has many.
const WITH_MANY: usize = 4;

/// Runs that wait to be stored.
pub struct StartQueue {
    batch: Batch<NewStart>,
    /// A permit is held by each task that stores.
    turns: Arc<Semaphore>,
}

impl StartQueue {
    pub fn new(has_one_writer: bool) -> Self {
        let turns = if has_one_writer { WITH_ONE_WRITER } else { WITH_MANY };
        Self { batch: Batch::default(), turns: Arc::new(Semaphore::new(turns)) }
    }
}

/// Stores a run, together with others that wait, and returns its key.
pub async fn store_run(app: &App, start: NewStart) -> Result<RunKey, ApiError> {
    let queue = &app.runs.start_queue;
    let mut stored = queue.batch.add(start);
    loop {
        let turn = tokio::select! {
            biased;
            stored = &mut stored => return stored.map_err(|_| not_stored())?,
            // The semaphore is never closed.
            Ok(turn) = queue.turns.clone().acquire_owned() => turn,
        };
        // In a task of its own: a caller who hangs up must not take the runs of
        // others along.
        let stored_any = tokio::spawn(store_waiting(app.clone(), turn)).await;
        if !stored_any.unwrap_or(false) {
            return stored.await.map_err(|_| not_stored())?;
        }
    }
}

async fn store_waiting(app: App, turn: OwnedSemaphorePermit) -> bool {
    let stored_any = app.runs.start_queue.batch.store_waiting(&app).await;
    drop(turn);
    stored_any
}

/// The task that stored it has panicked, or the server is stopping.
fn not_stored() -> ApiError {
    ApiError::Internal(anyhow::anyhow!("the task that stored a run ended early"))
}

impl Batched for NewStart {
    type Change = JointChange;
    type Stored = RunKey;
    type Error = ApiError;

    // A run that nobody waits for any more does not start.
    const NEEDS_ITS_TASK: bool = true;

    async fn begin(app: &App) -> Result<JointChange, ApiError> {
        Ok(JointChange::begin(app).await?)
    }

    async fn store(_: &App, change: JointChange, starts: &[Self]) -> Result<Vec<RunKey>, ApiError> {
        let rows: Vec<&RunRow> = starts.iter().map(|start| &start.run).collect();
        let keys = store::insert_rows(&*change, &rows).await.map_err(refusal)?;
        change.commit(starts.iter().map(|start| &start.entry)).await?;
        Ok(keys)
    }

    fn error_of_all(error: &ApiError) -> Option<ApiError> {
        match error {
            ApiError::Unavailable(what) => Some(ApiError::Unavailable(what)),
            ApiError::DiskFull => Some(ApiError::DiskFull),
            _ => None,
        }
    }
}

/// An agent that was deleted since the request looked it up is not found.
fn refusal(error: DbErr) -> ApiError {
    match error.sql_err() {
        Some(SqlErr::ForeignKeyConstraintViolation(_)) => ApiError::NotFound("agent"),
        _ => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use futures_util::future::join_all;
    use serde_json::{Value, json};
    use tokio::sync::SemaphorePermit;

    use crate::audit::Verdict;
    use crate::storage::sql;
    use crate::testing::{FakeAgent, Reply, TestServer, until_true};

    async fn server_with_agents(count: usize) -> (TestServer, Vec<FakeAgent>) {
        let server = TestServer::start().await;
        let location = server.add_site("Acme", "Main").await;
        let mut agents = Vec::with_capacity(count);
        for number in 0..count {
            agents.push(server.add_agent(location, &format!("pc-{number:02}")).await);
        }
        (server, agents)
    }

    fn path(agent: &FakeAgent) -> String {
        format!("/agents/{}/cmd/", agent.identity.agent_id)
    }

    /// Callers wait as long for it, and a little longer: no standstill takes that long.
    fn command() -> Value {
        json!({ "shell": "bash", "cmd": "id", "timeout": 60 })
    }

    /// Until dropped, no run is stored.
    async fn all_turns(server: &TestServer) -> SemaphorePermit<'_> {
        let turns = &server.app.runs.start_queue.turns;
        turns.acquire_many(turns.available_permits().try_into().unwrap()).await.unwrap()
    }

    /// Waits until this many runs wait to be stored.
    async fn until_waiting(server: &TestServer, count: usize) {
        let batch = &server.app.runs.start_queue.batch;
        until_true("the runs wait", async || batch.len() == count).await;
    }

    /// Answers the next order with the agent's own number.
    async fn answer(number: usize, agent: &mut FakeAgent) {
        let run_id = agent.next_order().await.run_id;
        agent.finish(&run_id, &format!("of pc-{number:02}"), "", 0).await;
    }

    /// Posts a command to every agent while none can be stored, runs `meanwhile`,
    /// and returns the replies.
    async fn post_together(
        server: &TestServer,
        paths: &[String],
        meanwhile: impl Future<Output = ()>,
    ) -> Vec<Reply> {
        let turns = all_turns(server).await;
        let replies = join_all(paths.iter().map(|path| server.admin.post(path, command())));
        let (replies, ()) = tokio::join!(replies, async {
            until_waiting(server, paths.len()).await;
            meanwhile.await;
            drop(turns);
        });
        replies
    }

    #[tokio::test]
    async fn commands_that_come_together_are_answered_and_audited_one_by_one() {
        let (server, mut agents) = server_with_agents(8).await;
        let paths: Vec<String> = agents.iter().map(path).collect();
        let answers = agents.iter_mut().enumerate();

        let (replies, _) = tokio::join!(
            post_together(&server, &paths, async {}),
            join_all(answers.map(|(number, agent)| answer(number, agent)))
        );

        for (number, reply) in replies.into_iter().enumerate() {
            assert_eq!(reply.ok(), json!(format!("of pc-{number:02}")));
        }
        let rows: Vec<String> = sql::values(
            server.app.db.read(),
            "select agent from audit_log where action = 'execute_command' order by agent",
            [],
        )
        .await
        .unwrap();
        let expected: Vec<String> = (0..8).map(|number| format!("pc-{number:02}")).collect();
        assert_eq!(rows, expected);
        let verdict = server.audit_verdict().await;
        assert!(matches!(verdict, Verdict::Intact { .. }), "{verdict:?}");
    }

    #[tokio::test]
    async fn a_run_that_cannot_be_stored_does_not_affect_others() {
        let (server, mut agents) = server_with_agents(3).await;
        server.admin.put("/core/settings/", json!({ "removal_delay_minutes": 0 })).await.ok();
        let paths: Vec<String> = agents.iter().map(path).collect();
        let deleted = format!("/agents/{}/", agents[1].identity.agent_id);
        let answers = agents.iter_mut().enumerate().filter(|(number, _)| *number != 1);

        let (replies, _) = tokio::join!(
            post_together(&server, &paths, async {
                server.admin.delete(&deleted).await.ok();
            }),
            join_all(answers.map(|(number, agent)| answer(number, agent)))
        );

        let statuses: Vec<u16> = replies.iter().map(|reply| reply.status).collect();
        assert_eq!(statuses, [200, 404, 200]);
        assert_eq!(replies[0].json, json!("of pc-00"));
        assert_eq!(replies[2].json, json!("of pc-02"));
    }

    #[tokio::test]
    async fn a_caller_who_hangs_up_before_the_run_is_stored_starts_nothing() {
        let (server, mut agents) = server_with_agents(2).await;
        let turns = all_turns(&server).await;
        let gone = tokio::spawn({
            let (admin, path) = (server.admin.clone(), path(&agents[0]));
            async move { admin.post(&path, command()).await }
        });
        until_waiting(&server, 1).await;
        gone.abort();
        assert!(gone.await.unwrap_err().is_cancelled());
        let batch = &server.app.runs.start_queue.batch;
        until_true("the server notices", async || batch.abandoned() == 1).await;

        let kept = path(&agents[1]);
        let (reply, ()) = tokio::join!(server.admin.post(&kept, command()), async {
            until_waiting(&server, 2).await;
            drop(turns);
            answer(1, &mut agents[1]).await;
        });

        assert_eq!(reply.ok(), json!("of pc-01"));
        let runs = server.admin.get("/runs/").await.ok();
        assert_eq!(runs.as_array().unwrap().len(), 1);
    }
}
