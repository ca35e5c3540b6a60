//! The newest values of many agents.

use std::collections::BTreeMap;

use anyhow::Context;
use muster_metrics::{Block, Metric, Minute, SeriesKey};
use sea_orm::ConnectionTrait;

use super::queries::{self, AgentPart};
use super::windows::minus;
use super::{join, minute_of};
use crate::auth::Scope;
use crate::error::ApiError;
use crate::ids::AgentKey;
use crate::time::Timestamp;

/// Older values say nothing of an agent's state now. Agents send every five
/// minutes.
const RECENT: u32 = 15;

/// Which agents, beside those that were removed.
#[derive(Clone, Copy)]
pub struct AgentFilter<'a> {
    pub scope: &'a Scope,
    /// Key of a client.
    pub client: Option<i64>,
    /// Key of a site.
    pub site: Option<i64>,
}

impl AgentFilter<'_> {
    /// Condition on `sites s`. The keys are our own integers, so writing them into
    /// the text is safe.
    pub fn condition(&self) -> String {
        let mut conditions = vec![self.scope.site_condition("s.client_id", "s.id")];
        conditions.extend(self.client.map(|client| format!("s.client_id = {client}")));
        conditions.extend(self.site.map(|site| format!("s.id = {site}")));
        conditions.join(" and ")
    }
}

/// The newest value of one series.
#[derive(Clone, Debug, PartialEq)]
pub struct LatestValue {
    pub agent: AgentKey,
    pub metric: Metric,
    pub label: String,
    /// The minute it was measured in.
    pub at: Minute,
    pub value: f64,
}

/// The newest values of the last 15 minutes, of all metrics or of one: by agent,
/// metric and label.
pub async fn list_latest(
    db: &impl ConnectionTrait,
    filter: &AgentFilter<'_>,
    wanted: Option<Metric>,
) -> Result<Vec<LatestValue>, ApiError> {
    let since = minus(minute_of(Timestamp::now()), RECENT);
    let parts = queries::list_recent_parts(db, filter, since).await?;
    // There may be tens of thousands of them.
    let found = tokio::task::spawn_blocking(move || latest_of(&parts, wanted, since)).await;
    found.context("while metrics were unpacked").map_err(ApiError::Internal)
}

/// The newest values since a minute, from parts by agent.
fn latest_of(parts: &[AgentPart], wanted: Option<Metric>, since: Minute) -> Vec<LatestValue> {
    let mut latest = Vec::new();
    for parts in parts.chunk_by(|one, next| one.agent_id == next.agent_id) {
        let mut newest: BTreeMap<(Metric, String), (Minute, f64)> = BTreeMap::new();
        for block in parts.iter().filter_map(|part| join::unpack(&part.data)) {
            let is_wanted = |key: &SeriesKey| wanted.is_none_or(|wanted| wanted == key.metric);
            for key in block.series().keys().filter(|key| is_wanted(key)) {
                let Some(point) = last_point(&block, key).filter(|(at, _)| *at >= since) else {
                    continue;
                };
                let known = newest.entry((key.metric, key.label.clone())).or_insert(point);
                if point.0 >= known.0 {
                    *known = point;
                }
            }
        }
        let agent = parts[0].agent_id;
        latest.extend(newest.into_iter().map(|((metric, label), (at, value))| LatestValue {
            agent,
            metric,
            label,
            at,
            value,
        }));
    }
    latest
}

/// The last point of a series by the minute.
fn last_point(block: &Block, key: &SeriesKey) -> Option<(Minute, f64)> {
    let points = block.series().get(key)?;
    let index = points.iter().rposition(Option::is_some)?;
    let at = block.start().plus(u32::try_from(index).ok()?);
    points[index].map(|step| (at, key.metric.value_of(step)))
}

#[cfg(test)]
mod tests {
    use muster_metrics::Step;

    use super::*;

    fn part(agent: i64, points: &[(&str, u32, f64)]) -> AgentPart {
        let mut block = Block::new(Step::Minute, Minute(360), 20).unwrap();
        for (interface, minute, value) in points {
            let key = SeriesKey::mean(Metric::NetSent, *interface);
            block.set(key, Minute(360 + minute), *value).unwrap();
        }
        block.set(SeriesKey::mean(Metric::Cpu, ""), Minute(360), 5.0).unwrap();
        AgentPart { agent_id: AgentKey(agent), data: block.encode() }
    }

    fn found(values: &[LatestValue]) -> Vec<String> {
        let line = |one: &LatestValue| {
            format!(
                "{} {} {} {} {:.0}",
                one.agent,
                one.metric.name(),
                one.label,
                one.at.0,
                one.value
            )
        };
        values.iter().map(line).collect()
    }

    #[test]
    fn the_newest_point_of_each_series_counts_whichever_part_has_it() {
        let parts = [
            part(1, &[("a", 3, 0.0), ("a", 9, 0.0), ("b", 5, 0.0)]),
            part(1, &[("a", 8, 99.0), ("b", 6, 0.0), ("c", 2, 0.0)]),
            part(2, &[("a", 4, 0.0)]),
        ];

        let latest = latest_of(&parts, Some(Metric::NetSent), Minute(364));

        let expected = ["1 net_sent a 369 0", "1 net_sent b 366 0", "2 net_sent a 364 0"];
        assert_eq!(found(&latest), expected);
        assert!(latest_of(&parts, Some(Metric::Cpu), Minute(361)).is_empty());
        assert_eq!(latest_of(&parts, None, Minute(0)).len(), 3 + 1 + 1 + 1);
    }
}
