//! Deployments: links and installers with which computers become agents.
//!
//! Each is a row with its site, expiry, uses and networks; the tokens handed out
//! with it are signed and refer to the row (see [`EnrolmentToken`]).

mod add;
mod agent_file;
mod archive;
mod base_url;
mod command;
mod create_deployment;
mod create_installer;
mod delete_deployment;
mod deploy;
mod deployment;
mod download_agent;
mod enrolment_token;
mod fields;
mod file_content;
mod list_deployments;
mod list_installers;
mod package;
mod program;
mod pruning;
mod publisher;
mod queries;
mod quoting;
mod release;
mod script;
mod sealing;
mod stock;
#[cfg(test)]
mod tests;

pub use add::{NewDeployment, add};
pub use create_deployment::*;
pub use create_installer::*;
pub use delete_deployment::*;
pub use deploy::*;
pub use deployment::{InstallFlags, Kind};
pub use download_agent::*;
pub use enrolment_token::{EnrolmentToken, random_uid};
pub use list_deployments::*;
pub use list_installers::*;
pub use program::{Program, find_program};
pub use pruning::prune;
pub use publisher::find_publisher_signature;
pub use queries::{revoke_all, use_deployment};
pub use release::{list_programs, newest_release};
pub use sealing::seal_links;
