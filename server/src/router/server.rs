//! Settings, live events, the agents' side, and the server itself.

use axum::routing::get;

use super::routes::{Routes, routes};
use crate::features::{
    agents, dashboard, deployments, freeze, health, key_store, link, live_events, mail,
    maintenance, remote, schema, server_scripts, settings, url_actions, views,
};
use crate::http;
use crate::sockets;
use crate::web_files;

#[rustfmt::skip]
pub fn add(routes: Routes) -> Routes {
    routes
        // Core
        .routes(routes!(settings::show_settings,
                        settings::update_settings))                      // /core/settings/
        .routes(routes!(health::read_own_health))                        // /core/health/
        .routes(routes!(dashboard::read_version))                        // /core/version/
        .routes(routes!(dashboard::read_dashinfo))                       // /core/dashinfo/
        .routes(routes!(mail::test_email))                               // /core/emailtest/
        .routes(routes!(mail::test_sms))                                 // /core/smstest/
        .routes(routes!(server_scripts::test_server_script))             // /core/serverscript/test/
        .routes(routes!(maintenance::clear_cache,
                        maintenance::clear_cache_by_get))                // /core/clearcache/
        .routes(routes!(maintenance::maintain_server))                   // /core/servermaintenance/
        .routes(routes!(freeze::list_freezes, freeze::start_freeze))     // /core/freeze/
        .routes(routes!(freeze::thaw))                                   // /core/thaw/
        .routes(routes!(key_store::list_keys, key_store::create_key))    // /core/keystore/
        .routes(routes!(key_store::update_key, key_store::delete_key))   // /core/keystore/<id>/
        .routes(routes!(url_actions::list_url_actions,
                        url_actions::create_url_action))                 // /core/urlaction/
        .routes(routes!(url_actions::update_url_action,
                        url_actions::delete_url_action))                 // /core/urlaction/<id>/
        .routes(routes!(url_actions::run_url_action))                    // /core/urlaction/run/
        .routes(routes!(url_actions::test_url_action))                   // /core/urlaction/run/test/
        .routes(routes!(url_actions::list_url_action_presets))           // /core/urlaction/presets/
        .routes(routes!(url_actions::list_url_action_deliveries))        // /core/urlaction/<id>/deliveries/
        .routes(routes!(url_actions::resend_delivery))                   // /core/urlaction/deliveries/<id>/resend/
        .routes(routes!(views::list_views, views::create_view))          // /core/views/
        .routes(routes!(views::update_view, views::delete_view))         // /core/views/<id>/
        // Live events
        .routes(routes!(sockets::create_ticket))                         // /ws/ticket/
        .route("/ws/events/", get(live_events::follow_events))
        .route("/ws/dashinfo/", get(dashboard::follow_dashinfo))
        .route("/ws/agent/{agent_id}/cmd/", get(agents::stream_commands))
        .route("/ws/agent/{agent_id}/terminal/{uuid}/", get(remote::stream_terminal))
        .route("/remote/v1/connect/", get(remote::connect_remote))
        .routes(routes!(live_events::stream_events))                     // /events/
        // The agents' side
        .routes(routes!(link::enrol_agent))                              // /link/enroll/
        .routes(routes!(link::leave))                                    // /link/leave/
        .routes(routes!(deployments::download_agent))                    // /link/agent/<plat>/<arch>/
        .route("/link/connect/", get(link::connect_agent))
        // Schema browser
        .routes(routes!(schema::read_schema))                            // /api/schema/
        .route("/api/schema/swagger-ui/", get(schema::read_swagger_page))
        .route("/api/schema/swagger-ui/{file}", get(schema::read_swagger_file))
        .route("/api/schema/redoc/", get(schema::read_redoc_page))
        .route("/api/schema/redoc/{file}", get(schema::read_redoc_file))
        // The web interface
        .route("/ui/", get(web_files::read_page))
        .route("/ui/{*path}", get(web_files::read_file))
        // Operation
        .routes(routes!(health::read_old_health))                        // /core/status/
        .routes(routes!(http::read_metrics))                             // /metrics
}
