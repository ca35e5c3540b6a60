//! What the causes of a round depend on, and what depends on them.

use std::collections::{BTreeMap, BTreeSet};

use muster_alerting::storms::{Dependencies, Node};
use sea_orm::ConnectionTrait;

use super::cause::{Cause, CauseKind};
use super::cause_queries::Wanted;
use super::departures;
use super::relation_queries as queries;
use crate::domain::dependencies::{Link, forest, is_any, list_related};
use crate::error::ApiError;
use crate::ids::AgentKey;

/// What is known of parents and children at one time.
#[derive(Default)]
pub struct Relations {
    links: Vec<Link>,
    /// Nothing depends on anything.
    is_everything: bool,
    agents: BTreeSet<AgentKey>,
    checks: BTreeSet<i64>,
    pub dependencies: Dependencies,
    /// Causes that something may depend on.
    pub causes: BTreeMap<Node, i64>,
    /// Parents that are away, also those that are not overdue yet, and their sites.
    pub away: BTreeMap<AgentKey, i64>,
    /// Checks that something depends on and whose newest result fails, with their agents.
    pub failing_checks: BTreeSet<(i64, i64)>,
    /// Causes that the alert of a site covers.
    pub covered_by_site: BTreeSet<i64>,
    /// Agents that get alerts of their own in this round.
    pub leaving: BTreeSet<i64>,
    /// Alerts that cover other causes than before.
    pub relisted: BTreeSet<i64>,
}

impl Relations {
    /// Finds everything above and below the causes that are wanted, and adds what is to
    /// be locked with them: parents, whose alerts list children, and children that fail.
    /// As many queries for many causes as for one.
    pub async fn find(write: &impl ConnectionTrait, wanted: &mut Wanted) -> Result<Self, ApiError> {
        let covering = queries::list_covering(write, wanted).await?;
        if !is_any(write).await? {
            wanted.causes.extend(covering);
            return Ok(Self { is_everything: true, ..Self::default() });
        }
        let nodes = queries::list_nodes(write, wanted).await?;
        let of_sites = departures::read(write, &wanted.sites).await?;
        let mut agents: Vec<AgentKey> = of_sites.values().flat_map(departures::agents_of).collect();
        agents
            .extend(nodes.iter().filter(|node| node.check_id.is_none()).map(|node| node.agent_id));
        let checks: Vec<i64> = nodes.iter().filter_map(|node| node.check_id).collect();
        let links = list_related(write, &agents, &checks).await?;
        let found = Self::above(write, links, wanted).await?;

        let links = &found.links;
        let below: Vec<AgentKey> = links.iter().filter_map(|link| link.child_agent_id).collect();
        let checks_below: Vec<i64> = links.iter().filter_map(|link| link.child_check_id).collect();
        let parents: Vec<AgentKey> = links.iter().map(|link| link.agent_id).collect();
        let checks_above: Vec<i64> = links.iter().filter_map(|link| link.check_id).collect();
        let above = (parents.as_slice(), checks_above.as_slice());
        let failing = (below.as_slice(), checks_below.as_slice());
        wanted.causes.extend(queries::list_related_causes(write, above, failing).await?);
        wanted.causes.extend(covering);
        let agents = agents.into_iter().chain(below).chain(parents).collect();
        let checks = checks.into_iter().chain(checks_below).chain(checks_above).collect();
        Ok(Self { agents, checks, ..found })
    }

    /// Finds out which parents fail, and adds them to what is wanted.
    async fn above(
        write: &impl ConnectionTrait,
        links: Vec<Link>,
        wanted: &mut Wanted,
    ) -> Result<Self, ApiError> {
        let parents: Vec<AgentKey> = links.iter().map(|link| link.agent_id).collect();
        let checks: Vec<i64> = links.iter().filter_map(|link| link.check_id).collect();
        let away = queries::list_away(write, &parents).await?;
        let failing_checks = queries::list_failing_checks(write, &parents, &checks).await?;
        let absent: Vec<AgentKey> = away.keys().copied().collect();
        queries::ensure_parents(write, &absent, &failing_checks).await?;
        wanted.sites.extend(away.values());
        wanted.availability.extend(parents);
        Ok(Self { links, away, failing_checks, ..Self::default() })
    }

    /// Whether everything is known that is above a node. A round may have further causes,
    /// which came with a site.
    pub fn knows(&self, node: Node) -> bool {
        self.is_everything
            || match node {
                Node::Agent(agent) => self.agents.contains(&AgentKey(agent)),
                Node::Check { check, .. } => self.checks.contains(&check),
            }
    }

    /// Adds what depends on what, and which of the causes their sites cover.
    pub async fn complete(
        mut self,
        write: &impl ConnectionTrait,
        causes: &[Cause],
    ) -> Result<Self, ApiError> {
        let checks = causes.iter().filter_map(|cause| Some((cause.agent?.0, cause.check?)));
        self.dependencies = forest(&self.links, checks);
        let node = |cause: &Cause| Some((node_of(cause)?, cause.id));
        self.causes = causes.iter().filter_map(node).collect();
        let covered = causes.iter().filter(|cause| cause.state.covered).map(|cause| cause.id);
        let covered: Vec<i64> = covered.collect();
        self.covered_by_site = queries::list_covered_by_sites(write, &covered).await?;
        Ok(self)
    }
}

/// What a cause is about, as far as something may depend on it.
pub fn node_of(cause: &Cause) -> Option<Node> {
    let agent = cause.agent?.0;
    match cause.kind {
        CauseKind::Availability => Some(Node::Agent(agent)),
        CauseKind::Check => Some(Node::Check { agent, check: cause.check? }),
        CauseKind::Task | CauseKind::Custom | CauseKind::Site => None,
    }
}
