//! Accounts, through the front door.
