//! How the memory of this process is cut.

/// Takes memory in small pages. The allocator asks for those of 2 MiB, of which
/// a server with many small things uses a part: that costs a third more memory,
/// and half as much again while long output passes through.
#[cfg(target_os = "linux")]
pub fn use_small_pages() -> nix::Result<()> {
    nix::sys::prctl::set_thp_disable(true)
}

/// Other systems give small pages unless told otherwise.
#[cfg(not(target_os = "linux"))]
pub fn use_small_pages() -> nix::Result<()> {
    Ok(())
}
