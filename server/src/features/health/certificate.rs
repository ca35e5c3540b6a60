//! When the certificate expires that people and agents see.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, anyhow};
use reqwest::Url;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

use super::tls;
use crate::app::App;
use crate::http::end_of;
use crate::time::Timestamp;

/// What was seen at an address is cached this long.
const CACHE_TTL: Duration = Duration::from_secs(600);
const SECONDS_A_DAY: i64 = 24 * 3600;

/// The days reported if there is no certificate to check: so many that no monitor
/// raises an alarm.
const NO_CERTIFICATE: i64 = 9999;
/// The days reported if the certificate cannot be read: a monitor should raise an alarm.
pub const UNREADABLE: i64 = 0;

/// Days until it expires, below 0 when it has; 9999 if this instance knows no
/// certificate, 0 if the one in the settings cannot be read.
///
/// The certificate that this instance uses if it serves TLS, which is not always
/// the one in its file; else that of the file or the address in the settings,
/// where a proxy has it.
pub async fn days_left(app: &App) -> i64 {
    let settings = &app.settings;
    let end = match (app.certificate.get(), &settings.cert_file, &settings.cert_url) {
        (Some(own), _, _) => Ok(own.end()),
        (None, Some(file), _) => end_in_file(file.clone()).await,
        (None, None, Some(url)) => end_at_address(app, url).await,
        (None, None, None) => return NO_CERTIFICATE,
    };
    match end {
        Ok(end) => days_between(Timestamp::now().seconds(), end),
        Err(error) => {
            tracing::warn!(error = format!("{error:#}"), "the certificate cannot be read");
            UNREADABLE
        }
    }
}

/// A day that has begun counts: 0 means that it cannot be read, so the last day is 1
/// and the first day after the end is -1.
fn days_between(now: i64, end: i64) -> i64 {
    let days = (end - now).div_euclid(SECONDS_A_DAY);
    if days < 0 { days } else { days + 1 }
}

/// Read again each time: certificates are replaced while the server runs.
async fn end_in_file(file: PathBuf) -> anyhow::Result<i64> {
    let text = tokio::fs::read(&file).await;
    let text = text.with_context(|| format!("cannot read {}", file.display()))?;
    let certificate = CertificateDer::from_pem_slice(&text)
        .map_err(|error| anyhow!("{} contains no certificate: {error}", file.display()))?;
    end_of(&certificate)
}

async fn end_at_address(app: &App, url: &str) -> anyhow::Result<i64> {
    let key = format!("health.certificate.{}", blake3::hash(url.as_bytes()).to_hex());
    if let Some(cached) = app.cache.get(&key).await {
        return Ok(std::str::from_utf8(&cached)?.parse()?);
    }
    let address = Url::parse(url).context("CERT_URL is not an address")?;
    let host = address.host_str().context("CERT_URL has no host")?;
    let host = host.trim_matches(['[', ']']);
    let stream = tls::connect(host, address.port().unwrap_or(443)).await;
    let stream = stream.with_context(|| format!("{host} does not answer"))?;
    let (_, session) = stream.get_ref();
    let certificate = session.peer_certificates().and_then(|chain| chain.first());
    let end = end_of(certificate.context("the peer sent no certificate")?)?;
    app.cache.put(&key, end.to_string(), CACHE_TTL).await;
    Ok(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_day_is_one_and_the_first_day_after_the_end_is_minus_one() {
        let end = 1_800_000_000;
        let days = |before: i64| days_between(end - before, end);
        assert_eq!((days(SECONDS_A_DAY * 30 - 1), days(SECONDS_A_DAY)), (30, 2));
        assert_eq!((days(SECONDS_A_DAY - 1), days(1), days(0)), (1, 1, 1));
        assert_eq!((days(-1), days(-SECONDS_A_DAY), days(-SECONDS_A_DAY - 1)), (-1, -1, -2));
    }
}
