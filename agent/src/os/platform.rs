//! What the server calls this build's system and processor.

use muster_protocol::STATIC_BUILD;

/// `windows`, `linux` or `darwin`.
pub fn name() -> &'static str {
    match std::env::consts::OS {
        "macos" => "darwin",
        other => other,
    }
}

/// Whether this build needs no library of the system.
pub fn is_static() -> bool {
    cfg!(target_env = "musl")
}

/// What a program has to be built for to take this one's place: `amd64`, or
/// `amd64-static`.
pub fn build() -> String {
    let ending = if is_static() { STATIC_BUILD } else { "" };
    format!("{}{ending}", architecture())
}

/// `amd64`, `386`, `arm64` or `arm`.
pub fn architecture() -> &'static str {
    match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "x86" => "386",
        "aarch64" => "arm64",
        other => other,
    }
}
