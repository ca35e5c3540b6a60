//! Kinds of sessions, and the rights they take.

use muster_remote::Kind;

use super::details::SessionDetails;
use super::tunnel_host::is_loopback;
use crate::auth::Right;

/// The names of the kinds in the API.
pub const KINDS: &[&str] = &["terminal", "files", "screen", "tunnel"];

/// The kind with a name.
pub fn kind_named(name: &str) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| kind.as_str() == name)
}

/// The rights that a session takes, in the order in which they are checked. A tunnel
/// to another address than the agent's own reaches computers without an agent.
pub fn rights_for(kind: Kind, details: &SessionDetails) -> Vec<Right> {
    let own = match kind {
        Kind::Terminal => Right::UseTerminal,
        Kind::Files | Kind::Screen | Kind::Tunnel => Right::UseRemote,
    };
    let leads_away = details.tunnel.as_ref().is_some_and(|target| !is_loopback(&target.host));
    match leads_away {
        true => vec![own, Right::UseLanTunnels],
        false => vec![own],
    }
}

#[cfg(test)]
mod tests {
    use muster_remote::Target;

    use super::*;

    #[test]
    fn every_kind_has_a_name_and_every_name_a_kind() {
        assert_eq!(Kind::ALL.map(Kind::as_str), *KINDS);
        assert!(KINDS.iter().all(|name| kind_named(name).is_some()));
        assert_eq!(kind_named("shell"), None);
    }

    #[test]
    fn a_tunnel_to_another_address_takes_a_right_of_its_own() {
        let to = |host: &str| SessionDetails {
            tunnel: Some(Target { host: host.to_owned(), port: 22 }),
            ..SessionDetails::default()
        };
        let away = [Right::UseRemote, Right::UseLanTunnels];
        assert_eq!(rights_for(Kind::Tunnel, &to("127.0.0.1")), [Right::UseRemote]);
        assert_eq!(rights_for(Kind::Tunnel, &to("10.0.0.1")), away);
        let nothing = SessionDetails::default();
        assert_eq!(rights_for(Kind::Terminal, &nothing), [Right::UseTerminal]);
        assert_eq!(rights_for(Kind::Files, &nothing), [Right::UseRemote]);
    }
}
