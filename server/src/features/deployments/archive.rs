//! The installer for clicking: an archive with the installer that this server hands out
//! to everybody, unchanged and so with its signature, and its settings beside it.

use std::io::{Cursor, Write};

use anyhow::Context;
use serde_json::json;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::package::Package;
use super::script::{Installer, digit, extension, whole_script};
use crate::error::ApiError;

/// Reads the settings from the file beside it.
const VALUES: &str = include_str!("../../../assets/install/settings.ps1");
/// What a person opens.
const START: &str = include_str!("../../../assets/install/Install.cmd");

impl Installer<'_> {
    /// The archive around the bytes of the file that it installs, and their SHA-256.
    pub fn archive(&self, (bytes, sha256): &(Vec<u8>, String)) -> Result<Package, ApiError> {
        let installer = format!("muster-agent.{}", extension(self.choice.kind));
        // The old shell of Windows wants its own ends of lines.
        let (start, script) = (START.replace('\n', "\r\n"), whole_script(VALUES));
        let settings = self.settings(sha256);
        let files = [
            ("Install.cmd", start.as_bytes()),
            ("muster-install.ps1", script.as_bytes()),
            ("muster-settings.json", settings.as_bytes()),
            (installer.as_str(), bytes.as_slice()),
        ];
        let packed = pack(&files).context("cannot make the archive");
        Ok(Package::archive("muster-install.zip", packed.map_err(ApiError::Internal)?))
    }

    /// Data, not code: nothing in it needs to be quoted.
    fn settings(&self, sha256: &str) -> String {
        let flags = self.deployment.install_flags;
        let settings = json!({
            "server": self.deployment.api,
            "token": self.token.reveal(),
            "arch": self.choice.files.goarch,
            "kind": extension(self.choice.kind),
            "sha256": sha256,
            "place": self.location(),
            "publisher": self.publisher(),
            "power": digit(flags.power),
            "ping": digit(flags.ping),
            "rdp": digit(flags.rdp),
        });
        format!("{settings:#}\n")
    }
}

/// A ZIP file. Nothing is compressed: packages are already.
fn pack(files: &[(&str, &[u8])]) -> anyhow::Result<Vec<u8>> {
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        archive.start_file(*name, options)?;
        archive.write_all(content)?;
    }
    Ok(archive.finish()?.into_inner())
}
