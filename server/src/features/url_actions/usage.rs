//! Where a URL action is in use.

use sea_orm::{DatabaseTransaction, DbErr};

use crate::error::ApiError;
use crate::features::URL_ACTION_REFERRERS;

/// How many uses a refusal names.
const NAMED: usize = 10;

/// What refers to a URL action, in words for people.
pub async fn list_uses(write: &DatabaseTransaction, id: i64) -> Result<Vec<String>, DbErr> {
    let mut uses = Vec::new();
    for referrer in URL_ACTION_REFERRERS {
        uses.extend((referrer.uses)(write, id).await?);
    }
    Ok(uses)
}

/// Removes all references to a URL action.
pub async fn clear_uses(write: &DatabaseTransaction, id: i64) -> Result<(), DbErr> {
    for referrer in URL_ACTION_REFERRERS {
        (referrer.release)(write, id).await?;
    }
    Ok(())
}

/// Refuses to delete a URL action that is used, naming its first uses.
pub fn must_be_unused(uses: &[String]) -> Result<(), ApiError> {
    if uses.is_empty() {
        return Ok(());
    }
    let named = &uses[..uses.len().min(NAMED)];
    let more = match uses.len() - named.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Err(ApiError::InUse(format!("it is in use by {}{more}", named.join(", "))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_the_first_ten_places() {
        assert!(must_be_unused(&[]).is_ok());
        let uses: Vec<String> = (1..=12).map(|n| n.to_string()).collect();
        let refusal = must_be_unused(&uses).unwrap_err();
        assert_eq!(refusal.to_string(), "it is in use by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more");
        let refusal = must_be_unused(&uses[..1]).unwrap_err();
        assert_eq!(refusal.to_string(), "it is in use by 1");
    }
}
