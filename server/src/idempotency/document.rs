//! What the description of the API says about the header.

use std::collections::HashSet;

use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::Type;
use utoipa::openapi::{ObjectBuilder, OpenApi, RefOr, Required};

const NAME: &str = "Idempotency-Key";

/// Templates of the routes whose own description names the header: they keep
/// their keys themselves.
pub fn list_own(document: &OpenApi) -> HashSet<String> {
    let paths = document.paths.paths.iter();
    let is_own = |item: &utoipa::openapi::PathItem| {
        let parameters = item.post.as_ref().and_then(|post| post.parameters.as_deref());
        let is_named = |parameter: &RefOr<Parameter>| match parameter {
            RefOr::T(parameter) => parameter.name == NAME,
            RefOr::Ref(_) => false,
        };
        parameters.unwrap_or_default().iter().any(is_named)
    };
    paths.filter(|(_, item)| is_own(item)).map(|(path, _)| path.clone()).collect()
}

/// Describes the header on every other POST.
pub fn describe(document: &mut OpenApi) {
    let own = list_own(document);
    for (path, item) in &mut document.paths.paths {
        if let Some(post) = item.post.as_mut().filter(|_| !own.contains(path)) {
            post.parameters.get_or_insert_default().push(RefOr::T(parameter()));
        }
    }
}

fn parameter() -> Parameter {
    ParameterBuilder::new()
        .name(NAME)
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some("Answers as the first time, and does nothing twice within 24 h."))
        .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
        .build()
}
