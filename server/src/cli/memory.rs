//! How the memory of this process is cut.

/// Allocates memory in small pages. The allocator asks for pages of 2 MiB, and
/// a server with many small objects uses only part of each: that costs a third
/// more memory, and half as much again while long output passes through.
#[cfg(target_os = "linux")]
pub fn use_small_pages() -> nix::Result<()> {
    nix::sys::prctl::set_thp_disable(true)
}

/// Other systems use small pages unless configured otherwise.
#[cfg(not(target_os = "linux"))]
pub fn use_small_pages() -> nix::Result<()> {
    Ok(())
}
