//! Stored dependencies as the rules of alerts know them.

use std::collections::{BTreeMap, BTreeSet};

use muster_alerting::storms::{Dependencies, Node};

use super::link::Link;

/// Everything that follows from these links for these checks on agents, and for those
/// that something depends on.
///
/// Nobody hears of the checks of an agent that is away. Who depends on one of them
/// depends on the agent as well, unless the check itself depends on something else.
pub fn forest(links: &[Link], checks: impl Iterator<Item = (i64, i64)>) -> Dependencies {
    let of_check: BTreeMap<i64, &Link> =
        links.iter().filter_map(|link| Some((link.child_check_id?, link))).collect();
    let parents: BTreeSet<(i64, i64)> =
        links.iter().filter_map(|link| Some((link.agent_id.0, link.check_id?))).collect();
    let mut all = Dependencies::default();
    // What would be a circle is left out. None is stored: only a check that lost its own
    // dependency may now depend on its agent, which depends on the check.
    for link in links {
        if let Some(agent) = link.child_agent_id {
            let _ = all.set(Node::Agent(agent.0), link.parent());
        }
    }
    for (agent, check) in checks.chain(parents.iter().copied()) {
        if let Some(link) = of_check.get(&check) {
            let _ = all.set(Node::Check { agent, check }, link.parent());
        }
    }
    for (agent, check) in parents {
        if !of_check.contains_key(&check) {
            let _ = all.set(Node::Check { agent, check }, Node::Agent(agent));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::Child;
    use super::*;
    use crate::ids::AgentKey;

    const GATEWAY: AgentKey = AgentKey(1);
    const SERVER: AgentKey = AgentKey(2);
    const VPN: i64 = 7;

    #[test]
    fn who_depends_on_a_check_depends_on_its_agent() {
        let links = [Link::new(Child::Agent(SERVER), GATEWAY, Some(VPN))];
        let all = forest(&links, std::iter::empty());
        let above: Vec<Node> = all.above(Node::Agent(2)).collect();
        assert_eq!(above, [Node::Check { agent: 1, check: VPN }, Node::Agent(1)]);
    }

    #[test]
    fn a_check_that_depends_on_something_else_does_not_depend_on_its_agent() {
        let links = [
            Link::new(Child::Agent(SERVER), GATEWAY, Some(VPN)),
            Link::new(Child::Check(VPN), AgentKey(3), None),
        ];
        let all = forest(&links, std::iter::empty());
        let above: Vec<Node> = all.above(Node::Agent(2)).collect();
        assert_eq!(above, [Node::Check { agent: 1, check: VPN }, Node::Agent(3)]);
    }

    #[test]
    fn a_check_of_a_policy_depends_on_each_of_its_agents() {
        let links = [Link::new(Child::Check(VPN), GATEWAY, None)];
        let all = forest(&links, [(5, VPN), (6, VPN)].into_iter());
        for agent in [5, 6] {
            assert_eq!(all.parent(Node::Check { agent, check: VPN }), Some(Node::Agent(1)));
        }
    }

    #[test]
    fn an_agent_that_depends_on_its_own_check_ends_there() {
        let links = [Link::new(Child::Agent(GATEWAY), GATEWAY, Some(VPN))];
        let all = forest(&links, std::iter::empty());
        assert_eq!(all.above(Node::Agent(1)).count(), 1);
    }
}
