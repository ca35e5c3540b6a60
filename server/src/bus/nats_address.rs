//! The address of the broker, without its secrets.

use async_nats::{ConnectOptions, ServerAddr};
use percent_encoding::percent_decode_str;

/// Where the broker is and how we introduce ourselves.
///
/// The client library writes addresses to its debug log as they are, so user
/// and password leave the address here and travel in the options instead. The
/// servers of a cluster that it discovers later are then asked with them too.
pub(super) struct NatsAddress {
    /// Addresses without credentials.
    pub(super) servers: Vec<ServerAddr>,
    credentials: Option<Credentials>,
}

enum Credentials {
    Token(String),
    UserAndPassword(String, String),
}

/// How a broker is reached.
#[derive(Debug, PartialEq, Eq)]
pub struct Protection {
    /// Its servers, without ports.
    pub hosts: Vec<String>,
    /// Whether only encrypted connections are made.
    pub has_tls: bool,
    /// Whether we prove to it who we are.
    pub has_login: bool,
}

/// How the broker at this address is reached; none if the address is malformed.
pub fn protection_of(url: &str) -> Option<Protection> {
    let address = NatsAddress::parse(url).ok()?;
    Some(Protection {
        hosts: address.servers.iter().map(|server| server.host().to_owned()).collect(),
        has_tls: address.requires_tls(),
        has_login: address.credentials.is_some(),
    })
}

impl NatsAddress {
    /// Reads one address, or several separated by commas.
    ///
    /// The error never repeats the text: it may contain a password.
    pub(super) fn parse(text: &str) -> anyhow::Result<NatsAddress> {
        let mut address = NatsAddress { servers: Vec::new(), credentials: None };
        for part in text.split(',') {
            let server: ServerAddr = part.trim().parse().map_err(|_| malformed())?;
            if !matches!(server.scheme(), "nats" | "tls") || server.host().is_empty() {
                return Err(malformed());
            }
            let credentials = read_credentials(&server)?;
            address.credentials = address.credentials.or(credentials);
            address.servers.push(without_credentials(server)?);
        }
        Ok(address)
    }

    /// Puts the credentials, and TLS if the address asks for it, into the options.
    pub(super) fn apply(&self, options: ConnectOptions) -> ConnectOptions {
        let options = options.require_tls(self.requires_tls());
        match &self.credentials {
            None => options,
            Some(Credentials::Token(token)) => options.token(token.clone()),
            Some(Credentials::UserAndPassword(user, password)) => {
                options.user_and_password(user.clone(), password.clone())
            }
        }
    }

    /// One server of a cluster that asks for it is enough.
    fn requires_tls(&self) -> bool {
        self.servers.iter().any(ServerAddr::tls_required)
    }

    /// Names the servers for people: `host:port`, comma separated.
    pub(super) fn display(&self) -> String {
        let name = |server: &ServerAddr| match server.host() {
            host if host.contains(':') => format!("[{host}]:{}", server.port()),
            host => format!("{host}:{}", server.port()),
        };
        let names: Vec<String> = self.servers.iter().map(name).collect();
        names.join(", ")
    }
}

fn malformed() -> anyhow::Error {
    anyhow::anyhow!(
        "the message bus address is not of the form nats://host:port or tls://host:port"
    )
}

fn read_credentials(server: &ServerAddr) -> anyhow::Result<Option<Credentials>> {
    let decode = |text: &str| {
        let decoded = percent_decode_str(text).decode_utf8().map_err(|_| malformed())?;
        anyhow::Ok(decoded.into_owned())
    };
    Ok(match (server.username(), server.password()) {
        (None, None) => None,
        (Some(token), None) => Some(Credentials::Token(decode(token)?)),
        (user, Some(password)) => {
            Some(Credentials::UserAndPassword(decode(user.unwrap_or_default())?, decode(password)?))
        }
    })
}

fn without_credentials(server: ServerAddr) -> anyhow::Result<ServerAddr> {
    let mut url = server.into_inner();
    url.set_username("").map_err(|()| malformed())?;
    url.set_password(None).map_err(|()| malformed())?;
    ServerAddr::from_url(url).map_err(|_| malformed())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn credentials(text: &str) -> (String, String) {
        match NatsAddress::parse(text).unwrap().credentials {
            None => (String::new(), String::new()),
            Some(Credentials::Token(token)) => (String::new(), token),
            Some(Credentials::UserAndPassword(user, password)) => (user, password),
        }
    }

    #[test]
    fn credentials_are_read_and_leave_the_address() {
        assert_eq!(credentials("nats://h"), (String::new(), String::new()));
        assert_eq!(credentials("nats://s3cret@h:1"), (String::new(), "s3cret".into()));
        assert_eq!(credentials("tls://me:p%40ss%2F@h:1"), ("me".into(), "p@ss/".into()));

        let address = NatsAddress::parse("tls://me:s3cret@a:1, nats://me:s3cret@[::1]").unwrap();
        assert_eq!(address.display(), "a:1, [::1]:4222");
        assert!(!format!("{:?}", address.servers).contains("s3cret"));
    }

    #[test]
    fn an_address_shows_how_it_is_protected() {
        let protection = |hosts: [&str; 2], has_tls, has_login| {
            let hosts = hosts.map(str::to_owned).to_vec();
            Some(Protection { hosts, has_tls, has_login })
        };
        assert_eq!(protection_of("nats://a,nats://[::1]"), protection(["a", "::1"], false, false));
        assert_eq!(protection_of("tls://t0ken@a,nats://b"), protection(["a", "b"], true, true));
        assert_eq!(protection_of("http://a"), None);
    }

    #[test]
    fn a_malformed_address_is_refused_without_repeating_it() {
        for bad in ["", "http://me:pass@h", "nats://", "nats://me:pass@h:port", "nats://h,,"] {
            let error = NatsAddress::parse(bad).err().expect(bad);
            assert!(!format!("{error:#}").contains("pass"), "{error:#}");
        }
    }
}
