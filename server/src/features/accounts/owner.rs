//! The installation must not lose its owner, nor its last superuser.

use sea_orm::ConnectionTrait;

use super::queries::installation::{self, AccountState};
use crate::app::App;
use crate::error::ApiError;

/// The owner and the superusers before a change.
pub struct OwnershipBefore {
    owner: Option<AccountState>,
    has_superuser: bool,
}

impl OwnershipBefore {
    /// Reads the state before anything is changed.
    pub async fn read(app: &App, write: &impl ConnectionTrait) -> Result<Self, ApiError> {
        Ok(Self {
            owner: find_owner(app, write).await?,
            has_superuser: installation::count_superusers(write).await? > 0,
        })
    }

    /// Refuses a change after which the owner is gone, disabled or demoted, or
    /// no superuser can log in. Must be called before the change is committed.
    pub async fn must_still_hold(
        self,
        app: &App,
        write: &impl ConnectionTrait,
    ) -> Result<(), ApiError> {
        if let Some(before) = self.owner
            && find_owner(app, write).await?.is_none_or(|after| has_lost(before, after))
        {
            let sentence = "the owner account cannot be deleted, disabled or demoted";
            return Err(ApiError::Conflict(sentence.to_owned()));
        }
        if self.has_superuser && installation::count_superusers(write).await? == 0 {
            let sentence = "the last active superuser cannot be deleted, disabled or demoted";
            return Err(ApiError::Conflict(sentence.to_owned()));
        }
        Ok(())
    }
}

async fn find_owner(
    app: &App,
    write: &impl ConnectionTrait,
) -> Result<Option<AccountState>, ApiError> {
    let name = app.settings.owner_user.as_deref();
    Ok(installation::find_owner(write, name).await?)
}

fn has_lost(before: AccountState, after: AccountState) -> bool {
    before.id != after.id
        || before.is_active && !after.is_active
        || !before.block_dashboard_login && after.block_dashboard_login
        || before.is_superuser && !after.is_superuser
}
