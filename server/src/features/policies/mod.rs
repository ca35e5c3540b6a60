//! Policies: settings that many agents share, and which of them each policy
//! reaches.
//!
//! Which policies reach an agent is decided by `domain/policies`. Every change to
//! its inputs is announced through `domain/definitions`.

mod create_patch_policy;
mod create_policy;
mod delete_patch_policy;
mod delete_policy;
mod effective_patch;
mod effective_template;
mod form;
mod list_policies;
mod load;
mod own_patch;
mod patch_form;
mod patch_owner;
mod patch_policy;
mod patches;
mod policy;
mod queries;
mod read_effective;
mod read_overview;
mod read_policy;
mod read_related;
mod reset_patch_policies;
#[cfg(test)]
mod tests;
mod update_patch_policy;
mod update_policy;
mod usage;

pub use create_patch_policy::*;
pub use create_policy::*;
pub use delete_patch_policy::*;
pub use delete_policy::*;
pub use effective_patch::{EffectivePatch, PatchSchedule};
pub use list_policies::*;
pub use load::find_policy;
pub use own_patch::{OwnPatch, check_own_patch, own_patch_policy, store_own_patch};
pub use patch_form::PatchForm;
pub use patch_policy::PatchPolicy;
pub use patches::patches_of;
pub use policy::Policy;
pub use queries::insert_hidden;
pub use read_effective::*;
pub use read_overview::*;
pub use read_policy::*;
pub use read_related::*;
pub use reset_patch_policies::*;
pub use update_patch_policy::*;
pub use update_policy::*;
pub use usage::{find_usage, is_changeable, must_be_changeable};
