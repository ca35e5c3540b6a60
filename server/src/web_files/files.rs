//! Where the files of the interface come from.

use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use bytes::Bytes;
use flate2::read::GzDecoder;

/// Reads a file that was built into the program.
pub type BuiltIn = fn(&str) -> Option<&'static [u8]>;

/// The files of one interface.
#[derive(Clone, Debug, Default)]
pub enum WebFiles {
    /// There are none; a page explains how to get them.
    #[default]
    None,
    /// The files in this program.
    BuiltIn(BuiltIn),
    /// The files in a folder that the operator named.
    Folder(PathBuf),
}

/// A file and its digest.
pub struct File {
    bytes: Bytes,
    /// Whether the bytes are compressed with gzip: the plain file is not there.
    is_gzip: bool,
    /// A digest of the bytes.
    pub digest: String,
}

impl File {
    /// The content of the plain file.
    pub fn into_plain(self) -> io::Result<Bytes> {
        if !self.is_gzip {
            return Ok(self.bytes);
        }
        let mut plain = Vec::new();
        GzDecoder::new(&*self.bytes).read_to_end(&mut plain)?;
        Ok(plain.into())
    }
}

impl WebFiles {
    /// These files, or those of the program when the operator named no folder.
    pub fn or_built_in(self, built_in: BuiltIn) -> Self {
        match self {
            Self::None => Self::BuiltIn(built_in),
            named => named,
        }
    }

    /// Reads a file; none when there is neither the file nor a compressed one.
    pub async fn read(&self, name: &str) -> Option<File> {
        let (bytes, is_gzip) = match self.read_as_is(name).await {
            Some(plain) => (plain, false),
            None => (self.read_as_is(&format!("{name}.gz")).await?, true),
        };
        let digest = digest(blake3::hash(&bytes).as_bytes());
        Some(File { bytes, is_gzip, digest })
    }

    /// The bytes of the file with exactly this name.
    pub async fn read_as_is(&self, name: &str) -> Option<Bytes> {
        if !is_inside(name) {
            return None;
        }
        match self {
            Self::None => None,
            Self::BuiltIn(read) => read(name).map(Bytes::from_static),
            Self::Folder(folder) => tokio::fs::read(folder.join(name)).await.ok().map(Bytes::from),
        }
    }
}

fn digest(hash: &[u8; 32]) -> String {
    hash[..16].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether the name stays inside the folder.
fn is_inside(name: &str) -> bool {
    let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_));
    !name.is_empty()
        && !name.contains(['\\', '\0', ':'])
        && Path::new(name).components().all(is_plain)
}

/// The content type of a file by its name; none for types that no build makes.
pub fn kind(name: &str) -> Option<&'static str> {
    let (_, extension) = name.rsplit('/').next()?.rsplit_once('.')?;
    Some(match extension {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff" => "font/woff",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "br" | "gz" => "application/octet-stream",
        _ => return None,
    })
}
