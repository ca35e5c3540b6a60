//! `muster doctor`: is everything there that the server needs?

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use super::output::print_line;
use crate::app::open_storage;
use crate::audit::{Verdict, verify};
use crate::auth::Vault;
use crate::bus::Bus;
use crate::config::Settings;
use crate::domain::mail::check_mail_server;
use crate::storage::{Database, Disk, Location};

const PING_LIMIT: Duration = Duration::from_secs(5);

/// Checks each part in turn; fails when one does not work. A warning is no
/// failure.
pub async fn run(settings: Settings) -> anyhow::Result<ExitCode> {
    let mut warnings = settings.warnings();
    warnings.extend(disk_warning(&settings));
    let mut healthy = true;
    let mut report = |part: &str, finding: Result<String, String>| {
        healthy &= finding.is_ok();
        match finding {
            Ok(text) => print_line(format_args!("ok      {part}: {text}")),
            Err(text) => print_line(format_args!("FAILED  {part}: {text}")),
        }
    };
    report("settings", Ok(format!("data in {}", settings.data.display())));
    report("listening", listening(&settings));
    report("TLS", tls(&settings));
    report("bus", bus(&settings).await);
    match open_storage(&settings).await {
        Err(error) => report("database and key", Err(format!("{error:#}"))),
        Ok((db, vault)) => {
            let engine = match settings.database {
                Location::File(path) => format!("SQLite, {}", path.display()),
                Location::Postgres(_) => "PostgreSQL".to_owned(),
            };
            report("database and key", Ok(engine));
            warnings.extend(space_warning(&db).await);
            report("audit log", audit_log(&db, &vault, &settings.data).await);
            report("mail", check_mail_server(db.read(), &settings.outbound_allow).await);
            db.close().await;
        }
    }
    for warning in warnings {
        print_line(format_args!("WARNING {warning}"));
    }
    Ok(if healthy { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn audit_log(db: &Database, vault: &Vault, data: &Path) -> Result<String, String> {
    match verify(db, vault, data).await {
        Ok(Verdict::Intact { rows, .. }) => Ok(format!("intact, {rows} rows")),
        Ok(Verdict::Broken { id, problem }) => Err(format!("row {id}: {problem}")),
        Err(error) => Err(format!("{error:#}")),
    }
}

async fn space_warning(db: &Database) -> Option<String> {
    let space = db.file_space().await.ok()??;
    space.needs_rewrite().then(|| space.advice())
}

fn disk_warning(settings: &Settings) -> Option<String> {
    let disk = Disk::of(&settings.data)?;
    let warning = "MUSTER_DATA: less than a tenth of its disk is left";
    disk.is_nearly_full().then(|| warning.to_owned())
}

/// The port is free, or one of our servers uses it.
fn listening(settings: &Settings) -> Result<String, String> {
    match std::net::TcpListener::bind(settings.listen) {
        Ok(_) => Ok(format!("{} is free", settings.listen)),
        Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {
            Ok(format!("{} is in use; fine if that is this server", settings.listen))
        }
        Err(error) => Err(format!("{} (MUSTER_LISTEN): {error}", settings.listen)),
    }
}

fn tls(settings: &Settings) -> Result<String, String> {
    let Some((certificate, key)) = &settings.tls else {
        return Ok("off; put a proxy with TLS before the server, or set MUSTER_TLS_CERT".to_owned());
    };
    for path in [certificate, key] {
        std::fs::File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(format!("certificate {}", certificate.display()))
}

async fn bus(settings: &Settings) -> Result<String, String> {
    let Some(url) = &settings.bus_url else { return Ok("in-process".to_owned()) };
    // A ping is not sealed, so any key will do.
    let bus = Bus::connect(url.reveal(), &rand::random()).await;
    let bus = bus.map_err(|error| format!("{error:#}"))?;
    match bus.ping(PING_LIMIT).await {
        true => Ok("NATS answers".to_owned()),
        false => Err("NATS does not answer (MUSTER_BUS_URL)".to_owned()),
    }
}
