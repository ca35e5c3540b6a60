//! The session's end of its recording: it takes what happens, and says whether the session may
//! go on.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use muster_remote::recording::{RecordType, RecordingWriter};
use tokio::sync::{Notify, oneshot};
use tokio::time::timeout;

use super::keeper::{Keeper, KeeperPace};
use super::queue::{Ending, Hold, Item, Queue};
use super::spool::SpoolFolder;
use crate::identity::Identity;

/// After this the session asks again whether it may go on.
const LONGEST_HOLD: Duration = Duration::from_millis(500);

/// How long the last part may take.
const END_LIMIT: Duration = Duration::from_secs(5);

/// Where recordings of this computer are kept, and who signs them.
#[derive(Clone, Debug)]
pub struct RecorderSettings {
    /// The folder of all recordings.
    pub folder: PathBuf,
    /// Whose signature the parts have.
    pub identity: Arc<Identity>,
    /// Notified when a part waits for the server.
    pub recorded: Arc<Notify>,
    /// How the thread that writes spends its time.
    pub pace: KeeperPace,
}

/// Records a session.
#[derive(Debug)]
pub struct Recorder {
    queue: Arc<Queue>,
    began: Instant,
    is_strict: bool,
    records_input: bool,
    ended: oneshot::Receiver<()>,
}

impl Recorder {
    /// Begins to write a recording of a session.
    pub fn start(
        settings: &RecorderSettings,
        session: &str,
        began: i64,
        writer: RecordingWriter,
    ) -> io::Result<Self> {
        let queue = Arc::<Queue>::default();
        let keeper = Keeper {
            queue: Arc::clone(&queue),
            writer,
            folder: SpoolFolder::new(&settings.folder, session, began, settings.pace.most_bytes),
            identity: Arc::clone(&settings.identity),
            recorded: Arc::clone(&settings.recorded),
            pace: settings.pace,
            index: 0,
            is_stuck: false,
        };
        let (sender, ended) = oneshot::channel();
        // A thread of its own: it waits for the disk all the time.
        std::thread::Builder::new().name("recording".to_owned()).spawn(move || {
            keeper.run();
            // Who does not wait for it needs no answer.
            let _ = sender.send(());
        })?;
        let (is_strict, records_input) = (false, false);
        Ok(Self { queue, began: Instant::now(), is_strict, records_input, ended })
    }

    /// Takes what the newest grant says. A session that had to be recorded once has to be to
    /// its end.
    pub fn set_rules(&mut self, is_strict: bool, records_input: bool) {
        self.is_strict |= is_strict;
        self.records_input = records_input;
    }

    /// Whether what is typed is recorded, too.
    pub fn records_input(&self) -> bool {
        self.records_input
    }

    /// Whether the session pauses while it cannot be recorded.
    pub fn is_strict(&self) -> bool {
        self.is_strict
    }

    /// Records something, and never waits; false when it had to be left out.
    pub fn record(&self, record_type: RecordType, payload: &[u8]) -> bool {
        let ms = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let item = Item::Record(ms, record_type, payload.to_vec());
        self.queue.push(item, self.is_strict)
    }

    /// Has what comes begin a part, where playback can start.
    pub fn begin_part(&self) {
        self.queue.push(Item::NewPart, self.is_strict);
    }

    /// Whether the session may go on.
    pub fn hold(&self) -> Hold {
        self.queue.hold(self.is_strict)
    }

    /// Waits until [`Self::hold`] may say something else.
    pub async fn changed(&self) {
        match self.hold() {
            Hold::Behind => {
                let _ = timeout(LONGEST_HOLD, self.queue.changed.notified()).await;
            }
            Hold::No | Hold::Stuck(_) => self.queue.changed.notified().await,
        }
    }

    /// Ends the recording, and waits for its last part.
    pub async fn finish(mut self) {
        self.queue.end(Ending::Finished);
        if timeout(END_LIMIT, &mut self.ended).await.is_err() {
            tracing::warn!("the end of a recording is not written in time");
        }
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        // After its end this says nothing.
        self.queue.end(Ending::Abandoned);
    }
}
