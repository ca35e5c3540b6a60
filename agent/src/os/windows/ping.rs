//! Echoes by a function of Windows, which needs no rights and no socket.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::{Duration, Instant};

use windows::Win32::Foundation::{
    ERROR_HOST_UNREACHABLE, ERROR_NETWORK_UNREACHABLE, HANDLE, WIN32_ERROR,
};
use windows::Win32::NetworkManagement::IpHelper::{
    ICMP_ECHO_REPLY, ICMPV6_ECHO_REPLY_LH, IP_SUCCESS, Icmp6CreateFile, Icmp6SendEcho2,
    IcmpCloseHandle, IcmpCreateFile, IcmpSendEcho,
};
use windows::Win32::Networking::WinSock::{AF_INET6, IN6_ADDR, IN6_ADDR_0, SOCKADDR_IN6};
use windows::core::Error;

use super::api_buffer::ApiBuffer;
use super::system_error::{code_of, text_of};
use crate::os::{Echoes, Problem};

/// How long each echo is waited for.
const WAIT: Duration = Duration::from_secs(2);

/// What an echo carries.
const CONTENT: [u8; 32] = *b"is this machine there? 012345678";

/// Room for the answer, what it carries, and an error of a machine on the way.
const REPLY_BYTES: usize = 1024;

/// What went wrong with an echo itself: somebody on the way refused it, or nobody answered.
const ECHO_ERRORS: std::ops::RangeInclusive<u32> = 11_001..=11_050;

/// Whether echoes go better through a socket of this process: Windows has a function for
/// them, which everybody may call.
pub fn prefers_socket() -> bool {
    false
}

/// Sends so many echoes to an address.
pub async fn send_echoes(address: IpAddr, count: u32) -> Result<Echoes, Problem> {
    tokio::task::spawn_blocking(move || send_all(address, count)).await?
}

fn send_all(address: IpAddr, count: u32) -> Result<Echoes, Problem> {
    let unusable = |error: Error| Problem::failed(format!("ping: {}", text_of(&error)));
    let channel = Channel::open(address).map_err(unusable)?;
    let mut times = Vec::new();
    for _ in 0..count {
        let began = Instant::now();
        match channel.send(address) {
            Ok(true) => times.push(began.elapsed()),
            Ok(false) => {}
            Err(error) if is_loss(&error) => {}
            Err(error) => return Err(unusable(error)),
        }
    }
    Ok(echoes_of(count, &times))
}

/// The mean is taken of what came back. Windows itself counts whole milliseconds only.
fn echoes_of(sent: u32, times: &[Duration]) -> Echoes {
    let received = u32::try_from(times.len()).unwrap_or(u32::MAX);
    let sum: Duration = times.iter().sum();
    let latency_ms = (received > 0).then(|| sum.as_secs_f64() * 1000.0 / f64::from(received));
    Echoes { sent, received, latency_ms }
}

/// Whether the echo got lost, and sending the next one makes sense.
fn is_loss(error: &Error) -> bool {
    match code_of(error) {
        Some(ERROR_NETWORK_UNREACHABLE | ERROR_HOST_UNREACHABLE) => true,
        Some(WIN32_ERROR(code)) => ECHO_ERRORS.contains(&code),
        None => false,
    }
}

/// What Windows sends echoes through.
struct Channel(HANDLE);

#[expect(unsafe_code, reason = "functions of Windows")]
impl Channel {
    fn open(address: IpAddr) -> windows::core::Result<Self> {
        // SAFETY: the handle is new and ours.
        let handle = unsafe {
            match address {
                IpAddr::V4(_) => IcmpCreateFile(),
                IpAddr::V6(_) => Icmp6CreateFile(),
            }
        };
        handle.map(Self)
    }

