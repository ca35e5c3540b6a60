//! Lists of folders, page by page.

use std::fs;

use serde_json::{Value, json};

use crate::remote::files::problem::ProblemCode;
use crate::remote::files::test_kit::Kit;

fn names(page: &Value) -> Vec<String> {
    let entries = page["entries"].as_array().unwrap();
    entries.iter().map(|entry| entry["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn folders_come_first_and_then_names_without_regard_to_case() {
    let kit = Kit::new();
    for name in ["b.txt", "A.txt", ".hidden"] {
        kit.write(name, "four");
    }
    for name in ["Zoo", "alpha"] {
        fs::create_dir(kit.path.join(name)).unwrap();
    }
    let page = kit.ask(json!({"op": "list", "path": kit.at("")})).unwrap();
    assert_eq!(names(&page), ["alpha", "Zoo", ".hidden", "A.txt", "b.txt"]);
    assert_eq!((&page["total"], &page["next"]), (&json!(5), &Value::Null));
    let (folder, file) = (&page["entries"][0], &page["entries"][3]);
    assert_eq!((&folder["kind"], &file["kind"]), (&json!("folder"), &json!("file")));
    assert_eq!((&file["size"], &file["readable"]), (&json!(4), &json!(true)));
    assert!(file["modified"].as_str().unwrap().ends_with('Z'));
}

#[test]
fn a_huge_folder_comes_in_pages_that_have_each_name_once() {
    let kit = Kit::new();
    fs::create_dir(kit.path.join("m")).unwrap();
    let mut expected: Vec<String> = (0..2300).map(|number| format!("{number:05}")).collect();
    expected.iter().for_each(|name| kit.write(name, ""));
    expected.insert(0, "m".to_owned());

    let (mut found, mut after, mut pages) = (Vec::new(), Value::Null, 0);
    loop {
        let limit = if pages == 0 { 99_999 } else { 700 };
        let request = json!({"op": "list", "path": kit.at(""), "after": after, "limit": limit});
        let page = kit.ask(request).unwrap();
        assert_eq!(page["total"], 2301);
        found.extend(names(&page));
        pages += 1;
        // The last one of a page is replaced before the next page is asked for.
        fs::remove_file(kit.path.join(found.last().unwrap())).unwrap();
        kit.write(found.last().unwrap(), "");
        after = page["next"].clone();
        if after.is_null() {
            break;
        }
    }
    assert_eq!((found, pages), (expected, 3));
}

#[test]
fn what_cannot_be_listed_is_refused() {
    let kit = Kit::new();
    kit.write("file", "");
    let list = |path: String, after: Value| json!({"op": "list", "path": path, "after": after});
    for (request, code) in [
        (list(kit.at("none"), Value::Null), ProblemCode::NotFound),
        (list(kit.at("file"), Value::Null), ProblemCode::NotAFolder),
        (list(kit.at(""), json!("x")), ProblemCode::InvalidRequest),
        (list("relative".to_owned(), Value::Null), ProblemCode::InvalidPath),
    ] {
        assert_eq!(kit.refusal(request.clone()), code, "{request}");
    }
}

#[test]
fn there_is_somewhere_to_begin() {
    let kit = Kit::new();
    let roots = kit.ask(json!({"op": "roots"})).unwrap();
    let first = roots["roots"][0]["path"].as_str().unwrap();
    kit.ask(json!({"op": "list", "path": first, "limit": 1})).unwrap();
    let entry = kit.ask(json!({"op": "stat", "path": first})).unwrap();
    assert_eq!(entry["entry"]["kind"], "folder");
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_not_utf_8_can_be_listed_and_used() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let kit = Kit::new();
    let name = OsStr::from_bytes(b"caf\xe9\\x2f\n.txt");
    fs::write(kit.path.join(name), "coffee").unwrap();
    let page = kit.ask(json!({"op": "list", "path": kit.at("")})).unwrap();
    let shown = "caf\\xe9\\x5cx2f\n.txt";
    assert_eq!(names(&page), [shown]);

    let path = format!("{}/{shown}", kit.at(""));
    let text = kit.ask(json!({"op": "read_text", "path": path})).unwrap();
    assert_eq!(text["text"], "coffee");
    kit.ask(json!({"op": "delete", "path": path})).unwrap();
    assert!(kit.names().is_empty());
}

#[cfg(unix)]
#[test]
fn a_link_says_where_it_leads_and_is_followed_to_list() {
    use std::os::unix::fs::symlink;

    let kit = Kit::new();
    fs::create_dir(kit.path.join("real")).unwrap();
    kit.write("real/file", "");
    symlink("real", kit.path.join("link")).unwrap();
    symlink("nowhere", kit.path.join("broken")).unwrap();
    let page = kit.ask(json!({"op": "list", "path": kit.at("")})).unwrap();
    assert_eq!(names(&page), ["real", "broken", "link"]);
    assert_eq!(page["entries"][2]["target"], "real");
    assert_eq!(page["entries"][1]["readable"], false);
    assert!(page["entries"][0]["owner"].is_string() && page["entries"][0]["mode"].is_u64());
    let page = kit.ask(json!({"op": "list", "path": kit.at("link")})).unwrap();
    assert_eq!(names(&page), ["file"]);
    let entry = kit.ask(json!({"op": "stat", "path": kit.at("broken")})).unwrap();
    assert_eq!(entry["entry"]["kind"], "link");
}
