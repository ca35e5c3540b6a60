//! What the server calls this build's system and processor.

/// `windows`, `linux` or `darwin`.
pub fn name() -> &'static str {
    match std::env::consts::OS {
        "macos" => "darwin",
        other => other,
    }
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
