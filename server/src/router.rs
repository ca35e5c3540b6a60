//! Every path, by subject and in the order of the specification's tables. The
//! right a call needs is in its handler's signature.

mod accounts;
mod automation;
#[cfg(test)]
mod constrain;
#[cfg(test)]
mod describe;
#[cfg(test)]
mod enum_values;
mod fleet;
mod interface;
#[cfg(test)]
mod reads;
mod routes;
#[cfg(test)]
mod schema_path;
mod server;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::sync::LazyLock;

use axum::{Extension, Router};

use self::routes::Routes;
use crate::app::App;
use crate::error::ApiError;
use crate::features::{beta, schema};
use crate::http::{Admission, KnownPaths, framed};
use crate::idempotency::{self, Idempotency};

/// All routes of the API.
fn api() -> Routes {
    let parts = [interface::add, accounts::add, fleet::add, automation::add, server::add];
    parts.into_iter().fold(Routes::default(), |routes, add| add(routes))
}

/// The whole server as one service: API, agent link, schema browser.
pub fn service(app: &App) -> Router {
    let api = &*API;
    let idempotency = Idempotency::new(app, api.own.clone());
    let routes = api
        .routes
        .clone()
        .fallback(|| async { ApiError::NotFound("path") })
        .method_not_allowed_fallback(|| async { ApiError::MethodNotAllowed })
        .layer(Extension(api.texts.clone()))
        .with_state(app.clone());
    // While it is off, its paths are unknown like any other.
    let routes = match app.settings.beta_api_enabled {
        true => routes.clone().merge(beta::routes(app, routes, api.lists.clone())),
        false => routes,
    };
    framed(routes, app, api.known.clone(), idempotency, Admission::default())
}

/// The description of every route, body, answer and error, made out of the code.
#[cfg(test)]
pub fn document() -> &'static utoipa::openapi::OpenApi {
    static DOCUMENT: LazyLock<utoipa::openapi::OpenApi> = LazyLock::new(|| {
        let head = <schema::Description as utoipa::OpenApi>::openapi();
        let mut document = describe::describe(api(), head);
        idempotency::describe(&mut document);
        beta::describe(&mut document);
        document
    });
    &DOCUMENT
}

/// The document as text: the content of `openapi.json` at the root of the
/// repository.
#[cfg(test)]
pub fn document_text() -> String {
    let text = document().to_pretty_json().expect("the document is plain JSON");
    text + "\n"
}

/// Every path, for the code that repairs paths.
#[cfg(any(test, fuzzing))]
pub fn known_paths() -> &'static KnownPaths {
    &API.known
}

/// What every server of a process shares.
struct Described {
    routes: Router<App>,
    /// Routes that look after their idempotency themselves.
    own: HashSet<String>,
    known: KnownPaths,
    lists: beta::Lists,
    texts: schema::Texts,
}

/// Made once: every server of a process has the same routes.
static API: LazyLock<Described> = LazyLock::new(|| {
    let Routes { router: routes, undescribed, .. } = api();
    let document = schema::document().expect("the build took in a whole document");
    let documented = document["paths"].as_object().into_iter().flat_map(|paths| paths.keys());
    Described {
        routes,
        own: idempotency::list_own(&document),
        known: KnownPaths::new(documented.map(String::as_str).chain(undescribed)),
        lists: beta::Lists::new(&document),
        texts: schema::Texts::default(),
    }
});
