//! Parents, cycles and covers.

use proptest::prelude::*;

use super::super::{Dependencies, DependencyError, Node};

const ROUTER: Node = Node::Agent(1);
const SWITCH: Node = Node::Agent(2);
const SERVER: Node = Node::Agent(3);
const WEB: Node = Node::Check { agent: 3, check: 7 };

/// A check on a server behind a switch behind a router.
fn chain() -> Dependencies {
    let mut all = Dependencies::default();
    all.set(WEB, SERVER).unwrap();
    all.set(SERVER, SWITCH).unwrap();
    all.set(SWITCH, ROUTER).unwrap();
    all
}

#[test]
fn a_node_that_would_depend_on_itself_is_refused() {
    let mut all = chain();
    assert_eq!(all.set(ROUTER, ROUTER), Err(DependencyError::Itself));
    let way = vec![WEB, SERVER, SWITCH, ROUTER];
    assert_eq!(all.set(ROUTER, WEB), Err(DependencyError::Cycle(way)));
    assert_eq!(all, chain(), "a refusal changes nothing");
}

#[test]
fn a_removed_dependency_makes_room_for_its_opposite() {
    let mut all = chain();
    all.remove(SWITCH);
    assert_eq!(all.set(ROUTER, SWITCH), Ok(()));
    assert_eq!(all.parent(ROUTER), Some(SWITCH));
}

#[test]
fn the_highest_that_fails_covers_what_is_below() {
    let all = chain();
    assert_eq!(all.cover_of(WEB, |_| false), None);
    assert_eq!(all.cover_of(WEB, |node| node == SERVER), Some(SERVER));
    assert_eq!(all.cover_of(WEB, |node| node == SERVER || node == ROUTER), Some(ROUTER));
    assert_eq!(all.cover_of(ROUTER, |_| true), None, "nothing covers the highest");
}

#[test]
fn everything_below_is_listed() {
    assert_eq!(chain().below(SWITCH), [SERVER, WEB]);
    assert_eq!(chain().below(WEB), []);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_order_of_changes_makes_a_cycle(
        changes in prop::collection::vec((0..8i64, 0..8i64, any::<bool>()), 1..60),
    ) {
        let mut all = Dependencies::default();
        for (child, parent, removed) in changes {
            if removed {
                all.remove(Node::Agent(child));
            }
            let before = all.clone();
            if all.set(Node::Agent(child), Node::Agent(parent)).is_err() {
                prop_assert_eq!(&all, &before);
            }
            for node in 0..8 {
                let above: Vec<Node> = all.above(Node::Agent(node)).take(9).collect();
                prop_assert!(above.len() < 8 && !above.contains(&Node::Agent(node)));
            }
        }
    }
}
