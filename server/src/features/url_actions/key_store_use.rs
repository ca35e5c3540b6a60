//! Whether a caller may have values of the key store filled into a URL action
//! (decisions 53 and 68).

use crate::auth::{Identity, Right};
use crate::domain::placeholders::global_names;
use crate::domain::webhooks::Template;
use crate::error::{ApiError, Problems, add_problem};

/// Refuses placeholders of the key store in a template that the caller has
/// written, unless they may see the key store: the request would bring the values
/// to wherever they like.
pub fn check_key_store(caller: &Identity, template: &Template) -> Result<(), ApiError> {
    if caller.rights.has(Right::ViewGlobalKeystore) {
        return Ok(());
    }
    let headers = template.headers.entries().iter().map(|one| ("rest_headers", one.value.reveal()));
    let texts = [("pattern", template.pattern.as_str()), ("rest_body", template.body.as_str())];
    let mut problems = Problems::new();
    for (field, text) in texts.into_iter().chain(headers) {
        for name in global_names(text) {
            let sentence = format!(
                "{{{{global.{name}}}}} can only be used by people who may see the key store"
            );
            add_problem(&mut problems, field, sentence);
        }
    }
    ApiError::refuse(problems)
}
