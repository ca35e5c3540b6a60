//! `muster serve`.

use std::process::ExitCode;

use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::EnvFilter;

use super::output::print_line;
use super::{memory, open_files};
use crate::app::App;
use crate::config::Settings;
use crate::domain::mail::check_mail_server;
use crate::features::accounts::prepare_setup;
use crate::http::ServedCertificate;
use crate::serve::Running;

/// Serves until SIGTERM or Ctrl-C, then drains and stops.
pub async fn run(settings: Settings) -> anyhow::Result<ExitCode> {
    start_log(&settings);
    for warning in settings.warnings() {
        tracing::warn!("{warning}");
    }
    if let Err(error) = open_files::raise_limit() {
        tracing::warn!(%error, "the limit of open files could not be raised: it limits the number of connected agents");
    }
    if let Err(error) = memory::use_small_pages() {
        tracing::debug!(%error, "huge pages could not be disabled: the server uses more memory");
    }
    let scheme = if settings.tls.is_some() { "https" } else { "http" };
    if let Some(files) = &settings.tls {
        // Before anything is opened, so that a wrong path fails early.
        ServedCertificate::read(files).await?;
    }
    let mut terminate = signal(SignalKind::terminate())?;
    let app = App::open(settings).await?;
    let setup_code = prepare_setup(&app).await?;
    tokio::spawn(warn_about_mail(app.clone()));
    let running = Running::start(app).await?;
    let url = format!("{scheme}://{}", running.address);
    print_line(format_args!("Muster {} listens on {url}", crate::VERSION));
    if let Some(code) = setup_code {
        print_line(format_args!("First start: set up the owner account with the code {code}"));
    }

    tokio::select! {
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
    tracing::info!("stopping");
    running.stop().await?;
    Ok(ExitCode::SUCCESS)
}

/// The settings may name a mail server that an older release would have used.
async fn warn_about_mail(app: App) {
    if let Err(problem) = check_mail_server(app.db.read(), &app.settings.outbound_allow).await {
        tracing::warn!(problem, "mail cannot be sent");
    }
}

/// JSON lines to stderr when a program collects them, text for people.
pub(super) fn start_log(settings: &Settings) {
    use std::io::IsTerminal;
    // The NATS client reports each lost message on its own.
    let filter = EnvFilter::try_new(format!("async_nats=warn,{}", settings.log));
    let filter = filter.unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        // Complaining about a full disk on that very disk would be a panic.
        .log_internal_errors(false);
    if std::io::stderr().is_terminal() { log.init() } else { log.json().init() }
}
