//! The address of a page, and what is searched in it.

use http_body_util::BodyExt;
use hyper::Uri;
use hyper::body::Incoming;

/// No more of a page is searched.
const MAX_BYTES: usize = 1024 * 1024;

/// A page to ask for.
#[derive(Debug, PartialEq)]
pub struct Page {
    pub is_tls: bool,
    /// A name or an address, without brackets.
    pub host: String,
    pub port: u16,
    /// Host and port as the request names them.
    pub authority: String,
    /// The path with its query.
    pub path: String,
}

impl Page {
    /// Takes an address apart; none when it is not one of a page.
    pub fn parse(url: &str) -> Option<Self> {
        let uri: Uri = url.parse().ok()?;
        let is_tls = match uri.scheme_str()? {
            "https" => true,
            "http" => false,
            _ => return None,
        };
        let host = uri.host().filter(|host| !host.is_empty())?;
        let named_port = uri.port_u16();
        let authority = match named_port {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        };
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        // A query may follow the host at once.
        let slash = if path.starts_with('/') { "" } else { "/" };
        Some(Self {
            is_tls,
            host: host.trim_matches(['[', ']']).to_owned(),
            port: named_port.unwrap_or(if is_tls { 443 } else { 80 }),
            authority,
            path: format!("{slash}{path}"),
        })
    }
}

/// Whether the text is in the body of an answer. Of one that breaks off, what came
/// is searched.
pub async fn contains(mut body: Incoming, text: &str) -> bool {
    let mut bytes = Vec::new();
    while let Some(Ok(frame)) = body.frame().await {
        let Ok(data) = frame.into_data() else { continue };
        let room = MAX_BYTES - bytes.len();
        bytes.extend_from_slice(&data[..data.len().min(room)]);
        if bytes.len() == MAX_BYTES {
            break;
        }
    }
    is_within(&bytes, text.as_bytes())
}

fn is_within(bytes: &[u8], text: &[u8]) -> bool {
    text.is_empty() || bytes.windows(text.len()).any(|part| part == text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn page(is_tls: bool, host: &str, port: u16, authority: &str, path: &str) -> Option<Page> {
        let [host, authority, path] = [host, authority, path].map(str::to_owned);
        Some(Page { is_tls, host, port, authority, path })
    }

    #[test]
    fn addresses_are_taken_apart() {
        for (url, expected) in [
            ("http://a.example", page(false, "a.example", 80, "a.example", "/")),
            ("https://a.example/b?c=d", page(true, "a.example", 443, "a.example", "/b?c=d")),
            ("http://a.example?x=/", page(false, "a.example", 80, "a.example", "/?x=/")),
            ("http://a.example:81/", page(false, "a.example", 81, "a.example:81", "/")),
            (
                "https://[2001:db8::1]:444/x",
                page(true, "2001:db8::1", 444, "[2001:db8::1]:444", "/x"),
            ),
            ("http://u:p@a.example/", page(false, "a.example", 80, "a.example", "/")),
        ] {
            assert_eq!(Page::parse(url), expected, "{url}");
        }
        for url in ["", "a.example", "ftp://a.example/", "/path", "http://", "http:// x/", "https:"]
        {
            assert_eq!(Page::parse(url), None, "{url}");
        }
    }

    proptest! {
        #[test]
        fn any_address_is_survived(url in "\\PC{0,40}", rest in "[a-z0-9:@/?#.\\[\\]-]{0,30}") {
            let _ = Page::parse(&url);
            if let Some(page) = Page::parse(&format!("http://{rest}")) {
                prop_assert!(page.path.starts_with('/'), "{}", page.path);
            }
        }

        #[test]
        fn a_text_is_found_as_text_is(page in "[ab]{0,30}", text in "[ab]{0,4}") {
            prop_assert_eq!(is_within(page.as_bytes(), text.as_bytes()), page.contains(&text));
        }
    }
}
