//! Where the files of the interface come from.

use std::borrow::Cow;
use std::path::{Component, Path};

use bytes::Bytes;
use rust_embed::Embed;

/// The files of `web/dist`, which may not be there: the server builds without
/// Node. Once it was built without them, `touch server/src/web_files/files.rs`
/// makes a release look again.
#[derive(Embed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct Built;

/// The files of one interface.
pub enum Files<'a> {
    /// Those of this program.
    Built,
    /// Those of a folder the operator named.
    Folder(&'a Path),
}

/// A file and what changes when it does.
pub struct File {
    /// Its content.
    pub bytes: Bytes,
    /// A digest of the content.
    pub digest: String,
}

impl<'a> Files<'a> {
    /// The interface of the settings.
    pub fn new(folder: Option<&'a Path>) -> Self {
        folder.map_or(Self::Built, Self::Folder)
    }

    /// Reads a file; none when there is no such file.
    pub async fn read(&self, name: &str) -> Option<File> {
        if !is_inside(name) {
            return None;
        }
        match self {
            Self::Built => Built::get(name).map(|found| File {
                digest: found.metadata.sha256_hash()[..16].iter().map(hex).collect(),
                bytes: match found.data {
                    Cow::Borrowed(bytes) => Bytes::from_static(bytes),
                    Cow::Owned(bytes) => bytes.into(),
                },
            }),
            Self::Folder(folder) => {
                let bytes = tokio::fs::read(folder.join(name)).await.ok()?;
                let digest = blake3::hash(&bytes).as_bytes()[..16].iter().map(hex).collect();
                Some(File { bytes: bytes.into(), digest })
            }
        }
    }
}

fn hex(byte: &u8) -> String {
    format!("{byte:02x}")
}

/// Whether the name stays inside the folder.
fn is_inside(name: &str) -> bool {
    let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_));
    !name.is_empty()
        && !name.contains(['\\', '\0', ':'])
        && Path::new(name).components().all(is_plain)
}

/// The content type of a file by its name; none for what no build makes.
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
