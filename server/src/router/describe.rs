//! Makes the description of the routes out of the code: for `openapi.json`.

use utoipa::openapi::OpenApi as Document;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use super::constrain::constrain;
use super::enum_values::write_enum_values;
use super::reads::Handler;
use super::routes::Routes;
use crate::app::App;

/// What is said of the handlers of one group, and what they read.
pub struct Described {
    pub operations: UtoipaMethodRouter<App>,
    pub handlers: Vec<Handler>,
}

/// The description of all routes with their rules, under this head.
pub fn describe(routes: Routes, head: Document) -> Document {
    let mut router = OpenApiRouter::with_openapi(head);
    let mut handlers = Vec::new();
    for described in routes.described {
        router = router.routes(described.operations);
        handlers.extend(described.handlers);
    }
    let mut document = router.into_openapi();
    constrain(&mut document, &handlers);
    write_enum_values(&mut document);
    document
}
