//! A result of a check on an agent in the caller's scope.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use crate::auth::Scope;
use crate::domain::fleet::{Target, target_columns};
use crate::ids::AgentId;
use crate::storage::sql;

/// The result that a request is about.
#[derive(Debug, FromQueryResult)]
pub struct ResultTarget {
    /// Key of the result.
    pub result: i64,
    /// Key of the check.
    pub check_key: i64,
    pub name: String,
    pub check_type: String,
    #[sea_orm(nested)]
    pub target: Target,
}

impl ResultTarget {
    /// What people call the check.
    pub fn shown_name(&self) -> &str {
        if self.name.is_empty() { &self.check_type } else { &self.name }
    }
}

/// The result with a key.
pub async fn find_result(
    db: &impl ConnectionTrait,
    scope: &Scope,
    result: i64,
) -> Result<Option<ResultTarget>, DbErr> {
    find(db, scope, "r.id = $1", vec![result.into()]).await
}

/// The result of a check on an agent.
pub async fn find_result_of(
    db: &impl ConnectionTrait,
    scope: &Scope,
    agent_id: &AgentId,
    check: i64,
) -> Result<Option<ResultTarget>, DbErr> {
    find(db, scope, "a.agent_id = $1 and r.check_id = $2", vec![agent_id.into(), check.into()])
        .await
}

async fn find(
    db: &impl ConnectionTrait,
    scope: &Scope,
    condition: &str,
    values: Vec<Value>,
) -> Result<Option<ResultTarget>, DbErr> {
    let text = format!(
        "select r.id as result, r.check_id as check_key, c.name, c.check_type, {}
           from check_results r join checks c on c.id = r.check_id
           join present_agents a on a.id = r.agent_id join sites s on s.id = a.site_id
          where {condition} and {}",
        target_columns(),
        scope.site_condition("s.client_id", "s.id")
    );
    sql::one(db, &text, values).await
}
