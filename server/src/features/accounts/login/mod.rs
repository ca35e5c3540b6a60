//! The two-step login, its limits, and the end of a session.

mod check_credentials;
mod code;
mod credentials;
mod log_in;
mod logout;
mod logout_all;
mod origin;
mod pause;
mod proof;
mod pruning;
mod read_me;
mod setup_totp;

pub use check_credentials::*;
pub use log_in::*;
pub use logout::*;
pub use logout_all::*;
pub use proof::must_have_fresh_factor;
pub use pruning::prune_logins;
pub use read_me::*;
pub use setup_totp::*;

pub(super) use code::recovery_digest;
pub(super) use origin::Origin;
pub(super) use pause::forget_failures;
pub(super) use proof::must_prove;
