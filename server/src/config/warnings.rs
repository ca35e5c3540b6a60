//! What the operator should know about the settings: what they leave open to
//! others on the network, and see `weak`.

use std::net::IpAddr;

use sqlx::postgres::{PgConnectOptions, PgSslMode};

use super::{Settings, plain_http, remote, twilio, weak};
use crate::bus::protection_of;
use crate::storage::Location;

const BUS_WITHOUT_TLS: &str = "MUSTER_BUS_URL: the connection to NATS is not encrypted, so others \
                               on the network see which servers exchange messages and can drop \
                               them; use tls://";
const BUS_WITHOUT_LOGIN: &str = "MUSTER_BUS_URL: NATS asks for no login, so everybody who reaches \
                                 it can keep the replicas from working; use user:password@";
const DATABASE_WITHOUT_TLS: &str = "MUSTER_DATABASE_URL: the connection to PostgreSQL may be \
                                    unencrypted, so others on the network may read and change \
                                    everything; add ?sslmode=verify-full";

impl Settings {
    /// What the operator should change, a sentence each that begins with the
    /// name of the setting. `muster serve` logs them and `muster doctor` prints
    /// them.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = weak::warnings(self);
        warnings.extend(plain_http::warning(self));
        warnings.extend(twilio::warning(self));
        warnings.extend(remote::warning(self));
        if let Some(bus) = self.bus_url.as_ref().and_then(|url| protection_of(url.reveal())) {
            let is_local = bus.hosts.iter().all(|host| is_this_machine(host));
            if !bus.has_tls && !is_local {
                warnings.push(BUS_WITHOUT_TLS.to_owned());
            }
            if !bus.has_login {
                warnings.push(BUS_WITHOUT_LOGIN.to_owned());
            }
        }
        if let Location::Postgres(options) = &self.database
            && may_be_unencrypted(options)
        {
            warnings.push(DATABASE_WITHOUT_TLS.to_owned());
        }
        warnings
    }
}

fn may_be_unencrypted(options: &PgConnectOptions) -> bool {
    use PgSslMode::{Allow, Disable, Prefer, Require, VerifyCa, VerifyFull};

    let host = options.get_host();
    let is_local = options.get_socket().is_some() || host.starts_with('/') || is_this_machine(host);
    match options.get_ssl_mode() {
        Disable | Allow | Prefer => !is_local,
        Require | VerifyCa | VerifyFull => false,
    }
}

pub(super) fn is_this_machine(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warnings(database: &str, bus: Option<&str>) -> Vec<String> {
        let get = |name: &str| match name {
            "MUSTER_DATABASE_URL" => Some(database.to_owned()),
            "MUSTER_BUS_URL" => bus.map(str::to_owned),
            // It has a warning of its own.
            "MUSTER_REMOTE" => Some("false".to_owned()),
            _ => None,
        };
        Settings::from_source(&get).unwrap().warnings()
    }

    #[test]
    fn a_bus_without_tls_or_login_is_warned_about() {
        let database = "postgres://muster@127.0.0.1/muster";
        let table: [(&str, &[&str]); 7] = [
            ("nats://bus.example.com:4222", &[BUS_WITHOUT_TLS, BUS_WITHOUT_LOGIN]),
            ("nats://me:secret@bus.example.com", &[BUS_WITHOUT_TLS]),
            ("nats://me:secret@localhost,nats://10.0.0.1", &[BUS_WITHOUT_TLS]),
            ("tls://bus.example.com", &[BUS_WITHOUT_LOGIN]),
            ("nats://127.0.0.1:4222", &[BUS_WITHOUT_LOGIN]),
            ("tls://token@bus.example.com", &[]),
            ("nats://me:secret@[::1]:4222", &[]),
        ];
        for (bus, expected) in table {
            assert_eq!(warnings(database, Some(bus)), expected, "{bus}");
        }
    }

    #[test]
    fn a_database_without_tls_is_warned_about() {
        let table: [(&str, &[&str]); 7] = [
            ("postgres://muster@db.example.com/muster", &[DATABASE_WITHOUT_TLS]),
            ("postgres://muster@db.example.com/muster?sslmode=prefer", &[DATABASE_WITHOUT_TLS]),
            ("postgres://muster@db.example.com/muster?sslmode=verify-full", &[]),
            ("postgres://muster@localhost/muster", &[]),
            ("postgres://muster@[::1]/muster", &[]),
            ("postgres://muster@%2Frun%2Fpostgresql/muster", &[]),
            ("sqlite:muster.db", &[]),
        ];
        for (database, expected) in table {
            assert_eq!(warnings(database, None), expected, "{database}");
        }
    }
}
