//! People and programs that call the API while the fleet is connected.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rand::RngExt;
use reqwest::Response;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use crate::calls::Call;
use crate::counts::Count;
use crate::fleet::Common;
use crate::histogram::{Histogram, Summary};
use crate::identity;

/// After a call that the server did not answer, or put off.
const PAUSE: Duration = Duration::from_millis(100);

/// Who calls, and how often.
#[derive(Clone, Debug)]
pub struct CallPlan {
    /// The API key they call with.
    pub key: String,
    /// How many call at once.
    pub callers: usize,
    /// What they choose from.
    pub calls: Vec<Call>,
    /// Calls a second, all callers together; none: each calls again as soon as
    /// it is answered.
    pub per_second: Option<f64>,
}

/// What came of the calls so far.
#[derive(Default)]
pub struct CallCounts {
    kinds: Vec<KindCounts>,
}

#[derive(Default)]
struct KindCounts {
    took: Histogram,
    put_off: Count,
    refused: Count,
    unanswered: Count,
}

/// What came of one kind of call.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct CallTally {
    /// Its name.
    pub call: &'static str,
    /// Milliseconds of those that were answered with 200.
    pub took: Summary,
    /// Those that a server with too much to do asked to come back.
    pub put_off: u64,
    /// Those with another answer.
    pub refused: u64,
    /// Those without an answer.
    pub unanswered: u64,
}

/// Callers at work.
pub struct Callers {
    /// What came of their calls so far.
    pub counts: Arc<CallCounts>,
    stop: Arc<AtomicBool>,
    tasks: JoinSet<()>,
}

impl CallCounts {
    fn new() -> Self {
        Self { kinds: Call::all().map(|_| KindCounts::default()).collect() }
    }

    /// Each kind that was called at all.
    pub fn tally(&self) -> Vec<CallTally> {
        let tally = |call: Call| {
            let kind = &self.kinds[call.place()];
            CallTally {
                call: call.name(),
                took: kind.took.summary(),
                put_off: kind.put_off.get(),
                refused: kind.refused.get(),
                unanswered: kind.unanswered.get(),
            }
        };
        let failed = |tally: &CallTally| tally.put_off + tally.refused + tally.unanswered;
        let was_made = |tally: &CallTally| tally.took.count + failed(tally) > 0;
        Call::all().map(tally).filter(was_made).collect()
    }

    fn add(&self, call: Call, answer: &Answer, took: Duration) {
        let kind = &self.kinds[call.place()];
        match answer {
            Answer::Good => kind.took.add(took),
            Answer::PutOff => kind.put_off.up(),
            Answer::Refused => kind.refused.up(),
            Answer::None => kind.unanswered.up(),
        }
    }
}

/// What a call got.
enum Answer {
    Good,
    PutOff,
    Refused,
    None,
}

impl Answer {
    fn of(response: &Response) -> Self {
        match response.status().as_u16() {
            200 => Self::Good,
            429 | 503 if response.headers().contains_key("retry-after") => Self::PutOff,
            _ => Self::Refused,
        }
    }
}

impl Callers {
    /// Lets them begin.
    pub fn start(plan: &CallPlan, common: &Arc<Common>, agent_ids: &[String]) -> Self {
        let counts = Arc::new(CallCounts::new());
        let (stop, agent_ids) = (Arc::new(AtomicBool::new(false)), Arc::new(agent_ids.to_vec()));
        let mut tasks = JoinSet::new();
        for number in 0..plan.callers {
            let caller = Caller {
                number,
                plan: plan.clone(),
                common: Arc::clone(common),
                agent_ids: Arc::clone(&agent_ids),
                counts: Arc::clone(&counts),
                stop: Arc::clone(&stop),
            };
            tasks.spawn(caller.call());
        }
        Self { counts, stop, tasks }
    }

    /// Lets the calls under way end, and begins no more.
    pub async fn stop(mut self) -> Vec<CallTally> {
        self.stop.store(true, Ordering::Relaxed);
        while self.tasks.join_next().await.is_some() {}
        self.counts.tally()
    }
}

struct Caller {
    number: usize,
    plan: CallPlan,
    common: Arc<Common>,
    agent_ids: Arc<Vec<String>>,
    counts: Arc<CallCounts>,
    stop: Arc<AtomicBool>,
}

impl Caller {
    async fn call(self) {
        let mut chance = identity::chance(self.common.seed, self.number, "caller");
        let every = self
            .plan
            .per_second
            .filter(|rate| *rate > 0.0)
            .map(|rate| Duration::from_secs_f64(self.plan.callers as f64 / rate));
        // Not all at the same moment.
        let mut next = Instant::now();
        if let Some(every) = every {
            next += every.mul_f64(chance.random());
        }
        while !self.stop.load(Ordering::Relaxed) {
            if let Some(every) = every {
                sleep_until(next).await;
                // What is late was meant to begin at its time: a slow server
                // does not get fewer calls, and the wait counts.
                let meant = next;
                next += every;
                self.call_once(meant, &mut chance).await;
            } else {
                self.call_once(Instant::now(), &mut chance).await;
            }
        }
    }

    async fn call_once(&self, meant: Instant, chance: &mut rand::rngs::SmallRng) {
        if self.stop.load(Ordering::Relaxed) || self.plan.calls.is_empty() {
            return;
        }
        let call = self.plan.calls[chance.random_range(0..self.plan.calls.len())];
        let server = &self.common.server;
        let request = call.request(&server.http, &server.url, &self.agent_ids, chance);
        let request = request.header("X-API-KEY", &self.plan.key);
        let exchange = async {
            let response = request.send().await?;
            let answer = Answer::of(&response);
            response.bytes().await.map(|_| answer)
        };
        let answer = exchange.await.unwrap_or(Answer::None);
        self.counts.add(call, &answer, meant.elapsed());
        // A caller with a rate keeps to it, whatever the server says.
        let is_paced = self.plan.per_second.is_some();
        if matches!(answer, Answer::None) || matches!(answer, Answer::PutOff) && !is_paced {
            tokio::time::sleep(PAUSE).await;
        }
    }
}
