//! `muster-agent remote-helper`: one remote session. The agent starts it, tells it on its
//! standard input which viewers to connect to, and ends it with everything below it.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use tokio::sync::{Notify, mpsc};

use super::output::say;
use crate::data_dir::DataDir;
use crate::identity::Identity;
use crate::os::signals;
use crate::remote::helper::{self, Patience, Site};
use crate::remote::{KeeperPace, Order, RecorderSettings, Report};
use crate::run_id::RunId;
use crate::transport::ProxySettings;

/// Orders that wait for the session.
const WAITING_ORDERS: usize = 32;

/// How long it waits at its end for the agent, which kills what is left below it and this
/// process with it.
const KILL_LIMIT: Duration = Duration::from_secs(3);

/// Options of `remote-helper`.
#[derive(Debug, Args)]
pub struct RemoteHelper {
    /// The session
    session: String,
}

impl RemoteHelper {
    /// Serves the session until it ends, the agent closes the input, or SIGTERM.
    pub async fn run(&self, data: DataDir) -> anyhow::Result<ExitCode> {
        let session = RunId::parse(&self.session).context("no session has this name")?;
        let identity = Identity::load(&data)?.context("this computer is not enrolled")?;
        let identity = Arc::new(identity);
        let recorded = Arc::<Notify>::default();
        let recordings = RecorderSettings {
            folder: data.recordings(),
            identity: Arc::clone(&identity),
            recorded: Arc::clone(&recorded),
            pace: KeeperPace::default(),
        };
        let site = Site {
            identity,
            recordings,
            proxies: ProxySettings::from_environment(),
            folder: data.remote_session(&session),
            session,
            patience: Patience::default(),
        };
        let (sender, orders) = mpsc::channel(WAITING_ORDERS);
        tokio::spawn({
            let sender = sender.clone();
            async move {
                signals::stop_requested().await;
                let _ = sender.send(stop_order()).await;
            }
        });
        // A thread of its own: reading standard input cannot be interrupted.
        std::thread::spawn(move || read_orders(&sender));
        report(Report::Started);
        tokio::spawn(async move {
            loop {
                recorded.notified().await;
                report(Report::Recorded);
            }
        });
        helper::run(Arc::new(site), orders).await;
        report(Report::Ended);
        tokio::time::sleep(KILL_LIMIT).await;
        Ok(ExitCode::SUCCESS)
    }
}

/// Hands on every order, and the end of them.
fn read_orders(sender: &mpsc::Sender<Order>) {
    for line in std::io::stdin().lines().map_while(Result::ok) {
        let order: Order = match serde_json::from_str(&line) {
            Ok(order) => order,
            Err(error) => {
                tracing::error!(%error, "an order is not readable");
                continue;
            }
        };
        if sender.blocking_send(order).is_err() {
            return;
        }
    }
    let _ = sender.blocking_send(stop_order());
}

fn stop_order() -> Order {
    let (code, reason) = ("agent_stopped".to_owned(), "The agent there stops.".to_owned());
    Order::End { code, reason }
}

fn report(report: Report) {
    say(&serde_json::to_string(&report).expect("a report is plain JSON"));
}
