//! Compresses the description of the API and the scripts of its browsers, which
//! become a part of the program and are seldom asked for.

use std::error::Error;
use std::io::{Cursor, Read, Write};
use std::path::Path;
use std::{env, fs};

use flate2::Compression;
use flate2::write::GzEncoder;
use utoipa_swagger_ui_vendored::SWAGGER_UI_VENDORED;
use zip::ZipArchive;

const OPENAPI: &str = "../openapi.json";
const REDOC: &str = "assets/redoc/redoc.standalone.js";
/// Redoc would fetch its logo from elsewhere: an empty picture replaces it.
const REDOC_LOGO: &str = "https://cdn.redoc.ly/redoc/logo-mini.svg";
const EMPTY_PICTURE: &str =
    "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
/// What our page of Swagger UI loads; the archive has much more.
const SWAGGER_FILES: &[&str] = &["swagger-ui.css", "swagger-ui-bundle.js"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={REDOC}");
    println!("cargo::rerun-if-changed={OPENAPI}");

    compress("openapi.json", &fs::read(OPENAPI)?)?;

    let redoc = fs::read_to_string(REDOC)?.replace(REDOC_LOGO, EMPTY_PICTURE);
    compress("redoc.standalone.js", redoc.as_bytes())?;

    let mut archive = ZipArchive::new(Cursor::new(SWAGGER_UI_VENDORED))?;
    for name in SWAGGER_FILES {
        let end = format!("/dist/{name}");
        // `flavors/…/dist/` is another build of the same.
        let is_wanted = |path: &str| path.ends_with(&end) && path.matches('/').count() == 2;
        let mut paths = archive.file_names().filter_map(Result::ok);
        let path = paths.find(|path| is_wanted(path)).ok_or("not in the archive")?.into_owned();
        drop(paths);
        let mut content = Vec::new();
        archive.by_name(&path)?.read_to_end(&mut content)?;
        compress(name, &content)?;
    }
    Ok(())
}

fn compress(name: &str, content: &[u8]) -> Result<(), Box<dyn Error>> {
    let folder = env::var("OUT_DIR")?;
    let file = fs::File::create(Path::new(&folder).join(format!("{name}.gz")))?;
    let mut encoder = GzEncoder::new(file, Compression::best());
    encoder.write_all(content)?;
    encoder.finish()?;
    Ok(())
}
