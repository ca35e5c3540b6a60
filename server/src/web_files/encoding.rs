//! Which of the build's compressed files a browser accepts.

use axum::http::HeaderValue;

/// An encoding that the build uses.
#[derive(Debug, PartialEq, Eq)]
pub struct Encoding {
    /// As HTTP names it.
    pub name: &'static str,
    /// As the build names the file.
    pub extension: &'static str,
}

/// The smaller first.
const KNOWN: &[Encoding] =
    &[Encoding { name: "br", extension: "br" }, Encoding { name: "gzip", extension: "gz" }];

/// The encodings the browser accepts, the smaller first.
pub fn accepted(header: Option<&HeaderValue>) -> impl Iterator<Item = &'static Encoding> {
    let text = header.and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    KNOWN.iter().filter(move |known| takes(&text, known.name))
}

fn takes(text: &str, name: &str) -> bool {
    let mut quality = 0.0;
    for part in text.split(',') {
        let mut words = part.split(';').map(str::trim);
        let (is_named, is_any) = match words.next() {
            Some("*") => (false, true),
            Some(other) => (other.eq_ignore_ascii_case(name), false),
            None => (false, false),
        };
        let sent = words.find_map(|word| word.strip_prefix("q=")).map(str::parse::<f32>);
        let sent = sent.map_or(1.0, |number| number.unwrap_or(0.0));
        if is_named {
            return sent > 0.0;
        }
        if is_any {
            quality = sent;
        }
    }
    quality > 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<&'static str> {
        accepted(Some(&text.parse().unwrap())).map(|encoding| encoding.name).collect()
    }

    #[test]
    fn a_browser_gets_the_smallest_encoding_it_accepts() {
        let cases: &[(&str, &[&str])] = &[
            ("gzip, deflate, br, zstd", &["br", "gzip"]),
            ("gzip", &["gzip"]),
            ("br;q=0, gzip;q=0.5", &["gzip"]),
            ("*", &["br", "gzip"]),
            ("br;q=0, *", &["gzip"]),
            ("*;q=0", &[]),
            ("identity", &[]),
            ("gzip;q=lots", &[]),
            ("", &[]),
        ];
        for (text, expected) in cases {
            assert_eq!(&names(text), expected, "{text}");
        }
        assert_eq!(accepted(None).count(), 0);
    }
}
