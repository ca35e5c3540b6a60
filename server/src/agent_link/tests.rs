//! The link, through the front door.
