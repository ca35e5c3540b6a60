//! A folder that anybody may change, full of traps, and one beside it that nobody may.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};

use nix::sys::stat::Mode;
use nix::unistd::mkfifo;
use tempfile::TempDir;
use tokio::process::Command;

use crate::small_disk::SmallDisk;

/// Links by their names, as the paths of the tests have them.
const LINKS: [(&str, &str); 11] = [
    ("link-to-file", "../outside/file"),
    ("link-to-folder", "../outside"),
    ("dangling-link", "../outside/new"),
    ("link-to-itself", "link-to-itself"),
    ("link-to-a-link", "link-to-folder"),
    ("link-to-here", "."),
    ("link-up", ".."),
    ("winding-link", "folder/../../outside"),
    ("link-to-a-pipe", "../outside/pipe"),
    ("link-to-a-device", "/dev/zero"),
    ("... ", "../outside"),
];

/// Both folders.
pub struct Fixture {
    base: TempDir,
    /// What is outside, as it was in the beginning.
    before: Vec<String>,
    /// A disk that is mounted in the folder, where that is allowed.
    mounted: Option<PathBuf>,
}

impl Fixture {
    /// Makes what is outside. The other folder is empty.
    pub fn new(disk: Option<&SmallDisk>) -> Self {
        let base = tempfile::tempdir().expect("a temporary folder");
        let outside = base.path().join("outside");
        fs::create_dir_all(outside.join("folder")).expect("a folder");
        for file in ["file", "folder/inner"] {
            fs::write(outside.join(file), "of the system").expect("a file");
        }
        mkfifo(&outside.join("pipe"), Mode::S_IRWXU).expect("a pipe");
        let mounted = disk.map(|disk| disk.path().to_owned());
        let mut fixture = Self { base, before: Vec::new(), mounted };
        fixture.before = fixture.outside();
        fixture
    }

    /// The folder with the traps, as a viewer writes it.
    pub fn folder(&self) -> String {
        let base = fs::canonicalize(self.base.path()).expect("it is there");
        base.join("theirs").to_str().expect("it is plain").to_owned()
    }

    /// Makes the traps again, whatever happened to them.
    pub async fn renew(&self) {
        let theirs = self.base.path().join("theirs");
        self.unmount().await;
        if theirs.exists() {
            fs::remove_dir_all(&theirs).expect("it is ours");
        }
        fs::create_dir_all(theirs.join("folder")).expect("a folder");
        for file in ["source", "folder/inner", "bystander"] {
            fs::write(theirs.join(file), "theirs").expect("a file");
        }
        for (name, target) in LINKS {
            symlink(target, theirs.join(name)).expect("a link");
        }
        let outside = self.base.path().join("outside");
        symlink(&outside, theirs.join("absolute-link")).expect("a link");
        fs::hard_link(outside.join("file"), theirs.join("second-name")).expect("a second name");
        mkfifo(&theirs.join("pipe"), Mode::S_IRWXU).expect("a pipe");
        drop(UnixListener::bind(theirs.join("socket")).expect("a socket"));
        // Only root may: elsewhere there is none.
        let mut mknod = Command::new("mknod");
        let _ = mknod.arg(theirs.join("device")).args(["c", "1", "5"]).output().await;
        fs::set_permissions(&theirs, Permissions::from_mode(0o777)).expect("it is ours");
        self.mount().await;
    }

    /// Fails when anything outside is not as it was, or a file that no path names.
    pub fn nothing_else_has_changed(&self, what: &str) {
        assert_eq!(self.outside(), self.before, "{what}");
        let bystander = fs::read_to_string(self.base.path().join("theirs/bystander"));
        assert_eq!(bystander.ok().as_deref(), Some("theirs"), "{what}");
    }

    /// The disk that is mounted in the folder still has what was on it.
    pub fn the_other_disk_is_whole(&self, what: &str) {
        let file = self.mounted.as_ref().map(|disk| disk.join("file"));
        assert!(file.is_none_or(|file| file.exists()), "{what}");
    }

    async fn mount(&self) {
        let Some(disk) = &self.mounted else { return };
        fs::write(disk.join("file"), "of another disk").expect("there is room");
        for name in ["mounted", "above/mounted"] {
            let place = self.base.path().join("theirs").join(name);
            fs::create_dir_all(&place).expect("a folder");
            let mut mount = Command::new("mount");
            let mounted = mount.arg("--bind").arg(disk).arg(&place).status().await;
            assert!(mounted.is_ok_and(|status| status.success()), "it was mounted before");
        }
    }

    /// What is mounted below may have another name by now.
    async fn unmount(&self) {
        let folder = self.folder();
        let mounts = fs::read_to_string("/proc/self/mounts").expect("there is a /proc");
        let places = mounts.lines().filter_map(|line| line.split(' ').nth(1));
        for place in places.filter(|place| place.starts_with(&folder)) {
            let unmounted = Command::new("umount").arg("--lazy").arg(place).status().await;
            assert!(unmounted.is_ok_and(|status| status.success()), "{place} was mounted here");
        }
    }

    /// Everything outside that somebody could notice, one line for each.
    fn outside(&self) -> Vec<String> {
        let names = names_in(self.base.path()).into_iter().filter(|name| name != "theirs");
        let mut lines: Vec<String> = names.collect();
        for name in ["outside", "outside/folder"] {
            let folder = self.base.path().join(name);
            lines.push(line_of(&folder));
            for name in names_in(&folder) {
                lines.push(line_of(&folder.join(name)));
            }
        }
        lines
    }
}

impl Drop for Fixture {
    #[expect(clippy::disallowed_methods, reason = "a drop cannot wait in any other way")]
    fn drop(&mut self) {
        // Otherwise the temporary folder would be removed with what is mounted in it.
        let mounts = fs::read_to_string("/proc/self/mounts").unwrap_or_default();
        let (places, folder) =
            (mounts.lines().filter_map(|line| line.split(' ').nth(1)), self.folder());
        for place in places.filter(|place| place.starts_with(&folder)) {
            let _ = std::process::Command::new("umount").arg("--lazy").arg(place).status();
        }
    }
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("it is there").flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

fn line_of(path: &Path) -> String {
    let facts = fs::symlink_metadata(path).expect("it is there");
    let content = match facts.is_file() {
        true => fs::read_to_string(path).expect("it is a text"),
        false => String::new(),
    };
    let (mode, owner, group) = (facts.mode(), facts.uid(), facts.gid());
    format!("{} {mode:o} {owner} {group} {content}", path.display())
}
