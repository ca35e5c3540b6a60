//! The clients that scripts, snippets and policies belong to, and who may
//! therefore change them (decision 60).
//!
//! What belongs to no client is everybody's: only callers who see the whole
//! fleet change it. Reading and running need only the right.

use sea_orm::{ConnectionTrait, DbErr, Value};

use crate::auth::Scope;
use crate::error::{ApiError, Problems, add_problem};
use crate::input::Fields;
use crate::storage::sql;

const FIELD: &str = "owner_clients";
const MOST_OWNERS: usize = 1000;

/// `owner_clients` of a body: nothing if it is absent, `Some(None)` if it is
/// null, which means the default.
pub type SentOwners = Option<Option<Vec<i64>>>;

/// Takes `owner_clients` out of a body.
pub fn sent_owners(fields: &Fields<'_>) -> SentOwners {
    fields.wholes(FIELD).max_items(MOST_OWNERS, "entries").nullable()
}

/// Refuses a caller who may not change what belongs to these clients.
pub fn must_be_owned(scope: &Scope, owners: &[i64]) -> Result<(), ApiError> {
    if scope.may_change(owners) {
        return Ok(());
    }
    let sentence = match owners {
        [] => "it belongs to all clients, and your role's scope does not have all of them",
        _ => "it belongs to clients outside your role's scope",
    };
    Err(ApiError::Forbidden(sentence.to_owned()))
}

/// The owners of something that is about to be stored. `before` are those it
/// has, if it is stored already and the caller may change it.
///
/// What a caller with a scope creates belongs to the whole clients of that
/// scope, and never to others.
pub async fn choose_owners(
    db: &impl ConnectionTrait,
    scope: &Scope,
    before: Option<&[i64]>,
    sent: SentOwners,
    problems: &mut Problems,
) -> Result<Vec<i64>, ApiError> {
    let owners = match (sent, before) {
        (None, Some(before)) => return Ok(before.to_vec()),
        (None | Some(None), _) => scope.whole_clients(),
        (Some(Some(sent)), before) => {
            check_clients(db, scope, before.unwrap_or_default(), &sent, problems).await?;
            each_once(sent)
        }
    };
    if owners.is_empty() && !scope.is_everything() {
        let sentence = "it has to belong to a client that your role's scope has as a whole";
        return Err(ApiError::Forbidden(sentence.to_owned()));
    }
    Ok(owners)
}

/// Adds a problem for each client that is not there, or not in scope as a
/// whole. One that was removed may stay where it is named already: forms send
/// what they were shown.
async fn check_clients(
    db: &impl ConnectionTrait,
    scope: &Scope,
    before: &[i64],
    sent: &[i64],
    problems: &mut Problems,
) -> Result<(), DbErr> {
    let text = format!(
        "select c.id from clients c where c.id in ({}) and {}",
        sql::list(sent),
        scope.whole_client_condition("c.id")
    );
    let found: Vec<i64> = sql::values(db, &text, []).await?;
    for (index, client) in sent.iter().enumerate() {
        if !found.contains(client) && !before.contains(client) {
            add_problem(problems, format!("{FIELD}[{index}]"), "there is no such client");
        }
    }
    Ok(())
}

fn each_once(mut clients: Vec<i64>) -> Vec<i64> {
    clients.sort_unstable();
    clients.dedup();
    clients
}

/// Owners as they are stored.
pub fn stored_owners(owners: &[i64]) -> Value {
    serde_json::json!(owners).to_string().into()
}

/// Stored owners. A text that is none counts as everybody's, which fewest may
/// change.
pub fn read_owners(text: &str) -> Vec<i64> {
    serde_json::from_str(text).unwrap_or_default()
}
