//! `muster serve`: listens, works, and stops cleanly.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::Context;
use axum_server::Handle;
use axum_server::accept::NoDelayAcceptor;
use axum_server::tls_rustls::RustlsAcceptor;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use hyper_util::server::conn::auto::Builder;

use crate::agent_link;
use crate::app::App;
use crate::domain::{fleet, key_store, push, settings};
use crate::http::{ServedCertificate, TimeoutAcceptor};
use crate::strangers::{self, StrangerAcceptor};
use crate::{audit, debug_log, events, features, jobs, router};

/// Requests that are still running get this long after a stop was requested.
const DRAIN: Duration = Duration::from_secs(8);
/// A stop takes this long in total, because service managers often kill after
/// ten seconds; what is not recorded by then is found, and reported late, after
/// the next start.
const STOP: Duration = Duration::from_secs(9);
/// The headers of a request, which are read as a whole.
const HEADER_BYTES: usize = 128 * 1024;
/// Requests of one HTTP/2 connection at the same time.
const HTTP2_STREAMS: u32 = 100;
/// What an HTTP/2 connection may send before somebody reads it.
const HTTP2_WINDOW: u32 = 64 * 1024;

/// A server that listens.
pub struct Running {
    pub address: SocketAddr,
    app: App,
    handle: Handle<SocketAddr>,
    serving: tokio::task::JoinHandle<std::io::Result<()>>,
}

impl Running {
    /// Binds the address of the settings and starts to answer, once the script
    /// library is installed and old links are sealed.
    pub async fn start(app: App) -> anyhow::Result<Self> {
        features::scripts::install_library(&app).await?;
        seal_again(&app).await?;
        features::deployments::seal_links(&app).await?;
        push::make_key(&app).await?;
        let peer_messages =
            agent_link::PeerMessages::subscribe(&app).await.context("MUSTER_BUS_URL")?;
        let running = Self::listen(app.clone(), router::service(&app)).await?;
        app.tasks.spawn(fleet::record_presence(app.clone()));
        app.tasks.spawn(events::follow(app.clone()));
        app.tasks.spawn(audit::anchor_regularly(app.clone()));
        app.tasks.spawn(debug_log::write_regularly(app.clone()));
        let (db, stopping) = (app.db.clone(), app.stopping.clone());
        app.tasks.spawn(async move { db.move_log(stopping).await });
        if let Some(peer_messages) = peer_messages {
            app.tasks.spawn(peer_messages.serve(app.clone()));
        }
        jobs::start(&app, features::WORK, features::PERIODIC);
        Ok(running)
    }

    /// Binds the address of the settings and relays remote sessions: no agents, no jobs.
    pub async fn start_relay(app: App, service: axum::Router) -> anyhow::Result<Self> {
        let running = Self::listen(app.clone(), service).await?;
        app.tasks.spawn(events::follow(app.clone()));
        Ok(running)
    }

    /// Binds the address of the settings and answers there.
    async fn listen(app: App, service: axum::Router) -> anyhow::Result<Self> {
        let listen = app.settings.listen;
        let listener = std::net::TcpListener::bind(listen).with_context(|| {
            format!("cannot listen on {listen} (MUSTER_LISTEN): is something else using the port?")
        })?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        app.listening.get_or_init(|| address);
        let handle = Handle::new();
        let service = service.into_make_service_with_connect_info::<SocketAddr>();
        let limit = app.settings.request_time;
        let serving = match &app.settings.tls {
            Some(files) => {
                let read = ServedCertificate::read(files).await?;
                let tls = app.certificate.get_or_init(|| read).config();
                app.tasks.spawn(follow_certificate(app.clone()));
                // Small messages are sent at once: orders do not wait.
                let acceptor = RustlsAcceptor::new(tls).acceptor(NoDelayAcceptor::new());
                let acceptor = TimeoutAcceptor::new(acceptor, limit);
                let acceptor = StrangerAcceptor::new(acceptor, app.strangers.clone());
                let mut server = axum_server::from_tcp(listener)?.acceptor(acceptor);
                bound(server.http_builder(), limit);
                tokio::spawn(server.handle(handle.clone()).serve(service))
            }
            None => {
                let acceptor = TimeoutAcceptor::new(NoDelayAcceptor::new(), limit);
                let acceptor = StrangerAcceptor::new(acceptor, app.strangers.clone());
                let mut server = axum_server::from_tcp(listener)?.acceptor(acceptor);
                bound(server.http_builder(), limit);
                tokio::spawn(server.handle(handle.clone()).serve(service))
            }
        };
        app.tasks.spawn(strangers::watch(app.clone()));
        Ok(Self { address, app, handle, serving })
    }

    /// Stops taking requests, lets running ones end, and closes everything. The
    /// connections of the agents stay open meanwhile: requests wait for answers
    /// that come over them.
    pub async fn stop(self) -> anyhow::Result<()> {
        let began = Instant::now();
        self.app.stopping.cancel();
        self.handle.graceful_shutdown(Some(DRAIN));
        self.serving.await?.context("while serving")?;
        self.app.close(STOP.saturating_sub(began.elapsed())).await;
        Ok(())
    }
}

/// Secrets that an older release has stored without their purpose get it.
async fn seal_again(app: &App) -> anyhow::Result<()> {
    features::accounts::seal_again(&app.db, &app.vault).await?;
    key_store::queries::seal_again(&app.db, &app.vault).await?;
    settings::queries::seal_again(&app.db, &app.vault).await?;
    Ok(())
}

/// Limits what a connection may cost before it is a request. The limits also
/// end connections that are idle for as long.
fn bound(builder: &mut Builder<TokioExecutor>, limit: Duration) {
    builder.http1().timer(TokioTimer::new()).header_read_timeout(limit).max_buf_size(HEADER_BYTES);
    builder
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(limit)
        .keep_alive_timeout(DRAIN)
        .max_concurrent_streams(HTTP2_STREAMS)
        .initial_stream_window_size(HTTP2_WINDOW)
        .initial_connection_window_size(HTTP2_WINDOW);
}

async fn follow_certificate(app: App) {
    if let Some(certificate) = app.certificate.get() {
        certificate.follow_files(&app.stopping).await;
    }
}
