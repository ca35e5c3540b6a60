//! Whether the server may connect to the mail server of the settings.

use std::time::Duration;

use ipnet::IpNet;
use sea_orm::ConnectionTrait;

use super::mail_server;
use crate::domain::settings::read_plain;
use crate::outbound::{self, OutboundError};

/// A resolver that takes longer would hold up mail as well.
const LIMIT: Duration = Duration::from_secs(5);

/// Which mail server is used, or why none can be, for the operator.
pub async fn check_mail_server(
    db: &impl ConnectionTrait,
    allowed: &[IpNet],
) -> Result<String, String> {
    let settings = read_plain(db).await.map_err(|error| error.to_string())?;
    let server = mail_server(&settings);
    let (host, port) = (&server.host, server.port);
    if host.is_empty() {
        return Ok("no mail server is set".to_owned());
    }
    match tokio::time::timeout(LIMIT, outbound::resolve(host, port, allowed)).await {
        Ok(Ok(_)) => Ok(format!("{host}, port {port}")),
        Ok(Err(error)) => Err(match &error {
            OutboundError::NotAllowed { address, .. } => format!("{error} ({address})"),
            OutboundError::Unresolved { .. } => error.to_string(),
        }),
        Err(_) => Err(format!("{host} cannot be resolved in time")),
    }
}
