//! `muster serve`: listens, works, and stops cleanly.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use axum_server::Handle;
use axum_server::accept::NoDelayAcceptor;
use axum_server::tls_rustls::{RustlsAcceptor, RustlsConfig};

use crate::agent_link;
use crate::app::App;
use crate::{events, features, jobs, router};

/// Requests that are still running get this long after a stop was asked for.
const DRAIN: Duration = Duration::from_secs(8);

/// A server that listens.
pub struct Running {
    /// Where.
    pub address: SocketAddr,
    app: App,
    handle: Handle<SocketAddr>,
    serving: tokio::task::JoinHandle<std::io::Result<()>>,
}

impl Running {
    /// Binds the address of the settings and begins to answer, once the
    /// script library is in place.
    pub async fn start(app: App) -> anyhow::Result<Self> {
        features::scripts::install_library(&app).await?;
        let listen = app.settings.listen;
        let listener = std::net::TcpListener::bind(listen).with_context(|| {
            format!("cannot listen on {listen} (MUSTER_LISTEN): is something else using the port?")
        })?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        app.listening.get_or_init(|| address);
        let handle = Handle::new();
        let service = router::service(&app).into_make_service_with_connect_info::<SocketAddr>();
        let serving = match &app.settings.tls {
            Some(files) => {
                let tls = read_tls(files).await?;
                // Small messages go out at once: orders wait for nobody.
                let acceptor = RustlsAcceptor::new(tls).acceptor(NoDelayAcceptor::new());
                let server = axum_server::from_tcp(listener)?.acceptor(acceptor);
                tokio::spawn(server.handle(handle.clone()).serve(service))
            }
            None => {
                let server = axum_server::from_tcp(listener)?.acceptor(NoDelayAcceptor::new());
                tokio::spawn(server.handle(handle.clone()).serve(service))
            }
        };
        app.tasks.spawn(agent_link::keep_noting(app.clone()));
        app.tasks.spawn(events::follow(app.clone()));
        jobs::start(&app, features::WORK, features::PERIODIC);
        Ok(Self { address, app, handle, serving })
    }

    /// Stops taking requests, lets those under way end, and closes everything.
    /// The lines to the agents stay open as long: requests wait for answers
    /// that come over them.
    pub async fn stop(self) -> anyhow::Result<()> {
        self.app.stopping.cancel();
        self.handle.graceful_shutdown(Some(DRAIN));
        self.serving.await?.context("while serving")?;
        self.app.close(Duration::from_secs(1)).await;
        Ok(())
    }
}

/// Reads certificate and key; also called before anything else is opened, so
/// that a wrong path costs nothing.
pub async fn read_tls((certificate, key): &(PathBuf, PathBuf)) -> anyhow::Result<RustlsConfig> {
    RustlsConfig::from_pem_file(certificate, key).await.with_context(|| {
        format!(
            "cannot use {} (MUSTER_TLS_CERT) with {} (MUSTER_TLS_KEY)",
            certificate.display(),
            key.display()
        )
    })
}
