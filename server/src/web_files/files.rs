//! Where the files of the interface come from.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

use bytes::Bytes;

/// Reads a file that was built into the program: its bytes and their SHA-256.
pub type BuiltIn = fn(&str) -> Option<(Cow<'static, [u8]>, [u8; 32])>;

/// The files of one interface.
#[derive(Clone, Debug, Default)]
pub enum WebFiles {
    /// There are none; a page says how to get them.
    #[default]
    None,
    /// Those of this program.
    BuiltIn(BuiltIn),
    /// Those of a folder that the operator named.
    Folder(PathBuf),
}

/// A file and what changes when it does.
pub struct File {
    /// Its content.
    pub bytes: Bytes,
    /// A digest of the content.
    pub digest: String,
}

impl WebFiles {
    /// These, or those of the program when the operator named no folder.
    pub fn or_built_in(self, built_in: BuiltIn) -> Self {
        match self {
            Self::None => Self::BuiltIn(built_in),
            named => named,
        }
    }

    /// Reads a file; none when there is no such file.
    pub async fn read(&self, name: &str) -> Option<File> {
        if !is_inside(name) {
            return None;
        }
        match self {
            Self::None => None,
            Self::BuiltIn(read) => {
                let (bytes, hash) = read(name)?;
                let bytes = match bytes {
                    Cow::Borrowed(bytes) => Bytes::from_static(bytes),
                    Cow::Owned(bytes) => bytes.into(),
                };
                Some(File { bytes, digest: digest(&hash) })
            }
            Self::Folder(folder) => {
                let bytes = tokio::fs::read(folder.join(name)).await.ok()?;
                let digest = digest(blake3::hash(&bytes).as_bytes());
                Some(File { bytes: bytes.into(), digest })
            }
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
