//! Patch policies of agents, from the database: for this feature and others.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr};

use super::effective_patch::{EffectivePatch, Source, merge};
use super::patch_policy::{PatchPolicy, PatchRules};
use super::queries;
use crate::domain::policies::{self as reach, Reaches};
use crate::ids::AgentKey;

/// The effective patch policies of agents, and their sources.
pub struct Patches {
    /// What is set for the agents.
    pub reaches: Reaches,
    own: HashMap<AgentKey, PatchPolicy>,
    of_policies: HashMap<i64, PatchPolicy>,
}

/// Reads the patch policies of these agents: as many queries for many as for
/// one.
pub async fn patches_of(db: &impl ConnectionTrait, agents: &[AgentKey]) -> Result<Patches, DbErr> {
    let reaches = reach::policies_of(db, agents).await?;
    let patches = queries::list_patches(db, agents, &reaches.policies()).await?;
    let (mut own, mut of_policies) = (HashMap::new(), HashMap::new());
    for patch in patches {
        match (patch.agent, patch.policy) {
            (Some(agent), _) => own.insert(AgentKey(agent), patch),
            (None, Some(policy)) => of_policies.insert(policy, patch),
            (None, None) => None,
        };
    }
    Ok(Patches { reaches, own, of_policies })
}

impl Patches {
    /// The agent's own patch policy.
    pub fn own(&self, agent: AgentKey) -> PatchPolicy {
        self.own.get(&agent).cloned().unwrap_or_else(|| PatchPolicy::nothing_of(agent))
    }

    /// The effective patch policy of an agent.
    pub fn in_force(&self, agent: AgentKey) -> EffectivePatch {
        let mut rows: Vec<(Source, &PatchRules)> = Vec::with_capacity(5);
        rows.extend(self.own.get(&agent).map(|patch| (Source::Agent, &patch.rules)));
        for reach in self.reaches.applied(agent) {
            let patch = self.of_policies.get(&reach.policy);
            rows.extend(patch.map(|patch| (Source::Policy(reach.policy), &patch.rules)));
        }
        merge(&rows)
    }
}
