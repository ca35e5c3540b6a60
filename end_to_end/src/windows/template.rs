//! The Windows that tests copy: to make one takes many times as long.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::sync::OnceCell;

use super::wine::run_in;
use super::{build_probe, processes, wine_script};
use crate::waiting::until_within;

/// How long Windows may take for its first start, and then to end by itself.
const LIMIT: Duration = Duration::from_secs(240);

/// A program of drive C that keeps a Windows from ending: Wine's ends, with its services,
/// a moment after the last program that is no service.
pub const AWAKE: &str = "awake.exe";

/// What the scripts make a Windows of: when it changes, so does the template.
const RECIPE: [&str; 3] = [
    include_str!("../../../scripts/wine-prefix.sh"),
    include_str!("../../../packaging/windows/test/bcryptprimitives.c"),
    include_str!("probe.c"),
];

/// A Windows in which nothing runs. It is made once and kept beside the test programs.
pub async fn template() -> &'static Path {
    static TEMPLATE: OnceCell<PathBuf> = OnceCell::const_new();
    TEMPLATE.get_or_init(find_or_make).await
}

async fn find_or_make() -> PathBuf {
    let own = std::env::current_exe().expect("this program has a path");
    let folder = own.ancestors().nth(2).expect("it is in target/…/deps");
    let mut hash = DefaultHasher::new();
    RECIPE.hash(&mut hash);
    let finished = folder.join(format!("windows-under-wine-{:016x}", hash.finish()));
    if !finished.exists() {
        let draft = tempfile::tempdir_in(folder).expect("a folder beside the programs");
        make(draft.path()).await;
        // Another test program may have been faster.
        if let Err(error) = std::fs::rename(draft.path(), &finished) {
            assert!(finished.exists(), "{}: {error}", finished.display());
        }
    }
    finished
}

async fn make(folder: &Path) {
    let started = run_in(folder, &wine_script(), &["cmd", "/c", "ver"], LIMIT).await;
    assert_eq!(started.code, Some(0), "{}{}", started.stdout, started.stderr);
    build_probe(&folder.join("drive_c").join(AWAKE)).await;
    until_within(LIMIT, "the new Windows ends by itself", async || {
        processes::of_windows(folder).is_empty().then_some(())
    })
    .await;
}
