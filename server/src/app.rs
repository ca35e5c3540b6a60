//! The state that handlers use.

use std::net::SocketAddr;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use anyhow::{Context, bail};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::agent_link::AgentLink;
use crate::audit::{self, ChainEnd};
use crate::auth::{LoginLimits, Vault, random_letters};
use crate::bus::Bus;
use crate::cache::Cache;
use crate::config::Settings;
use crate::debug_log::DebugLog;
use crate::domain::fleet::Presence;
use crate::domain::runs::RunState;
use crate::events::Events;
use crate::feature_state::FeatureState;
use crate::host::Host;
use crate::http::{MetricsHandle, ServedCertificate};
use crate::jobs::Jobs;
use crate::private_files;
use crate::sockets::Sockets;
use crate::storage::{self, Database, sql};
use crate::strangers::Strangers;
use crate::time::Timestamp;

/// Instead of the fingerprint of a key: a backup was loaded into this database, and
/// what it would continue has not been stopped yet. No server opens it.
pub const UNFINISHED_RESTORE: &str = "unfinished restore";

/// One running server; cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Parts>);

/// The parts of a server.
pub struct Parts {
    /// The operator's settings.
    pub settings: Settings,
    /// Where everything is stored.
    pub db: Database,
    /// Between the parts and replicas of a server.
    pub bus: Bus,
    /// Never needed for correctness.
    pub cache: Cache,
    /// Events for the screens.
    pub events: Events,
    /// Encrypts secrets.
    pub vault: Vault,
    /// The end of the audit log.
    pub audit: ChainEnd,
    /// What went wrong, for technicians.
    pub debug_log: DebugLog,
    /// The connection to the agents.
    pub agent_link: AgentLink,
    /// Which agents are connected to this server.
    pub presence: Presence,
    /// Runs that this server works on.
    pub runs: RunState,
    /// Work that happens later.
    pub jobs: Jobs,
    /// Scripts on this very machine.
    pub host: Host,
    /// Brakes on guessing passwords.
    pub login_limits: LoginLimits,
    /// What features keep in memory.
    pub state: FeatureState,
    /// Open sockets of people and programs.
    pub sockets: Sockets,
    /// Connections on which nobody has proven anything.
    pub strangers: Arc<Strangers>,
    /// Numbers for Prometheus.
    pub metrics: MetricsHandle,
    /// Differs each time a server starts.
    pub replica_id: String,
    /// Where this server listens, once it does.
    pub listening: OnceLock<SocketAddr>,
    /// The certificate it shows, once it listens with TLS.
    pub certificate: OnceLock<ServedCertificate>,
    /// When this server started.
    pub started: Timestamp,
    /// Set when the server must stop.
    pub stopping: CancellationToken,
    /// Set after that, when no request waits for an agent any more: agents'
    /// connections close.
    pub closing_connections: CancellationToken,
    /// Work of the background that a stop waits for.
    pub tasks: TaskTracker,
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl App {
    /// Opens everything the settings name: key, database, schema, bus.
    pub async fn open(settings: Settings) -> anyhow::Result<Self> {
        let (db, vault) = open_storage(&settings).await?;
        storage::rewrite_old_file(&db, &settings.database).await;
        Self::assemble(settings, db, vault).await
    }

    /// Opens the rest, with a database whose schema is up to date and its key.
    pub async fn assemble(settings: Settings, db: Database, vault: Vault) -> anyhow::Result<Self> {
        let bus = match &settings.bus_url {
            Some(url) => {
                Bus::connect(url.reveal(), vault.bus_key()).await.context("MUSTER_BUS_URL")?
            }
            None => Bus::in_process(),
        };
        let bus = bus.within(&vault.fingerprint()[..16]);
        let replica_id = random_letters(12);
        Ok(Self(Arc::new(Parts {
            cache: Cache::new(&bus).await,
            events: Events::new(bus.clone()),
            audit: ChainEnd::default(),
            debug_log: DebugLog::default(),
            agent_link: AgentLink::new(bus.clone(), db.clone(), replica_id.clone()),
            presence: Presence::default(),
            runs: RunState::new(!db.is_shared()),
            jobs: Jobs::new(db.clone(), bus.clone()),
            host: Host::new(settings.private_paths()),
            login_limits: LoginLimits::new(&settings),
            state: FeatureState::default(),
            sockets: Sockets::default(),
            strangers: Strangers::new(&settings),
            metrics: MetricsHandle::install(),
            listening: OnceLock::new(),
            certificate: OnceLock::new(),
            started: Timestamp::now(),
            stopping: CancellationToken::new(),
            closing_connections: CancellationToken::new(),
            tasks: TaskTracker::new(),
            settings,
            replica_id,
            db,
            bus,
            vault,
        })))
    }

    /// Makes every part stop, and waits for those that are still working.
    pub async fn close(&self, limit: Duration) {
        self.stopping.cancel();
        self.closing_connections.cancel();
        self.tasks.close();
        if tokio::time::timeout(limit, self.tasks.wait()).await.is_err() {
            tracing::warn!("some background work did not stop in time");
        }
        self.db.clone().close().await;
    }
}

/// Opens key and database; what the command line needs.
pub async fn open_storage(settings: &Settings) -> anyhow::Result<(Database, Vault)> {
    make_data_folder(settings)?;
    let db = Database::open(&settings.database).await?;
    // Before anything is written: a wrong key must not cost a migration.
    let fingerprint = known_fingerprint(&db).await;
    if fingerprint.is_some() && !settings.key_file.exists() {
        bail!(
            "the key file {} (MUSTER_KEY_FILE) is missing: \
             copy the one that was there when the database was made",
            settings.key_file.display()
        );
    }
    let vault = Vault::open(&settings.key_file)?;
    must_belong(fingerprint.as_deref(), &vault, settings)?;
    storage::migrate(&db).await?;
    claim(&db, &vault, settings).await?;
    audit::adopt(&db, &vault, &settings.data).await?;
    Ok((db, vault))
}

/// Makes the folder for everything the server keeps.
pub fn make_data_folder(settings: &Settings) -> anyhow::Result<()> {
    private_files::make_folder(&settings.data).with_context(|| {
        format!("cannot make the data folder {} (MUSTER_DATA)", settings.data.display())
    })
}

/// The fingerprint of the key this database was made with; none for a new
/// database, which has no such table yet.
async fn known_fingerprint(db: &Database) -> Option<String> {
    let text = "select key_fingerprint from installation where id = 1";
    sql::value(db.read(), text, []).await.ok().flatten()
}

fn must_belong(
    fingerprint: Option<&str>,
    vault: &Vault,
    settings: &Settings,
) -> anyhow::Result<()> {
    if fingerprint.is_none_or(|fingerprint| fingerprint == vault.fingerprint()) {
        return Ok(());
    }
    if fingerprint == Some(UNFINISHED_RESTORE) {
        bail!("a restore into this database was not finished: restore into an empty one again");
    }
    bail!(
        "the key file {} (MUSTER_KEY_FILE) does not belong to this database: \
         copy the one that was there when the database was made",
        settings.key_file.display()
    )
}

/// Ties database and key file together, once.
async fn claim(db: &Database, vault: &Vault, settings: &Settings) -> anyhow::Result<()> {
    let write = db.begin().await?;
    sql::execute(
        &write,
        "insert into installation (id, key_fingerprint, created_time) values (1, $1, $2)
         on conflict (id) do nothing",
        [vault.fingerprint().into(), Timestamp::now().into()],
    )
    .await?;
    let stored: Option<String> =
        sql::value(&write, "select key_fingerprint from installation where id = 1", []).await?;
    write.commit().await?;
    must_belong(stored.as_deref(), vault, settings)
}
