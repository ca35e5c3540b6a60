//! Who may have the output of a script written into a custom field: callers who
//! may change it by hand.

use super::model::Model;
use crate::auth::{Identity, Right};
use crate::error::ApiError;

/// Refuses a caller who may not change this field of an agent, or of its client
/// or site, by hand.
pub fn must_write(caller: &Identity, model: Model, client: i64, site: i64) -> Result<(), ApiError> {
    caller.must_have(right(model))?;
    let is_in_scope = match model {
        Model::Agent | Model::Site => caller.scope.has_site(client, site),
        Model::Client => caller.scope.has_whole_client(client),
    };
    if is_in_scope {
        return Ok(());
    }
    let sentence = "the custom field belongs to the client, and your role does not cover all of it";
    Err(ApiError::Forbidden(sentence.to_owned()))
}

/// The same for the agents that a policy reaches, now or later: they may be of
/// any client.
pub fn must_write_anywhere(caller: &Identity, model: Model) -> Result<(), ApiError> {
    caller.must_have(right(model))?;
    match model {
        Model::Agent => Ok(()),
        Model::Client | Model::Site => caller.must_see_everything(),
    }
}

/// The right to change it by hand.
fn right(model: Model) -> Right {
    match model {
        Model::Agent => Right::EditAgent,
        Model::Client => Right::ManageClients,
        Model::Site => Right::ManageSites,
    }
}
