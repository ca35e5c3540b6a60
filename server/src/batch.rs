//! Items from many tasks, stored in one transaction.
//!
//! A task whose turn comes stores the items of all tasks that wait for theirs.
//! The more come at once, the less each of them costs; one alone does not wait.

use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, PoisonError};

use tokio::sync::oneshot;

use crate::app::App;
use crate::ids::AgentKey;

/// What can be stored together with others of its kind.
pub trait Batched: Send + Sync + Sized {
    /// The transaction.
    type Change: Send;
    /// What the task that brought the item learns.
    type Stored: Send;
    type Error: Send;

    /// Items that are stored in one transaction.
    const AT_ONCE: usize = 64;

    /// Whether an item is dropped when its task no longer waits.
    const NEEDS_ITS_TASK: bool;

    fn begin(app: &App) -> impl Future<Output = Result<Self::Change, Self::Error>> + Send;

    /// Stores all of them or none, and returns one result each, in their order.
    fn store(
        app: &App,
        change: Self::Change,
        items: &[Self],
    ) -> impl Future<Output = Result<Vec<Self::Stored>, Self::Error>> + Send;

    /// The error for every task, if no item is at fault; otherwise each item is
    /// stored alone.
    fn error_of_all(error: &Self::Error) -> Option<Self::Error>;

    /// Of two items of the same agent the older one is stored first; none if
    /// that does not matter.
    fn in_turn_of(&self) -> Option<AgentKey> {
        None
    }
}

/// Items that wait to be stored.
pub struct Batch<T: Batched> {
    waiting: Mutex<VecDeque<Queued<T>>>,
}

type Answer<T> = Result<<T as Batched>::Stored, <T as Batched>::Error>;

struct Queued<T: Batched> {
    item: T,
    sender: oneshot::Sender<Answer<T>>,
}

impl<T: Batched> Default for Batch<T> {
    fn default() -> Self {
        Self { waiting: Mutex::default() }
    }
}

impl<T: Batched> Batch<T> {
    /// Adds an item, and returns where its result will arrive. Somebody has to
    /// call [`Self::store_waiting`].
    pub fn add(&self, item: T) -> oneshot::Receiver<Answer<T>> {
        let (sender, receiver) = oneshot::channel();
        self.lock().push_back(Queued { item, sender });
        receiver
    }

    /// Stores what waits, the oldest first, and answers its tasks. Returns
    /// whether there was anything: if not, another task is storing the caller's
    /// item, and there is nothing to do but to wait.
    pub async fn store_waiting(&self, app: &App) -> bool {
        // SQLite has one writer, and while we wait for it more items come.
        let early = if app.db.is_shared() { None } else { Some(T::begin(app).await) };
        let (items, senders) = self.take();
        if items.is_empty() {
            return false;
        }
        let change = match early {
            Some(change) => change,
            None => T::begin(app).await,
        };
        let stored = match change {
            Ok(change) => T::store(app, change, &items).await,
            Err(error) => Err(error),
        };
        let answers = match stored {
            Ok(stored) => stored.into_iter().map(Ok).collect(),
            Err(error) => answers_after(app, items, error).await,
        };
        for (sender, answer) in senders.into_iter().zip(answers) {
            // Its task may have ended.
            let _ = sender.send(answer);
        }
        true
    }

    fn take(&self) -> (Vec<T>, Vec<oneshot::Sender<Answer<T>>>) {
        let mut waiting = self.lock();
        let mut agents = HashSet::new();
        let (mut taken, mut left) = (Vec::new(), VecDeque::new());
        for entry in waiting.drain(..) {
            if T::NEEDS_ITS_TASK && entry.sender.is_closed() {
                continue;
            }
            let is_first = entry.item.in_turn_of().is_none_or(|agent| agents.insert(agent));
            if taken.len() < T::AT_ONCE && is_first {
                taken.push((entry.item, entry.sender));
            } else {
                left.push_back(entry);
            }
        }
        *waiting = left;
        taken.into_iter().unzip()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, VecDeque<Queued<T>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether no item waits.
    pub fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    /// How many items wait.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.lock().len()
    }

    /// How many of them have lost their task.
    #[cfg(test)]
    pub fn abandoned(&self) -> usize {
        self.lock().iter().filter(|entry| entry.sender.is_closed()).count()
    }
}

/// The answers for items that could not be stored together.
async fn answers_after<T: Batched>(app: &App, items: Vec<T>, error: T::Error) -> Vec<Answer<T>> {
    if items.len() == 1 {
        return vec![Err(error)];
    }
    if T::error_of_all(&error).is_some() {
        // Storing them one by one would only wait again.
        return items.iter().filter_map(|_| T::error_of_all(&error)).map(Err).collect();
    }
    tracing::warn!(
        items = items.len(),
        "reports, runs or metrics could not be stored together and are stored one by one"
    );
    let mut answers = Vec::with_capacity(items.len());
    for item in items {
        answers.push(store_alone(app, item).await);
    }
    answers
}

async fn store_alone<T: Batched>(app: &App, item: T) -> Answer<T> {
    let change = T::begin(app).await?;
    let mut stored = T::store(app, change, std::slice::from_ref(&item)).await?;
    Ok(stored.remove(0))
}
