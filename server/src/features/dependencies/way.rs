//! A circle of dependencies in words.

use muster_alerting::storms::Node;
use sea_orm::{ConnectionTrait, DbErr};

use super::queries;
use crate::auth::Scope;

/// The way from a child back to it. What is out of scope has no name.
pub async fn describe(
    db: &impl ConnectionTrait,
    scope: &Scope,
    child: &str,
    nodes: &[Node],
) -> Result<String, DbErr> {
    let keys = |node: &Node| match node {
        Node::Agent(agent) => (*agent, None),
        Node::Check { agent, check } => (*agent, Some(*check)),
    };
    let agents: Vec<i64> = nodes.iter().map(|node| keys(node).0).collect();
    let checks: Vec<i64> = nodes.iter().filter_map(|node| keys(node).1).collect();
    let hostnames = queries::list_hostnames(db, scope, &agents).await?;
    let names = queries::list_check_names(db, &checks).await?;
    let mut way = vec![child.to_owned()];
    // The last one is the child again.
    for node in &nodes[..nodes.len().saturating_sub(1)] {
        let (agent, check) = keys(node);
        let hostname = hostnames.get(&agent).map(String::as_str);
        let check = check.and_then(|check| names.get(&check));
        way.push(match (hostname, check) {
            (Some(hostname), Some(check)) => format!("{hostname}: {check}"),
            (Some(hostname), None) => hostname.to_owned(),
            (None, _) => "another agent".to_owned(),
        });
    }
    way.push(child.to_owned());
    Ok(way.join(" → "))
}
