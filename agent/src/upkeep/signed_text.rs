//! What has to be signed of a program before this agent takes it.

use muster_protocol::{UpdateAgent, downgrade_to_sign, package_to_sign};

use crate::os::platform;

/// The text for this kind of computer. Going back to an older release needs a
/// signature of its own, so that an old order cannot be used for it.
pub fn signed_text(request: &UpdateAgent) -> Vec<u8> {
    let to_sign = if request.allow_downgrade { downgrade_to_sign } else { package_to_sign };
    to_sign(platform::name(), &platform::build(), &request.version, &request.sha256)
}
