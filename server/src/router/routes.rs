//! Routes together with what their handlers read.

use axum::Router;
use axum::routing::MethodRouter;
use utoipa::openapi::OpenApi as Document;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use super::constrain::constrain;
use super::reads::Handler;
use crate::app::App;

/// Routes with their description, and where to find the rules of each.
pub struct Routes {
    router: OpenApiRouter<App>,
    handlers: Vec<Handler>,
    undescribed: Vec<&'static str>,
}

/// The routes of handlers that are described. A handler whose arguments do not
/// say what they read does not compile.
macro_rules! routes {
    ($($handler:path),+ $(,)?) => {
        (
            utoipa_axum::routes!($($handler),+),
            vec![$($crate::router::reads::Handler::new(stringify!($handler), $handler)),+],
        )
    };
}

pub(super) use routes;

impl Routes {
    /// None yet, under this head of the document.
    pub fn new(head: Document) -> Self {
        Self {
            router: OpenApiRouter::with_openapi(head),
            handlers: Vec::new(),
            undescribed: Vec::new(),
        }
    }

    /// Adds what [`routes!`] says.
    pub fn routes(
        mut self,
        (described, handlers): (UtoipaMethodRouter<App>, Vec<Handler>),
    ) -> Self {
        self.router = self.router.routes(described);
        self.handlers.extend(handlers);
        self
    }

    /// Adds a route that OpenAPI cannot describe, or that is no part of the API
    /// for people and programs.
    pub fn route(mut self, path: &'static str, handler: MethodRouter<App>) -> Self {
        self.router = self.router.route(path, handler);
        self.undescribed.push(path);
        self
    }

    /// The routes, their description without rules, and the paths of those
    /// that have none.
    pub fn split(self) -> (Router<App>, Document, Vec<&'static str>) {
        let (router, document) = self.router.split_for_parts();
        (router, document, self.undescribed)
    }

    /// What every handler reads.
    #[cfg(test)]
    pub fn handlers(self) -> Vec<Handler> {
        self.handlers
    }

    /// The description with all rules.
    pub fn describe(self) -> Document {
        let (_, mut document) = self.router.split_for_parts();
        constrain(&mut document, &self.handlers);
        document
    }
}
