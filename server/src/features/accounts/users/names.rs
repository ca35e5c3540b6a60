//! Which name an account may have.

use crate::audit::Change;
use crate::error::ApiError;
use crate::features::accounts::{queries, writing};

/// What the audit log calls the parts of the server that do something by
/// themselves.
const RESERVED: [&str; 5] = ["agent", "console", "enrolment", "system", "unknown"];

/// Refuses a name that somebody else has, or under which the audit log may have
/// rows of somebody else. `own` is the account that is to have it, if there is
/// one already.
pub async fn must_be_free(change: &Change, name: &str, own: Option<i64>) -> Result<(), ApiError> {
    if RESERVED.contains(&name.to_lowercase().as_str()) {
        return Err(ApiError::invalid("username", "this name is reserved for the server"));
    }
    let found = queries::users::find_user_named(&**change, name).await?;
    if found.is_some_and(|other| Some(other.id) != own) {
        return Err(writing::is_taken("username"));
    }
    if queries::names::was_of_another(&**change, name, own).await? {
        return Err(ApiError::invalid("username", "somebody else had this name: choose another"));
    }
    Ok(())
}

/// Refuses another name that the account may not have, and remembers the one it
/// had. A name that stays is not checked: screens send whole objects.
pub async fn rename(change: &Change, id: i64, old: &str, new: &str) -> Result<(), ApiError> {
    if new == old {
        return Ok(());
    }
    must_be_free(change, new, Some(id)).await?;
    if new.to_lowercase() != old.to_lowercase() {
        queries::names::insert_former_name(&**change, old, id).await?;
    }
    Ok(())
}
