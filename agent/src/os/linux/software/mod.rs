//! What is installed, by every package manager of this machine.

mod apk;
mod dpkg;
mod flatpak;
mod pacman;
mod query;
mod rpm;
mod snap;

use muster_protocol::Software;

use crate::os::Problem;

/// Everything that is installed, manager by manager, by name.
pub async fn list_software() -> Result<Vec<Software>, Problem> {
    combine([
        dpkg::list().await,
        rpm::list().await,
        Ok(tokio::task::spawn_blocking(apk::list).await?),
        Ok(tokio::task::spawn_blocking(pacman::list).await?),
        snap::list().await,
        flatpak::list().await,
    ])
}

/// A manager that is there but out of order (snap without its service, rpm on
/// Debian) does not hide what the others know.
fn combine(lists: [Result<Option<Vec<Software>>, Problem>; 6]) -> Result<Vec<Software>, Problem> {
    let mut found = Vec::new();
    let mut problem = Problem::unsupported("there is no package manager this agent knows");
    let mut any = false;
    for list in lists {
        match list {
            Ok(Some(packages)) => {
                any = true;
                found.extend(packages);
            }
            Ok(None) => {}
            Err(failure) => {
                tracing::debug!(problem = %failure, "a package manager does not work");
                problem = failure;
            }
        }
    }
    if any { Ok(found) } else { Err(problem) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manager_out_of_order_does_not_hide_the_others() {
        let broken = || Err(Problem::failed("rpm fails: no database"));
        let bash = vec![Software { name: "bash".to_owned(), ..Software::default() }];
        let lists = [Ok(Some(bash.clone())), broken(), Ok(None), Ok(None), broken(), Ok(None)];
        assert_eq!(combine(lists), Ok(bash));
        let lists = [Ok(None), broken(), Ok(None), Ok(None), Ok(None), Ok(None)];
        assert_eq!(combine(lists), Err(Problem::failed("rpm fails: no database")));
        let none = combine([const { Ok(None) }; 6]).unwrap_err();
        assert!(matches!(none, Problem::Unsupported(_)), "{none}");
    }
}
