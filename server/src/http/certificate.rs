//! The TLS certificate of this server: read again when its files change, as
//! certificates are renewed while the server runs.

use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use anyhow::{Context, anyhow};
use axum_server::tls_rustls::RustlsConfig;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use tokio_util::sync::CancellationToken;
use x509_parser::parse_x509_certificate;

use crate::clock;

/// How often the files are compared with what is in use.
const BETWEEN_CHECKS: Duration = Duration::from_secs(10);

/// A certificate in use, with its private key.
pub struct ServedCertificate {
    /// Of the certificate chain and of the key.
    files: (PathBuf, PathBuf),
    config: RustlsConfig,
    /// Of the content that was read first.
    digest: blake3::Hash,
    end: AtomicI64,
}

impl ServedCertificate {
    /// Reads both files.
    pub async fn read(files: &(PathBuf, PathBuf)) -> anyhow::Result<Self> {
        Self::try_read(files).await.with_context(|| cannot_use(files))
    }

    async fn try_read(files: &(PathBuf, PathBuf)) -> anyhow::Result<Self> {
        let content = Content::read(files).await?;
        let (digest, end) = (content.digest(), content.end()?);
        Ok(Self {
            files: files.clone(),
            config: RustlsConfig::from_pem(content.certificate, content.key).await?,
            digest,
            end: AtomicI64::new(end),
        })
    }

    /// What the listener uses. It changes with the files.
    pub fn config(&self) -> RustlsConfig {
        self.config.clone()
    }

    /// When the certificate in use expires, in seconds since 1970.
    pub fn end(&self) -> i64 {
        self.end.load(Ordering::Relaxed)
    }

    /// Uses what is in the files from now on, until the server stops. Content
    /// that cannot be used is logged, and what was in use stays.
    pub async fn follow_files(&self, stopping: &CancellationToken) {
        let (mut in_use, mut reported) = (self.digest, String::new());
        loop {
            tokio::select! {
                () = stopping.cancelled() => return,
                () = clock::sleep(BETWEEN_CHECKS) => {}
            }
            let read = self.read_again(&mut in_use).await;
            let problem = read.err().map_or_else(String::new, |error| format!("{error:#}"));
            if !problem.is_empty() && problem != reported {
                tracing::warn!(
                    error = problem,
                    "the TLS certificate was not changed: the former one stays in use"
                );
            }
            reported = problem;
        }
    }

    /// Uses the content of the files unless it is in use already.
    async fn read_again(&self, in_use: &mut blake3::Hash) -> anyhow::Result<()> {
        let changed = self.use_changed(in_use).await;
        changed.with_context(|| cannot_use(&self.files))
    }

    async fn use_changed(&self, in_use: &mut blake3::Hash) -> anyhow::Result<()> {
        let content = Content::read(&self.files).await?;
        let digest = content.digest();
        if digest == *in_use {
            return Ok(());
        }
        let end = content.end()?;
        self.config.reload_from_pem(content.certificate, content.key).await?;
        self.end.store(end, Ordering::Relaxed);
        *in_use = digest;
        tracing::info!("the TLS certificate has changed: new connections use it");
        Ok(())
    }
}

fn cannot_use((certificate, key): &(PathBuf, PathBuf)) -> String {
    format!(
        "cannot use {} (MUSTER_TLS_CERT) with {} (MUSTER_TLS_KEY)",
        certificate.display(),
        key.display()
    )
}

/// What is in the files.
struct Content {
    certificate: Vec<u8>,
    key: Vec<u8>,
}

impl Content {
    async fn read((certificate, key): &(PathBuf, PathBuf)) -> std::io::Result<Self> {
        let certificate = tokio::fs::read(certificate).await?;
        Ok(Self { certificate, key: tokio::fs::read(key).await? })
    }

    fn digest(&self) -> blake3::Hash {
        blake3::Hasher::new().update(&self.certificate).update(&self.key).finalize()
    }

    fn end(&self) -> anyhow::Result<i64> {
        let certificate = CertificateDer::from_pem_slice(&self.certificate);
        end_of(&certificate.map_err(|error| anyhow!("there is no certificate: {error}"))?)
    }
}

/// When a certificate expires, in seconds since 1970.
pub fn end_of(certificate: &CertificateDer<'_>) -> anyhow::Result<i64> {
    let (_, certificate) =
        parse_x509_certificate(certificate).context("not an X.509 certificate")?;
    Ok(certificate.validity().not_after.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::write_certificate;

    #[tokio::test]
    async fn files_that_cannot_be_used_leave_the_former_certificate_in_use() {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let folder = tempfile::tempdir().unwrap();
        let files = (folder.path().join("server.pem"), folder.path().join("server.key"));
        write_certificate(&files, 2040);
        let served = ServedCertificate::read(&files).await.unwrap();
        let (mut in_use, end) = (served.digest, served.end());
        let former_key = std::fs::read(&files.1).unwrap();

        write_certificate(&files, 2060);
        let new_key = std::fs::read(&files.1).unwrap();
        // The certificate was replaced, and its key not yet; then the key is cut.
        for key in [former_key.as_slice(), b"".as_slice()] {
            std::fs::write(&files.1, key).unwrap();
            let problem = format!("{:#}", served.read_again(&mut in_use).await.unwrap_err());
            assert!(problem.contains("server.pem (MUSTER_TLS_CERT)"), "{problem}");
            assert_eq!(served.end(), end);
        }
        std::fs::remove_file(&files.1).unwrap();
        assert!(served.read_again(&mut in_use).await.is_err());

        std::fs::write(&files.1, new_key).unwrap();
        served.read_again(&mut in_use).await.unwrap();
        assert!(served.end() > end);
    }
}
