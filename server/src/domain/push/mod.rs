//! Notifications in browsers: the key of the installation, the browsers that want
//! them, and the jobs that send them to people who may read the alert.

mod alert;
mod key;
mod notification;
mod queries;
mod recipients;
mod send;
mod subscription;
#[cfg(test)]
mod tests;

pub use alert::{PUSH_ALERT_KIND, PushAlert, distribute, push_alert, push_to_browsers};
pub use key::{make_key, read_key};
pub use notification::Notification;
pub use queries::{
    count_subscriptions, delete_subscription, find_owner, list_subscriptions, lock_subscription,
    store_subscription, update_subscription,
};
pub use send::{SEND_PUSH_KIND, send_now, send_push};
pub use subscription::{NewSubscription, PushSubscription};
