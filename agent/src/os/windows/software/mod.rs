//! What is installed on Windows: programs, as the registry lists them, and apps of
//! the Store.

mod app;
mod apps;
mod entry;
mod uninstall_keys;

use muster_protocol::Software;

use crate::os::Problem;

/// Everything that is installed, by name.
pub async fn list_software() -> Result<Vec<Software>, Problem> {
    let mut found = tokio::task::spawn_blocking(|| {
        let programs = entry::programs(&uninstall_keys::entries());
        programs.into_iter().chain(app::current_apps(apps::packages())).collect::<Vec<_>>()
    })
    .await?;
    found.sort_by_cached_key(|software| (software.name.to_lowercase(), software.version.clone()));
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_list_is_sorted_and_everything_in_it_has_a_name_and_a_source() {
        let found = list_software().await.unwrap();
        let names: Vec<String> =
            found.iter().map(|software| software.name.to_lowercase()).collect();
        assert!(names.is_sorted() && names.iter().all(|name| !name.is_empty()), "{names:?}");
        let sources = ["exe", "msi", "store"];
        assert!(found.iter().all(|software| sources.contains(&&*software.source)), "{found:?}");
    }
}
