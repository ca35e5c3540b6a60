//! Connects to the only address that the grant names.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use muster_remote::Target;
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;

use super::address::{is_own, may_be_dialled, parse};

/// How long the name and the connection may take together.
const DIAL_LIMIT: Duration = Duration::from_secs(10);

/// Why a tunnel leads to no such address, whoever asks.
pub const NOT_DIALLED: &str = "A tunnel never leads to a link-local address or to where a cloud \
                               hands out credentials.";

/// Connects, or says in a sentence why not.
pub async fn dial(target: &Target) -> Result<TcpStream, String> {
    let Target { host, port } = target;
    match timeout(DIAL_LIMIT, try_all(target)).await {
        Ok(dialled) => dialled,
        Err(_) => Err(format!("{host} does not answer on port {port}.")),
    }
}

async fn try_all(target: &Target) -> Result<TcpStream, String> {
    let Target { host, port } = target;
    let mut first = None;
    for address in addresses(host).await? {
        match TcpStream::connect(SocketAddr::new(address, *port)).await {
            Ok(stream) => {
                // Without it every key waits for the one before.
                let _ = stream.set_nodelay(true);
                return Ok(stream);
            }
            Err(error) => {
                first.get_or_insert(error);
            }
        }
    }
    Err(match first {
        Some(error) if error.kind() == io::ErrorKind::ConnectionRefused => {
            format!("Nothing listens on port {port} of {host}.")
        }
        Some(error) => format!("{host} cannot be reached on port {port}: {error}."),
        None => NOT_DIALLED.to_owned(),
    })
}

/// The addresses of a host that may be dialled. What is dialled is one of these, not the
/// name, which may mean something else a moment later.
async fn addresses(host: &str) -> Result<Vec<IpAddr>, String> {
    let found: Vec<IpAddr> = match parse(host) {
        Some(address) => vec![address],
        // Nobody's name server is asked what this computer is.
        None if is_own(host) => vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()],
        None => {
            let found = lookup_host((host, 0)).await;
            let found = found.map_err(|error| format!("{host} has no address here: {error}."))?;
            found.map(|address| address.ip().to_canonical()).collect()
        }
    };
    Ok(found.into_iter().filter(|address| may_be_dialled(*address)).collect())
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    async fn refusal(host: &str, port: u16) -> String {
        dial(&Target { host: host.to_owned(), port }).await.unwrap_err()
    }

    #[tokio::test]
    async fn this_computer_is_dialled_under_all_its_names() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        for host in ["127.0.0.1", "localhost", "db.localhost", "::ffff:127.0.0.1"] {
            dial(&Target { host: host.to_owned(), port }).await.expect(host);
        }
        drop(listener);
        let expected = format!("Nothing listens on port {port} of 127.0.0.1.");
        assert_eq!(refusal("127.0.0.1", port).await, expected);
    }

    #[tokio::test]
    async fn where_credentials_are_handed_out_nothing_is_dialled() {
        for host in ["169.254.169.254", "[fe80::1]", "0.0.0.0", "100.100.100.200"] {
            assert_eq!(refusal(host, 80).await, NOT_DIALLED, "{host}");
        }
    }
}
