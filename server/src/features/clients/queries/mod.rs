//! SQL of clients and sites.

mod read;
mod write;

pub use read::{find_client, find_site, list_clients, list_sites};
pub use write::{
    NAME_TAKEN, client_name_taken, count_sites, delete_client, delete_site, insert_client,
    insert_site, refusal, site_name_taken, update_client, update_site,
};
