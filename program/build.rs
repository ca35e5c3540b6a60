//! Lists the files of `web/dist` that become a part of the program: where the
//! build of the interface left a compressed one, that one, else the plain one.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

const DIST: &str = "../web/dist";
/// The bundler's notes for itself.
const NOT_SENT: &str = ".vite";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    // A folder that is missing counts as changed, so the build after the one
    // that made it takes its files in.
    println!("cargo::rerun-if-changed={DIST}");
    let mut files = Vec::new();
    if Path::new(DIST).join("index.html").is_file() {
        list(&Path::new(DIST).canonicalize()?, "", &mut files)?;
    } else {
        println!(
            "cargo::warning=web/dist is missing, so this program has no web interface: \
             `make web` builds it, and the next build takes it in"
        );
    }

    files.sort();
    let mut table = String::from("&[\n");
    for (name, path) in files {
        writeln!(table, "({name:?}, include_bytes!({path:?})),")?;
    }
    table.push_str("]\n");
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("web_files.rs"), table)?;
    Ok(())
}

fn list(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        let has_compressed = folder.join(format!("{name}.gz")).exists();
        if name == NOT_SENT || has_compressed {
            continue;
        }
        let full = format!("{prefix}{name}");
        match path.is_dir() {
            true => list(&path, &format!("{full}/"), files)?,
            false => files.push((full, path)),
        }
    }
    Ok(())
}
