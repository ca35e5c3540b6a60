//! A URL action with all values filled in.

use reqwest::Url;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};

use super::action::{RestMethod, Template};
use super::filler::{Filler, Format, Missing};
use crate::auth::Secret;
use crate::domain::key_store::{Code, Masks};
use crate::domain::placeholders::{PlaceholderValues, global_names};
use crate::error::{Problems, add_problem};

/// A request that can be sent. It cannot be printed: it has secrets.
pub struct Request {
    pub method: RestMethod,
    pub url: Url,
    /// What the template says, and the type of the body.
    pub headers: HeaderMap,
    /// Those that no other server may get.
    pub secret_headers: Vec<HeaderName>,
    /// Empty for none.
    pub body: String,
}

/// A webhook that can be sent, and what people may see of it.
pub struct Prepared {
    pub request: Request,
    /// The address without secrets.
    pub shown_url: String,
    /// The body without secrets.
    pub shown_body: String,
    /// Finds secrets in the answer: some servers repeat what they were sent.
    pub masks: Masks,
}

/// Fills in everything. All that has no value is named, by the fields of the
/// API.
pub fn prepare(
    template: &Template,
    secret: Option<&Secret>,
    values: &PlaceholderValues,
    (code, missing): (Code, Missing),
) -> Result<Prepared, Problems> {
    let mut filler = Filler::new(values, code, missing);
    let url = filler.fill("pattern", &template.pattern, Format::Encoded);
    let (body, format) = (sent_body(template), body_format(template));
    let filled_body = filler.fill("rest_body", body, format);
    let (mut headers, secret_headers, mut secrets) = fill_headers(template, &mut filler);
    let mut problems = filler.into_problems();
    let url = Url::parse(&url).ok().filter(|url| url.has_host());
    if problems.is_empty() && url.is_none() {
        add_problem(
            &mut problems,
            "pattern",
            "this is no address once its placeholders are filled in",
        );
    }
    let (Some(url), true) = (url, problems.is_empty()) else { return Err(problems) };
    if !filled_body.is_empty() && !headers.contains_key(CONTENT_TYPE) {
        headers.insert(CONTENT_TYPE, default_type(format));
    }
    let mut shown = Filler::new(values, code, Missing::LeftOut);
    shown.mask_secrets();
    secrets.extend(secret.cloned());
    secrets.extend(secret_values(values));
    Ok(Prepared {
        shown_url: shown.fill("pattern", &template.pattern, Format::Encoded),
        shown_body: shown.fill("rest_body", body, format),
        masks: Masks::new(secrets),
        request: Request {
            method: template.method,
            url,
            headers,
            secret_headers,
            body: filled_body,
        },
    })
}

/// The address that a person opens. Secrets of the key store are refused: the
/// address would show them.
pub fn fill_address(pattern: &str, values: &PlaceholderValues) -> Result<String, Problems> {
    let mut filler = Filler::new(values, Code::Webhook, Missing::Refused);
    let address = filler.fill("pattern", pattern, Format::Encoded);
    let mut problems = filler.into_problems();
    for name in global_names(pattern) {
        if values.global.get(name).is_some_and(|found| found.is_secret) {
            let sentence =
                format!("{{{{global.{name}}}}} is secret, and the address would show it");
            add_problem(&mut problems, "pattern", sentence);
        }
    }
    if problems.is_empty() { Ok(address) } else { Err(problems) }
}

/// The headers, which of them are secret, and their values.
fn fill_headers(
    template: &Template,
    filler: &mut Filler<'_>,
) -> (HeaderMap, Vec<HeaderName>, Vec<Secret>) {
    let (mut headers, mut secret_headers, mut secrets) = (HeaderMap::new(), Vec::new(), Vec::new());
    for header in template.headers.entries() {
        let value = filler.fill("rest_headers", header.value.reveal(), Format::Line);
        // Names were checked when they were stored, and a line fits.
        let name = HeaderName::from_bytes(header.name.as_bytes());
        let (Ok(name), Ok(sent)) = (name, HeaderValue::from_bytes(value.as_bytes())) else {
            continue;
        };
        if header.is_secret() {
            secret_headers.push(name.clone());
            secrets.push(Secret::new(value));
        }
        headers.insert(name, sent);
    }
    (headers, secret_headers, secrets)
}

/// A GET has no body.
fn sent_body(template: &Template) -> &str {
    if template.method == RestMethod::Get { "" } else { &template.body }
}

/// How values are written into the body: by its type, or if none is said, by
/// how it begins.
fn body_format(template: &Template) -> Format {
    let is_type = |name: &str| name.eq_ignore_ascii_case("content-type");
    let said = template.headers.entries().iter().find(|header| is_type(&header.name));
    let Some(said) = said.map(|header| header.value.reveal().to_ascii_lowercase()) else {
        let body = template.body.trim_start();
        let is_object = body.starts_with('{') && !body.starts_with("{{");
        return if is_object || body.starts_with('[') { Format::Json } else { Format::Plain };
    };
    if said.contains("json") {
        return Format::Json;
    }
    if said.contains("x-www-form-urlencoded") { Format::Encoded } else { Format::Plain }
}

fn default_type(format: Format) -> HeaderValue {
    HeaderValue::from_static(match format {
        Format::Json => "application/json",
        _ => "text/plain; charset=utf-8",
    })
}

/// All secrets of the key store.
fn secret_values(values: &PlaceholderValues) -> impl Iterator<Item = Secret> {
    let secret = values.global.values().filter(|found| found.is_secret);
    secret.map(|found| Secret::new(found.value.text("")))
}
