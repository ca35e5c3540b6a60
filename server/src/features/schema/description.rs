//! The description of the API as a whole in the OpenAPI document.

use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa::{Modify, OpenApi};

/// The head of the document; the router adds every route.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Muster",
        description = "Remote monitoring and management: the same API that the web UI uses.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    modifiers(&Credentials),
    security(("api_key" = []), ("session" = [])),
)]
pub struct Description;

/// How a caller authenticates.
struct Credentials;

impl Modify for Credentials {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let header = |name: &str, text: &str| {
            SecurityScheme::ApiKey(ApiKey::Header(ApiKeyValue::with_description(name, text)))
        };
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("api_key", header("X-API-KEY", "An API key."));
        components.add_security_scheme(
            "session",
            header("Authorization", "`Token` and a session token of the two-step login."),
        );
        components.add_security_scheme(
            "monitoring_token",
            header("X-Mon-Token", "The token of the setting MON_TOKEN."),
        );
    }
}
