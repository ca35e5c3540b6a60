//! The header in the description of the API.

use std::collections::HashSet;

use serde_json::Value;

const NAME: &str = "Idempotency-Key";
/// What is said of it where a handler does not describe it itself.
const COMMON: &str = "Answers as the first time, and does nothing twice within 24 h.";

/// Templates of the routes that describe the header themselves: they store their
/// keys themselves.
pub fn list_own(document: &Value) -> HashSet<String> {
    let is_own = |one: &Value| one["name"] == NAME && one["description"] != COMMON;
    let describes_it = |item: &Value| {
        item["post"]["parameters"].as_array().is_some_and(|all| all.iter().any(is_own))
    };
    let paths = document["paths"].as_object().into_iter().flatten();
    paths.filter(|(_, item)| describes_it(item)).map(|(path, _)| path.clone()).collect()
}

/// Describes the header on every other POST.
#[cfg(test)]
pub fn describe(document: &mut utoipa::openapi::OpenApi) {
    use utoipa::openapi::path::{ParameterBuilder, ParameterIn};
    use utoipa::openapi::schema::Type;
    use utoipa::openapi::{ObjectBuilder, RefOr, Required};

    let parameter = ParameterBuilder::new()
        .name(NAME)
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some(COMMON))
        .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
        .build();
    let own = list_own(&serde_json::to_value(&*document).unwrap_or_default());
    for (path, item) in &mut document.paths.paths {
        if let Some(post) = item.post.as_mut().filter(|_| !own.contains(path)) {
            post.parameters.get_or_insert_default().push(RefOr::T(parameter.clone()));
        }
    }
}
