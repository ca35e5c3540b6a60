//! A helper in the test's own process, with a relay that is the test.
#![cfg(unix)]

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use muster_protocol::hex;
use muster_remote::recording::session_text;
use muster_remote::{Grant, ViewerKey};
use ring::digest::{SHA256, digest};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::viewer_tests::Viewer;
use crate::data_dir::DataDir;
use crate::identity::{Identity, NewKey};
use crate::remote::helper::fake_viewers_tests::grant_for;
use crate::remote::helper::{self, End, Patience, Site};
use crate::remote::{KeeperPace, Opening, Order, RecorderSettings};
use crate::run_id::RunId;
use crate::transport::ProxySettings;

/// Nothing that a test waits for takes longer, even on a busy machine.
pub const LIMIT: Duration = Duration::from_secs(60);

/// A helper that serves a session, and the relay it dials.
pub struct Stage {
    /// Where the helper connects.
    pub relay: TcpListener,
    /// The key by which viewers know the agent.
    pub agent_key: Vec<u8>,
    /// Files of the test.
    pub folder: TempDir,
    session: RunId,
    orders: mpsc::Sender<Order>,
    serving: JoinHandle<End>,
}

impl Stage {
    /// Starts a helper whose session nobody has joined.
    pub async fn start() -> Self {
        Self::start_with(Patience::default()).await
    }

    /// The same, with another patience.
    pub async fn start_with(patience: Patience) -> Self {
        Self::start_at(patience, KeeperPace::default()).await
    }

    /// The same, with a recording of another pace.
    pub async fn start_at(patience: Patience, pace: KeeperPace) -> Self {
        let relay = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let data = DataDir::at(folder.path().join("agent"));
        data.create().unwrap();
        let server = format!("http://{}", relay.local_addr().unwrap()).parse().unwrap();
        let key = NewKey::generate().unwrap();
        let agent_key = hex::decode(&key.public_hex()).unwrap();
        key.save(&data, &server, "agent-1", None, true).unwrap();
        // Its processes carry this mark: no other test has it.
        let session = RunId::parse(&session_text(&rand::random())).unwrap();
        let identity = Arc::new(Identity::load(&data).unwrap().unwrap());
        let recordings = RecorderSettings {
            folder: data.recordings(),
            identity: Arc::clone(&identity),
            recorded: Arc::default(),
            pace,
        };
        let site = Site {
            identity,
            recordings,
            proxies: ProxySettings::default(),
            session: session.clone(),
            folder: folder.path().to_owned(),
            patience,
        };
        let (orders, received) = mpsc::channel(8);
        let serving = tokio::spawn(helper::run(Arc::new(site), received));
        Self { relay, agent_key, folder, session, orders, serving }
    }

    /// A grant for a viewer of this session.
    pub fn grant(&self, viewer: &str, user: &str) -> Grant {
        Grant { session: self.session.to_string(), ..grant_for(viewer, user) }
    }

    /// Lets a viewer in up to the handshake.
    pub async fn join(&self, grant: Grant) -> Viewer {
        self.join_asking(grant, false).await
    }

    /// The same, on a computer whose own settings may say that its user is asked.
    pub async fn join_asking(&self, grant: Grant, must_ask: bool) -> Viewer {
        let key = ViewerKey::generate().unwrap();
        let (grant, text) = self.order(grant, key.public(), must_ask).await;
        Viewer::connect(self, key, &grant, &text).await
    }

    /// Orders the helper to connect to a viewer with this key. Returns the grant and its
    /// text.
    pub async fn order(&self, grant: Grant, key: &[u8], must_ask: bool) -> (Grant, String) {
        let key_sha256 = hex::encode(digest(&SHA256, key).as_ref());
        let grant = Grant { key_sha256, ..grant };
        let text = serde_json::to_string(&grant).unwrap();
        let opening = Opening {
            grant: text.clone(),
            ticket: format!("ticket of {}", grant.viewer),
            relay_url: String::new(),
            hostname: "pc-1".to_owned(),
            must_ask,
        };
        self.orders.send(Order::Open(opening)).await.unwrap();
        (grant, text)
    }

    /// A viewer who takes part, with the first screen.
    pub async fn begin(&self, viewer: &str, user: &str) -> Viewer {
        let mut viewer = self.join(self.grant(viewer, user)).await;
        viewer.begin().await;
        viewer
    }

    /// Has the session end, as the agent does.
    pub async fn end(&self, code: &str) {
        let order = Order::End { code: code.to_owned(), reason: "It ends.".to_owned() };
        self.orders.send(order).await.unwrap();
    }

    /// Where its recordings wait for the server.
    pub fn recordings(&self) -> PathBuf {
        self.folder.path().join("agent/recordings")
    }

    /// The server refuses the recording of the session.
    pub async fn refuse_recording(&self, code: &str) {
        let order = Order::RecordingRefused { code: code.to_owned() };
        self.orders.send(order).await.unwrap();
    }

    /// Waits until the session has ended, and returns its files and why.
    pub async fn into_folder(self) -> (TempDir, End) {
        let Self { folder, serving, orders: _orders, .. } = self;
        let end = tokio::time::timeout(LIMIT, serving).await.expect("it does not end").unwrap();
        (folder, end)
    }

    /// Why the session ended after the agent went away.
    pub async fn abandoned(self) -> End {
        drop(self.orders);
        tokio::time::timeout(LIMIT, self.serving).await.expect("it does not end").unwrap()
    }

    /// Why the session ended; nothing of it is left then.
    pub async fn ended(self) -> End {
        tokio::time::timeout(LIMIT, self.serving).await.expect("it does not end").unwrap()
    }
}
