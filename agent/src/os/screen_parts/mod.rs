//! What a system's part says about its screen: size and monitors, pixels, the pointer.

pub mod cursor;
pub mod geometry;
pub mod picture;
