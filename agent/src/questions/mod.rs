//! What the server wants to know right now, and the functions that find out.
//!
//! A question is not recorded: it is answered on its own connection or not at
//! all. The loop of the connection never waits for one.

mod answer;
mod queue;
mod wake_on_lan;

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use muster_protocol::{Answer, CHANGING_QUESTIONS, Question, SELF_TEST_SECONDS, question_name};
use serde::de::DeserializeOwned;

use crate::freeze::FROZEN;
use crate::os::{self, Problem};
use crate::power;
use crate::shared::Shared;
use answer::pack;
pub use queue::QuestionQueue;

/// After this long a question is answered with the fact that it took too long.
const LIMIT: Duration = Duration::from_secs(30);

/// The same for a self-test, which does many things.
const SELF_TEST_LIMIT: Duration = Duration::from_secs(SELF_TEST_SECONDS);

type Function = fn(Arc<Shared>, Question) -> BoxFuture<'static, Result<Vec<u8>, Problem>>;

/// Every question this build knows.
const TABLE: [(&str, Function); 21] = [
    (question_name::LIST_PROCESSES, |_, _| {
        Box::pin(async { pack(&os::processes::list_processes().await?) })
    }),
    (question_name::END_PROCESS, |_, question| {
        Box::pin(async move { pack(&os::processes::end_process(&body(&question)?).await?) })
    }),
    (question_name::TERMINATE_PROCESS, |_, question| {
        Box::pin(async move { pack(&os::processes::terminate_process(&body(&question)?).await?) })
    }),
    (question_name::LIST_SERVICES, |_, _| {
        Box::pin(async { pack(&os::services::list_services().await?) })
    }),
    (question_name::READ_SERVICE, |_, question| {
        Box::pin(
            async move { pack(&os::services::read_service(&body::<String>(&question)?).await?) },
        )
    }),
    (question_name::CONTROL_SERVICE, |_, question| {
        Box::pin(async move { pack(&os::services::control_service(&body(&question)?).await?) })
    }),
    (question_name::READ_EVENT_LOG, |_, question| {
        Box::pin(async move { pack(&os::event_log::read_event_log(&body(&question)?).await?) })
    }),
    (question_name::LIST_SOFTWARE, |_, _| {
        Box::pin(async { pack(&os::software::list_software().await?) })
    }),
    (question_name::POWER, |shared, question| {
        Box::pin(async move { pack(&power::change(&shared.data, &body(&question)?)?) })
    }),
    (question_name::WAKE_ON_LAN, |_, question| {
        Box::pin(async move { pack(&wake_on_lan::wake(&body(&question)?).await?) })
    }),
    (question_name::RUN_CHECKS, |shared, question| {
        Box::pin(async move { pack(&shared.checks.run_now(body(&question)?).await?) })
    }),
    (question_name::READ_REGISTRY, |_, question| {
        Box::pin(async move { pack(&os::registry::read_key(&body(&question)?).await?) })
    }),
    (question_name::CREATE_REGISTRY_KEY, |_, question| {
        Box::pin(async move { pack(&os::registry::create_key(&body::<String>(&question)?).await?) })
    }),
    (question_name::DELETE_REGISTRY_KEY, |_, question| {
        Box::pin(async move { pack(&os::registry::delete_key(&body::<String>(&question)?).await?) })
    }),
    (question_name::RENAME_REGISTRY_KEY, |_, question| {
        Box::pin(async move { pack(&os::registry::rename_key(&body(&question)?).await?) })
    }),
    (question_name::SET_REGISTRY_VALUE, |_, question| {
        Box::pin(async move { pack(&os::registry::set_value(&body(&question)?).await?) })
    }),
    (question_name::DELETE_REGISTRY_VALUE, |_, question| {
        Box::pin(async move { pack(&os::registry::delete_value(&body(&question)?).await?) })
    }),
    (question_name::RENAME_REGISTRY_VALUE, |_, question| {
        Box::pin(async move { pack(&os::registry::rename_value(&body(&question)?).await?) })
    }),
    (question_name::OPEN_REMOTE, |shared, question| {
        Box::pin(async move {
            let (request, hostname) = (body(&question)?, shared.identity.current_hostname());
            pack(&shared.remote.open(request, hostname, &shared.freeze).await?)
        })
    }),
    (question_name::SELF_TEST, |shared, _| {
        Box::pin(async move { pack(&shared.self_test.run(&shared.data, &shared.stopping).await?) })
    }),
    (question_name::PING, |_, _| Box::pin(async { pack(&()) })),
];

/// The names of all questions.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|(name, _)| *name)
}

/// Answers a question, when its turn comes and within its time.
pub async fn answer(shared: &Arc<Shared>, question: Question) -> Answer {
    let Some((name, function)) = TABLE.iter().find(|(name, _)| *name == question.name) else {
        return Answer::UnknownQuestion;
    };
    if shared.freeze.is_frozen() && CHANGING_QUESTIONS.contains(name) {
        return Answer::Failed(FROZEN.to_owned());
    }
    let Ok(_room) = shared.questions.room.try_acquire() else {
        return Answer::Failed("the agent has too many questions to answer".to_owned());
    };
    let work = async {
        let _worker = shared.questions.workers.acquire().await;
        function(Arc::clone(shared), question).await
    };
    let limit = limit_of(name);
    match tokio::time::timeout(limit, work).await {
        Ok(Ok(packed)) => Answer::Data(packed),
        Ok(Err(Problem::Failed(reason) | Problem::Refused(reason))) => Answer::Failed(reason),
        Ok(Err(Problem::Unsupported(reason))) => Answer::UnsupportedPlatform(reason),
        Err(_) => Answer::Failed(format!("{name} took longer than {} seconds", limit.as_secs())),
    }
}

fn limit_of(name: &str) -> Duration {
    if name == question_name::SELF_TEST { SELF_TEST_LIMIT } else { LIMIT }
}

fn body<B: DeserializeOwned>(question: &Question) -> Result<B, Problem> {
    question.read().map_err(|_| Problem::failed("the agent does not understand this question"))
}
