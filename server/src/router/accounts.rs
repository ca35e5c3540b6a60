//! Logging in, users, roles and API keys.

use super::routes::{Routes, routes};
use crate::features::{accounts, home, pending_actions, push, watches};

#[rustfmt::skip]
pub fn add(routes: Routes) -> Routes {
    routes
        // First start and login
        .routes(routes!(home::read_home))                                // /
        .routes(routes!(accounts::read_setup))                           // /setup/
        .routes(routes!(accounts::set_up))                               // /setup/
        .routes(routes!(accounts::check_credentials))                    // /v2/checkcreds/
        .routes(routes!(accounts::setup_totp))                           // /accounts/users/setup_totp/
        .routes(routes!(accounts::log_in))                               // /v2/login/
        .routes(routes!(accounts::logout))                               // /logout/
        .routes(routes!(accounts::logout_all))                           // /logoutall/
        .routes(routes!(accounts::read_me))                              // /accounts/me/
        // Users and sessions
        .routes(routes!(accounts::list_users))                           // /accounts/users/
        .routes(routes!(accounts::create_user))                          // /accounts/users/
        .routes(routes!(accounts::read_user))                            // /accounts/{id}/users/
        .routes(routes!(accounts::update_user))                          // /accounts/{id}/users/
        .routes(routes!(accounts::delete_user))                          // /accounts/{id}/users/
        .routes(routes!(pending_actions::read_pending_work))             // /accounts/{id}/pending/
        .routes(routes!(accounts::list_sessions))                        // /accounts/users/{id}/sessions/
        .routes(routes!(accounts::delete_sessions))                      // /accounts/users/{id}/sessions/
        .routes(routes!(accounts::delete_session))                       // /accounts/sessions/{digest}/
        .routes(routes!(accounts::reset_password,
                        accounts::reset_totp_by_put))                    // /accounts/users/reset/
        .routes(routes!(accounts::reset_totp))                           // /accounts/users/reset_totp/
        .routes(routes!(accounts::reset_own_password))                   // /accounts/resetpw/
        .routes(routes!(accounts::reset_own_totp))                       // /accounts/reset2fa/
        .routes(routes!(accounts::create_recovery_codes))                // /accounts/recoverycodes/
        .routes(routes!(accounts::update_preferences))                   // /accounts/users/ui/
        // Notifications in browsers
        .routes(routes!(push::read_push))                                // /accounts/push/
        .routes(routes!(push::create_push))                              // /accounts/push/
        .routes(routes!(push::update_push))                              // /accounts/push/{id}/
        .routes(routes!(push::delete_push))                              // /accounts/push/{id}/
        .routes(routes!(push::test_push))                                // /accounts/push/{id}/test/
        // Watches
        .routes(routes!(watches::list_watches))                          // /accounts/watches/
        .routes(routes!(watches::create_watch))                          // /accounts/watches/
        .routes(routes!(watches::delete_watch))                          // /accounts/watches/{id}/
        // Roles and API keys
        .routes(routes!(accounts::list_roles))                           // /accounts/roles/
        .routes(routes!(accounts::create_role))                          // /accounts/roles/
        .routes(routes!(accounts::read_role))                            // /accounts/roles/{id}/
        .routes(routes!(accounts::update_role))                          // /accounts/roles/{id}/
        .routes(routes!(accounts::delete_role))                          // /accounts/roles/{id}/
        .routes(routes!(accounts::list_api_keys))                        // /accounts/apikeys/
        .routes(routes!(accounts::create_api_key))                       // /accounts/apikeys/
        .routes(routes!(accounts::read_api_key))                         // /accounts/apikeys/{id}/
        .routes(routes!(accounts::update_api_key))                       // /accounts/apikeys/{id}/
        .routes(routes!(accounts::delete_api_key))                       // /accounts/apikeys/{id}/
        .routes(routes!(accounts::rotate_api_key))                       // /accounts/apikeys/{id}/rotate/
}
