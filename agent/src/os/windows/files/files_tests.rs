//! What the agent does with its own files and folders.

use super::*;

#[test]
fn a_private_folder_is_made_with_those_above_it_and_again() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("data").join("runs");
    create_private_dir(&folder).unwrap();
    fs::write(folder.join("file"), "x").unwrap();
    create_private_dir(&folder).unwrap();
    assert_eq!(fs::read_to_string(folder.join("file")).unwrap(), "x");
    let error = create_new_private_dir(&folder).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
}

#[test]
fn a_file_replaces_another_and_a_folder_goes_with_all_in_it() {
    let parent = tempfile::tempdir().unwrap();
    let [old, new] = ["old", "new"].map(|name| parent.path().join(name));
    fs::write(&old, "old").unwrap();
    fs::write(&new, "new").unwrap();
    replace_file(&new, &old).unwrap();
    assert_eq!(fs::read_to_string(&old).unwrap(), "new");
    assert!(!new.exists());

    let folder = parent.path().join("a");
    fs::create_dir_all(folder.join("b")).unwrap();
    fs::write(folder.join("b").join("c"), "x").unwrap();
    remove_dir(&folder).unwrap();
    assert_eq!(remove_dir(&folder).unwrap_err().kind(), io::ErrorKind::NotFound);
}

#[test]
fn the_data_directory_is_a_folder_of_its_own_in_an_absolute_place() {
    let folder = default_data_dir();
    assert!(folder.is_absolute() && folder.ends_with("Muster"), "{}", folder.display());
    assert!(shared_dir().is_absolute());
}

#[test]
fn another_account_may_be_let_in() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("shared");
    create_new_private_dir(&folder).unwrap();
    let account = crate::os::accounts::own_account();
    change_owner(&folder, &account).unwrap();
    assert!(fs::read_dir(&folder).unwrap().next().is_none());
    assert!(change_owner(&parent.path().join("none"), &account).is_err());
}
