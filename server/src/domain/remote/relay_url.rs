//! Which relay a session uses: viewers and agent have to meet at the same one.

use muster_remote::CONNECT_PATH;

/// The relay of a session that is about to be stored: one of those that the operator
/// names, or none for the server itself.
pub(super) fn choose<'a>(relays: &'a [String], seed: &str) -> &'a str {
    let Some(count) = u64::try_from(relays.len()).ok().filter(|count| *count > 0) else {
        return "";
    };
    let hash = blake3::hash(seed.as_bytes());
    let number = hash.as_bytes().iter().take(8).fold(0_u64, |n, byte| n << 8 | u64::from(*byte));
    usize::try_from(number % count).ok().and_then(|at| relays.get(at)).map_or("", String::as_str)
}

/// Where viewers open their sockets: a path of this server, or a whole address.
pub(super) fn for_viewers(relay: &str) -> String {
    format!("{relay}{CONNECT_PATH}")
}

/// Where the agent opens its own; empty: at the server it is connected to.
pub(super) fn for_agents(relay: &str) -> String {
    match relay {
        "" => String::new(),
        relay => format!("{relay}{CONNECT_PATH}"),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn without_named_relays_the_server_is_its_own() {
        assert_eq!(choose(&[], "session"), "");
        assert_eq!(for_viewers(""), "/remote/v1/connect/");
        assert_eq!(for_agents(""), "");
        let url = "wss://relay.example.com";
        assert_eq!(for_agents(url), "wss://relay.example.com/remote/v1/connect/");
        assert_eq!(for_agents(url), for_viewers(url));
    }

    proptest! {
        #[test]
        fn a_session_always_gets_the_same_of_the_relays(seed in ".{0,40}", count in 1usize..9) {
            let relays: Vec<String> = (0..count).map(|number| format!("wss://r{number}")).collect();
            let chosen = choose(&relays, &seed);
            prop_assert!(relays.iter().any(|relay| relay == chosen));
            prop_assert_eq!(chosen, choose(&relays, &seed));
        }
    }
}
