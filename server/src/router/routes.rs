//! Routes, and in tests what describes them: the document is made there and
//! kept in `openapi.json`, which the program takes in.

use axum::Router;
use axum::handler::Handler;
use axum::routing::MethodRouter;
use utoipa_axum::PathItemExt;

#[cfg(test)]
use super::describe::Described;
use crate::app::App;

/// Routes whose handlers say their paths and methods.
pub struct Group {
    pub routes: Vec<(String, MethodRouter<App>)>,
    #[cfg(test)]
    pub described: Described,
}

/// The routes of handlers that are described. In tests a handler whose
/// arguments do not say what they read does not compile.
macro_rules! routes {
    ($($module:ident::$handler:ident),+ $(,)?) => {
        $crate::router::routes::Group {
            routes: vec![$(utoipa_axum::paste! {
                $crate::router::routes::route::<$module::[<__path_ $handler>], _, _>(
                    $module::$handler,
                )
            }),+],
            #[cfg(test)]
            described: $crate::router::describe::Described {
                operations: utoipa_axum::routes!($($module::$handler),+),
                handlers: vec![$($crate::router::reads::Handler::new(
                    stringify!($handler),
                    $module::$handler,
                )),+],
            },
        }
    };
}

pub(super) use routes;

/// The path of a handler, and the handler under its methods.
pub fn route<P, H, T>(handler: H) -> (String, MethodRouter<App>)
where
    P: utoipa::Path,
    H: Handler<T, App>,
    T: 'static,
{
    let methods = P::methods().into_iter();
    let on = |router: MethodRouter<App>, method: utoipa::openapi::HttpMethod| {
        router.on(method.to_method_filter(), handler.clone())
    };
    (P::path(), methods.fold(MethodRouter::new(), on))
}

/// All routes.
#[derive(Default)]
pub struct Routes {
    pub router: Router<App>,
    /// The paths of those that no document has.
    pub undescribed: Vec<&'static str>,
    #[cfg(test)]
    pub described: Vec<Described>,
}

impl Routes {
    /// Adds the routes of [`routes!`].
    pub fn routes(mut self, group: Group) -> Self {
        for (path, methods) in group.routes {
            self.router = self.router.route(&path, methods);
        }
        #[cfg(test)]
        self.described.push(group.described);
        self
    }

    /// Adds a route that OpenAPI cannot describe, or that does not belong to
    /// the API for people and programs.
    pub fn route(mut self, path: &'static str, handler: MethodRouter<App>) -> Self {
        self.router = self.router.route(path, handler);
        self.undescribed.push(path);
        self
    }
}
