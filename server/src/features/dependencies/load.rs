//! A dependency with everything that is shown of it.

use sea_orm::{ConnectionTrait, DbErr};

use super::dependency::Dependency;
use super::queries;
use crate::auth::Scope;
use crate::domain::dependencies::Child;

/// What a child depends on and what depends on it, as far as a scope goes.
pub async fn load_dependency(
    db: &impl ConnectionTrait,
    scope: &Scope,
    child: Child,
) -> Result<Dependency, DbErr> {
    Ok(Dependency {
        parent: queries::find_parent(db, scope, child).await?.unwrap_or_default(),
        unreachable: queries::is_unreachable(db, scope, child).await?,
        dependents: queries::list_dependents(db, scope, child).await?,
    })
}
