//! Paths as callers write them → paths as we document them.
//!
//! Callers in the wild drop a trailing slash or double one, and a redirect
//! would lose their body. So doubled slashes collapse, and a missing last one
//! is added where that leads to a known route. One route is documented without
//! a last slash and answers with one as well. Nothing is redirected.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::Uri;
use axum::http::uri::PathAndQuery;
use axum::middleware::Next;
use axum::response::Response;

/// Routes documented without a last slash that callers also write with one.
const BOTH_SPELLINGS: &[&str] = &["/core/customfields"];

/// Every path the router knows, as templates.
#[derive(Clone)]
pub struct KnownPaths(Arc<matchit::Router<Arc<str>>>);

/// The template of the route a request goes to: `/agents/{agent_id}/`.
#[derive(Clone)]
pub struct RouteTemplate(pub Arc<str>);

impl KnownPaths {
    /// From templates in the router's own spelling.
    pub fn new<'a>(templates: impl IntoIterator<Item = &'a str>) -> Self {
        let mut router = matchit::Router::new();
        for template in templates {
            router
                .insert(template, Arc::from(template))
                .expect("two routes of one shape would have failed in the router already");
        }
        Self(Arc::new(router))
    }

    fn template(&self, path: &str) -> Option<RouteTemplate> {
        self.0.at(path).ok().map(|found| RouteTemplate(found.value.clone()))
    }

    /// The repaired path; none if no repair leads to a route.
    #[cfg(any(test, fuzzing))]
    pub fn repaired(&self, path: &str) -> Option<String> {
        match self.template(path) {
            Some(_) => Some(path.to_owned()),
            None => self.repair(path).map(|(path, _)| path),
        }
    }

    /// The spelling that is a route, if one of the allowed repairs leads to
    /// one.
    fn repair(&self, path: &str) -> Option<(String, RouteTemplate)> {
        let collapsed = collapse_slashes(path);
        if let Some(template) = self.template(&collapsed) {
            return Some((collapsed, template));
        }
        if let Some(open) = collapsed.strip_suffix('/').filter(|open| BOTH_SPELLINGS.contains(open))
        {
            return Some((open.to_owned(), self.template(open)?));
        }
        let closed = format!("{collapsed}/");
        let template = self.template(&closed)?;
        Some((closed, template))
    }
}

/// Middleware: rewrites the path of a request before it is routed.
pub async fn normalise(
    State(paths): State<KnownPaths>,
    mut request: Request,
    next: Next,
) -> Response {
    let found = match paths.template(request.uri().path()) {
        Some(template) => Some(template),
        None => paths.repair(request.uri().path()).map(|(path, template)| {
            set_path(&mut request, &path);
            template
        }),
    };
    if let Some(template) = found {
        request.extensions_mut().insert(template);
    }
    next.run(request).await
}

fn set_path(request: &mut Request, path: &str) {
    let text = match request.uri().query() {
        Some(query) => format!("{path}?{query}"),
        None => path.to_owned(),
    };
    let mut parts = request.uri().clone().into_parts();
    parts.path_and_query = PathAndQuery::try_from(text).ok();
    if let Ok(uri) = Uri::from_parts(parts) {
        *request.uri_mut() = uri;
    }
}

fn collapse_slashes(path: &str) -> String {
    let mut collapsed = String::with_capacity(path.len());
    for character in path.chars() {
        if character != '/' || !collapsed.ends_with('/') {
            collapsed.push(character);
        }
    }
    collapsed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repaired(path: &str) -> Option<String> {
        let known = ["/agents/", "/agents/{agent_id}/", "/core/customfields", "/metrics", "/"];
        let paths = KnownPaths::new(known);
        paths.repair(path).map(|(path, _)| path)
    }

    #[test]
    fn a_missing_slash_is_added_and_doubled_ones_collapse() {
        let cases = [
            ("/agents", Some("/agents/")),
            ("//agents//", Some("/agents/")),
            ("/agents/abc", Some("/agents/abc/")),
            ("//core/customfields", Some("/core/customfields")),
            ("/core/customfields/", Some("/core/customfields")),
            ("/core//customfields//", Some("/core/customfields")),
            ("/metrics/", None),
            ("//", Some("/")),
            ("/nothing", None),
            ("/agents/abc/def", None),
        ];
        for (sent, expected) in cases {
            assert_eq!(repaired(sent).as_deref(), expected, "{sent}");
        }
    }
}
