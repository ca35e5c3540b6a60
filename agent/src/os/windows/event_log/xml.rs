//! As much of XML as events and queries need: elements, attributes and texts. Pure.

/// A part of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// An element begins. The name has no prefix.
    Start { name: &'a str, attributes: Vec<(&'a str, String)> },
    /// The last element that began ends.
    End,
    /// What is written in it; never empty, but maybe only blanks.
    Text(String),
}

/// The parts of a document, up to its end or to where it is none.
pub fn tokens(document: &str) -> impl Iterator<Item = Token<'_>> {
    let mut rest = document;
    let mut closes = false;
    std::iter::from_fn(move || {
        if std::mem::take(&mut closes) {
            return Some(Token::End);
        }
        loop {
            let (token, after) = match rest.strip_prefix('<') {
                Some(tag) => read_tag(tag, &mut closes)?,
                None => read_text(rest)?,
            };
            rest = after;
            if token.is_some() {
                return token;
            }
        }
    })
}

/// A text in which nothing is a part of the document.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// A part, if there is one to report, and what follows.
type Read<'a> = Option<(Option<Token<'a>>, &'a str)>;

fn read_text(rest: &str) -> Read<'_> {
    let end = rest.find('<').unwrap_or(rest.len());
    let (text, after) = rest.split_at_checked(end)?;
    (!text.is_empty()).then(|| (Some(Token::Text(unescape(text))), after))
}

/// What follows a `<`.
fn read_tag<'a>(tag: &'a str, closes: &mut bool) -> Read<'a> {
    if let Some(comment) = tag.strip_prefix("!--") {
        return comment.split_once("-->").map(|(_, after)| (None, after));
    }
    if let Some(plain) = tag.strip_prefix("![CDATA[") {
        let (text, after) = plain.split_once("]]>")?;
        return Some(((!text.is_empty()).then(|| Token::Text(text.to_owned())), after));
    }
    if tag.starts_with(['?', '!']) {
        return tag.split_once('>').map(|(_, after)| (None, after));
    }
    if let Some(end) = tag.strip_prefix('/') {
        return end.split_once('>').map(|(_, after)| (Some(Token::End), after));
    }
    let length =
        tag.find(|letter: char| letter.is_whitespace() || letter == '/' || letter == '>')?;
    let (name, mut rest) = tag.split_at_checked(length)?;
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix('>') {
            return Some((Some(Token::Start { name: local(name), attributes }), after));
        }
        if let Some(after) = rest.strip_prefix("/>") {
            *closes = true;
            return Some((Some(Token::Start { name: local(name), attributes }), after));
        }
        let (name, after) = rest.split_once('=')?;
        let after = after.trim_start();
        let quote = after.chars().next().filter(|letter| matches!(letter, '"' | '\''))?;
        let (value, after) = after[1..].split_once(quote)?;
        attributes.push((local(name.trim_end()), unescape(value)));
        rest = after;
    }
}

/// A name without its prefix.
fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

/// What is no known entity stays as it is.
fn unescape(text: &str) -> String {
    let (mut plain, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, after)) = rest.split_once('&') {
        plain.push_str(before);
        let found = after.split_once(';').and_then(|(name, after)| Some((entity(name)?, after)));
        let (letter, after) = found.unwrap_or(('&', after));
        plain.push(letter);
        rest = after;
    }
    plain.push_str(rest);
    plain
}

fn entity(name: &str) -> Option<char> {
    match name {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        name => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16),
                None => number.parse(),
            };
            code.ok().and_then(char::from_u32)
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn start<'a>(name: &'a str, attributes: &[(&'a str, &str)]) -> Token<'a> {
        let attributes = attributes.iter().map(|(name, value)| (*name, (*value).to_owned()));
        Token::Start { name, attributes: attributes.collect() }
    }

    #[test]
    fn a_document_is_its_parts() {
        let document = "<?xml version='1.0'?><!-- <x> --><e:A b='1 &gt; 0' c = \"'\"><B/> \
            a&amp;&#x41;&#66;&no;&<![CDATA[<&amp;]]></e:A>";
        let found: Vec<Token<'_>> = tokens(document).collect();
        let expected = [
            start("A", &[("b", "1 > 0"), ("c", "'")]),
            start("B", &[]),
            Token::End,
            Token::Text(" a&AB&no;&".to_owned()),
            Token::Text("<&amp;".to_owned()),
            Token::End,
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_document_ends_where_it_is_none() {
        for document in ["", "<", "<a", "<a b", "<a b=c>", "<a b='c>", "<!-- ", "</a", "<![CDATA["]
        {
            assert_eq!(tokens(document).count(), 0, "{document}");
        }
        assert_eq!(tokens("<a>text<b").count(), 2);
    }

    proptest! {
        #[test]
        fn any_text_is_survived(text in "(<|>|/|=|'|\"|&|;|a|!--|-->|\\PC){0,60}") {
            prop_assert!(tokens(&text).count() <= 2 * text.len());
        }

        #[test]
        fn an_escaped_text_is_only_a_text(text in "(<|>|'|\"|&|;|\\PC){1,40}") {
            let escaped = escape(&text);
            let found: Vec<Token<'_>> = tokens(&escaped).collect();
            prop_assert_eq!(found, vec![Token::Text(text)]);
        }
    }
}