    /// Sends one echo and waits; whether the address answered it.
    fn send(&self, address: IpAddr) -> windows::core::Result<bool> {
        let mut reply = ApiBuffer::new(REPLY_BYTES);
        let count = match address {
            IpAddr::V4(address) => self.send_v4(address, &mut reply),
            IpAddr::V6(address) => self.send_v6(address, &mut reply),
        };
        if count == 0 {
            return Err(Error::from_thread());
        }
        // SAFETY: both structures are made of numbers and pointers.
        let status = unsafe {
            match address {
                IpAddr::V4(_) => reply.items::<ICMP_ECHO_REPLY>(1)[0].Status,
                IpAddr::V6(_) => reply.items::<ICMPV6_ECHO_REPLY_LH>(1)[0].Status,
            }
        };
        Ok(status == IP_SUCCESS)
    }

    /// How many answers came.
    fn send_v4(&self, address: Ipv4Addr, reply: &mut ApiBuffer) -> u32 {
        let target = u32::from_ne_bytes(address.octets());
        let (content, length) = (CONTENT.as_ptr().cast(), CONTENT.len() as u16);
        let (size, wait) = (reply.size(), WAIT.as_millis() as u32);
        let memory = reply.as_mut_ptr();
        // SAFETY: the content is as long as its length says, and Windows writes no further
        // than the size says.
        unsafe { IcmpSendEcho(self.0, target, content, length, None, memory, size, wait) }
    }

    fn send_v6(&self, address: Ipv6Addr, reply: &mut ApiBuffer) -> u32 {
        let (from, to) = (socket_address(Ipv6Addr::UNSPECIFIED), socket_address(address));
        let (content, length) = (CONTENT.as_ptr().cast(), CONTENT.len() as u16);
        let (size, wait) = (reply.size(), WAIT.as_millis() as u32);
        let memory = reply.as_mut_ptr();
        // SAFETY: as above; without an event and a callback the call waits for the answer.
        unsafe {
            Icmp6SendEcho2(
                self.0, None, None, None, &from, &to, content, length, None, memory, size, wait,
            )
        }
    }
}

#[expect(unsafe_code, reason = "a function of Windows")]
impl Drop for Channel {
    fn drop(&mut self) {
        // SAFETY: the handle is open and not used again.
        let _ = unsafe { IcmpCloseHandle(self.0) };
    }
}

fn socket_address(address: Ipv6Addr) -> SOCKADDR_IN6 {
    let sin6_addr = IN6_ADDR { u: IN6_ADDR_0 { Byte: address.octets() } };
    SOCKADDR_IN6 { sin6_family: AF_INET6, sin6_addr, ..SOCKADDR_IN6::default() }
}

#[cfg(test)]
mod tests {
    use windows::Win32::Foundation::ERROR_ACCESS_DENIED;

    use super::*;

    #[test]
    fn the_mean_is_that_of_what_came_back() {
        let times = [10, 20].map(Duration::from_millis);
        let expected = Echoes { sent: 3, received: 2, latency_ms: Some(15.0) };
        assert_eq!(echoes_of(3, &times), expected);
        assert_eq!(echoes_of(3, &[]), Echoes { sent: 3, received: 0, latency_ms: None });
    }

    #[test]
    fn an_echo_that_is_lost_is_no_failure() {
        for code in [11_010, 11_002, 11_003, 11_050, 1231, 1232] {
            assert!(is_loss(&Error::from(WIN32_ERROR(code))), "{code}");
        }
        assert!(!is_loss(&Error::from(ERROR_ACCESS_DENIED)));
        assert!(!is_loss(&Error::from(WIN32_ERROR(11_000))));
    }

    #[tokio::test]
    async fn this_machine_answers_itself() {
        match send_echoes(Ipv4Addr::LOCALHOST.into(), 2).await {
            Ok(Echoes { sent: 2, received: 1..=2, latency_ms: Some(latency) }) => {
                assert!(latency > 0.0 && latency < 2000.0, "{latency}");
            }
            // A machine that allows nobody to send echoes says so: Wine needs a socket.
            Err(problem) => assert!(problem.to_string().starts_with("ping: "), "{problem}"),
            other => panic!("{other:?}"),
        }
    }
}
