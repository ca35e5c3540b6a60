//! The fields of a `multipart/form-data` body: texts, as forms and `curl -F` send
//! them.

/// More fields than any form has.
const MAX_FIELDS: usize = 1000;
/// The most characters of a boundary, as RFC 2046 has it. A longer one would make the
/// search for it slow.
const MAX_BOUNDARY: usize = 70;

/// The boundary that a content type names; none for other content types.
pub fn boundary(content_type: &str) -> Option<&str> {
    let (essence, parameters) = content_type.split_once(';')?;
    let is_form = essence.trim().eq_ignore_ascii_case("multipart/form-data");
    let fits = |boundary: &&str| (1..=MAX_BOUNDARY).contains(&boundary.len());
    parameter(parameters, "boundary").filter(|boundary| is_form && fits(boundary))
}

/// Names and texts, in their order; none if the body is not such a form.
pub fn fields(body: &[u8], boundary: &str) -> Option<Vec<(String, String)>> {
    let delimiter = format!("\r\n--{boundary}");
    let (delimiter, mut found) = (delimiter.as_bytes(), Vec::new());
    let mut rest = match body.strip_prefix(&delimiter[2..]) {
        Some(rest) => rest,
        // What is before the first delimiter means nothing.
        None => split_at(body, delimiter)?.1,
    };
    while !rest.starts_with(b"--") {
        let (padding, part) = split_at(rest, b"\r\n")?;
        let (part, after) = split_at(part, delimiter)?;
        if !padding.iter().all(|byte| matches!(byte, b' ' | b'\t')) || found.len() == MAX_FIELDS {
            return None;
        }
        found.push(field(part)?);
        rest = after;
    }
    Some(found)
}

fn field(part: &[u8]) -> Option<(String, String)> {
    let (head, text) = split_at(part, b"\r\n\r\n")?;
    let head = std::str::from_utf8(head).ok()?;
    let disposition = head.split("\r\n").find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.trim().eq_ignore_ascii_case("content-disposition").then_some(value)
    })?;
    let (_, parameters) = disposition.split_once(';')?;
    let name = parameter(parameters, "name")?.to_owned();
    Some((name, String::from_utf8(text.to_vec()).ok()?))
}

/// What is before and after the first `separator`.
fn split_at<'a>(bytes: &'a [u8], separator: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let at = bytes.windows(separator.len()).position(|window| window == separator)?;
    Some((&bytes[..at], &bytes[at + separator.len()..]))
}

/// The text of a parameter in `charset=utf-8; boundary="a b"`, whatever the case of its
/// name.
fn parameter<'a>(parameters: &'a str, name: &str) -> Option<&'a str> {
    parameters.split(';').find_map(|one| {
        let (known, text) = one.split_once('=')?;
        let text = text.trim();
        let quoted = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        known.trim().eq_ignore_ascii_case(name).then_some(quoted.unwrap_or(text))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_boundary_is_that_of_a_form() {
        assert_eq!(boundary("multipart/form-data; boundary=abc"), Some("abc"));
        assert_eq!(boundary("Multipart/Form-Data; charset=utf-8; BOUNDARY=\"a b\""), Some("a b"));
        for other in [
            "multipart/form-data",
            "multipart/form-data; boundary=",
            "multipart/mixed; boundary=a",
            "",
        ] {
            assert_eq!(boundary(other), None, "{other}");
        }
        let long = |length: usize| format!("multipart/form-data; boundary={}", "a".repeat(length));
        assert_eq!(boundary(&long(70)).map(str::len), Some(70));
        assert_eq!(boundary(&long(71)), None);
    }

    #[test]
    fn fields_are_read_as_they_were_sent() {
        let body = "preamble\r\n--x\r\nContent-Disposition: form-data; name=\"path\"\r\n\r\nHKLM\\a\r\n\
                    --x  \r\nContent-Type: text/plain\r\ncontent-disposition: form-data; filename=f; \
                    name=data\r\n\r\n one\r\n\r\ntwo \r\n--x\r\nContent-Disposition: form-data; \
                    name=\"empty\"\r\n\r\n\r\n--x--\r\nepilogue";
        let texts = [("path", "HKLM\\a"), ("data", " one\r\n\r\ntwo "), ("empty", "")];
        let expected = texts.map(|(name, text)| (name.to_owned(), text.to_owned()));
        assert_eq!(fields(body.as_bytes(), "x").unwrap(), expected);
        assert_eq!(fields(b"--x--\r\n", "x"), Some(Vec::new()));
    }

    #[test]
    fn what_is_not_a_form_is_not_read() {
        let named = "Content-Disposition: form-data; name=\"a\"";
        for body in [
            String::new(),
            "--x".to_owned(),
            "--y--".to_owned(),
            format!("--x\r\n{named}\r\n\r\nnever ends"),
            format!("--x\r\n{named}\r\n--x--"),
            format!("--x junk\r\n{named}\r\n\r\na\r\n--x--"),
            "--x\r\nContent-Disposition: form-data\r\n\r\na\r\n--x--".to_owned(),
            "--x\r\nContent-Type: text/plain\r\n\r\na\r\n--x--".to_owned(),
        ] {
            assert_eq!(fields(body.as_bytes(), "x"), None, "{body}");
        }
        let mut binary = format!("--x\r\n{named}\r\n\r\n").into_bytes();
        binary.extend(b"\xff\xfe\r\n--x--");
        assert_eq!(fields(&binary, "x"), None);
        let part = format!("--x\r\n{named}\r\n\r\na\r\n");
        let many = |count: usize| fields(format!("{}--x--", part.repeat(count)).as_bytes(), "x");
        assert_eq!(many(1000).map(|fields| fields.len()), Some(1000));
        assert_eq!(many(1001), None);
    }

    proptest! {
        #[test]
        fn no_body_makes_it_fail(body: Vec<u8>, boundary: String) {
            let _ = fields(&body, &boundary);
        }
    }
}
