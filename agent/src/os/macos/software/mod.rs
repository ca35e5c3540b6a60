//! What is installed: apps, packages of the system's installer, and what Homebrew has.

mod applications;
mod brew;
mod receipts;

use std::path::Path;

use muster_protocol::Software;

use crate::os::Problem;

/// Everything that is installed, kind by kind, by name.
pub async fn list_software() -> Result<Vec<Software>, Problem> {
    let receipts = tokio::task::spawn_blocking(|| receipts::list(Path::new(receipts::FOLDER)));
    let (apps, receipts, of_brew) = tokio::join!(applications::list(), receipts, brew::list());
    combine(apps, receipts?, of_brew)
}

/// What is out of order does not hide what the others know, but the apps are most of it.
fn combine(
    apps: Result<Vec<Software>, Problem>,
    receipts: Vec<Software>,
    of_brew: Result<Vec<Software>, Problem>,
) -> Result<Vec<Software>, Problem> {
    let of_brew = of_brew.unwrap_or_else(|problem| {
        tracing::debug!(%problem, "what Homebrew has installed is not known");
        Vec::new()
    });
    let mut found = apps?;
    found.extend(receipts);
    found.extend(of_brew);
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_apps_there_is_no_list_and_without_the_others_there_is() {
        let one = |name: &str| vec![Software { name: name.to_owned(), ..Software::default() }];
        let broken = || Err(Problem::failed("it takes too long"));
        let names = |list: Vec<Software>| list.into_iter().map(|s| s.name).collect::<String>();
        assert_eq!(combine(Ok(one("a")), one("b"), Ok(one("c"))).map(names), Ok("abc".to_owned()));
        assert_eq!(combine(Ok(one("a")), one("b"), broken()).map(names), Ok("ab".to_owned()));
        assert_eq!(combine(broken(), one("b"), Ok(one("c"))), broken());
    }
}
