//! Echoes by the system's own program on Windows.

use std::net::IpAddr;

use crate::os::{Echoes, Problem};

/// Sends so many echoes to an address. The service may open a socket for them
/// itself, so the program is not needed.
pub async fn send_echoes(_address: IpAddr, _count: u32) -> Result<Echoes, Problem> {
    Err(Problem::not_supported_yet("ping without administrator rights"))
}
