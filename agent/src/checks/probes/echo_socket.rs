//! The sockets that echoes go through. They block: for a thread of their own.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Read};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use socket2::{Domain, Protocol, SockAddr, Socket, Type};

use super::echo::Echo;

/// Larger than any answer to an echo of ours, with all headers.
const BUFFER_BYTES: usize = 512;

/// Why no echo was sent.
#[derive(Debug)]
pub enum EchoError {
    /// This process may open no socket for it.
    NotAllowed,
    /// The system refuses to send to that address.
    Failed(io::Error),
}

/// Sends echoes one after the other, and returns how long those took that came
/// back; each is waited for at most so long.
pub fn send_echoes(
    address: SocketAddr,
    echo: &Echo,
    count: u16,
    wait: Duration,
) -> Result<Vec<Duration>, EchoError> {
    let socket = open(address)?;
    socket.connect(&SockAddr::from(address)).map_err(EchoError::Failed)?;
    let mut sent: Vec<Instant> = Vec::new();
    let mut received: BTreeMap<u16, Duration> = BTreeMap::new();
    for number in 0..count {
        sent.push(Instant::now());
        match socket.send(&echo.request(number)) {
            Ok(_) => {}
            // An earlier echo was refused by some machine on the way.
            Err(_) if number > 0 => continue,
            Err(error) => return Err(EchoError::Failed(error)),
        }
        let until = Instant::now() + wait;
        while !received.contains_key(&number) {
            let Some(packet) = receive(&socket, until) else { break };
            let answered = echo.answered_by(&packet);
            let began = answered.and_then(|number| sent.get(usize::from(number)));
            if let (Some(number), Some(began)) = (answered, began) {
                received.entry(number).or_insert_with(|| began.elapsed());
            }
        }
    }
    Ok(received.into_values().collect())
}

/// One that everybody may open where the system allows it, else one for
/// administrators.
fn open(address: SocketAddr) -> Result<Socket, EchoError> {
    let (domain, protocol) = match address {
        SocketAddr::V4(_) => (Domain::IPV4, Protocol::ICMPV4),
        SocketAddr::V6(_) => (Domain::IPV6, Protocol::ICMPV6),
    };
    let opened = Socket::new(domain, Type::DGRAM, Some(protocol));
    let opened = opened.or_else(|_| Socket::new(domain, Type::RAW, Some(protocol)));
    opened.map_err(|error| match error.kind() {
        ErrorKind::PermissionDenied => EchoError::NotAllowed,
        _ => EchoError::Failed(error),
    })
}

/// The next packet; none when there is none until then, or when the address cannot
/// be reached.
fn receive(mut socket: &Socket, until: Instant) -> Option<Vec<u8>> {
    let mut buffer = vec![0; BUFFER_BYTES];
    loop {
        let left = until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())?;
        socket.set_read_timeout(Some(left)).ok()?;
        match socket.read(&mut buffer) {
            Ok(length) => {
                buffer.truncate(length);
                return Some(buffer);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
}
