//! The two routes of the beta API: a list, and one object of it.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderName, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::forward::{body_of, forward};
use super::lists::{LISTS, List, Pages};
use super::names::{QueryNames, with_problems};
use super::query::BetaQuery;
use crate::app::App;
use crate::error::ApiError;
use crate::features::agents;
use crate::http::public_base;
use crate::input::{Path, query_of};

/// The lists with the parameters that each accepts; cheap to clone.
#[derive(Clone)]
pub struct Lists(Arc<Vec<QueryNames>>);

impl Lists {
    /// Reads them from the OpenAPI document.
    pub fn new(document: &Value) -> Self {
        Self(Arc::new(LISTS.iter().map(|list| QueryNames::new(document, list)).collect()))
    }
}

/// State of the routes.
#[derive(Clone)]
struct Beta {
    app: App,
    main: Router,
    lists: Lists,
}

/// The routes, which forward to the main API.
pub fn routes(app: &App, main: Router, lists: Lists) -> Router {
    let beta = Beta { app: app.clone(), main, lists };
    Router::new()
        .route("/beta/v1/{list}/", get(read_list))
        .route("/beta/v1/{list}/{id}/", get(read_one).put(update_one))
        .method_not_allowed_fallback(|| async { ApiError::MethodNotAllowed })
        .with_state(beta)
}

async fn read_list(
    State(beta): State<Beta>,
    Path(name): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let (parts, _) = request.into_parts();
    let index = LISTS.iter().position(|list| list.name == name);
    let index = index.ok_or(ApiError::NotFound("path"))?;
    let (list, names) = (&LISTS[index], &beta.lists.0[index]);
    let base = public_base(&beta.app, &parts);
    let query = parts.uri.query().unwrap_or_default();
    let address = format!("{base}{}?{query}", list.beta_path()).parse::<Uri>();
    let address =
        address.map_err(|_| ApiError::Malformed("the query is not readable".to_owned()))?;
    let response = match list.pages {
        Pages::Main => page_in_main(&beta, &parts, list, names, &base).await,
        Pages::Here => page_here(&beta, &parts, list, names, &address).await,
    };
    Ok(response.unwrap_or_else(|refusal| refusal))
}

#[derive(Deserialize, Serialize)]
struct Envelope {
    count: i64,
    next: Option<String>,
    previous: Option<String>,
    results: Box<RawValue>,
}

/// The main list filters and pages; its links are rewritten to this list.
async fn page_in_main(
    beta: &Beta,
    parts: &axum::http::request::Parts,
    list: &List,
    names: &QueryNames,
    base: &str,
) -> Result<Response, Response> {
    let sent = query_of(&parts.uri).map_err(IntoResponse::into_response)?;
    let problems = names.problems(&sent);
    let mut query = parts.uri.query().unwrap_or_default().to_owned();
    let mut add = |name: &str, pair: &str| {
        if !query.split('&').any(|sent| sent.split('=').next() == Some(name)) {
            query.push_str(if query.is_empty() { "" } else { "&" });
            query.push_str(pair);
        }
    };
    add("page_size", "page_size=100");
    // By key, pages are stable while agents come and go.
    if list.name == "agent" {
        add("ordering", "ordering=id");
    }
    let uri = format!("{}?{query}", list.path);
    let response = forward(&beta.main, parts, Method::GET, &uri, Body::empty()).await;
    if response.status() != StatusCode::OK {
        return Err(with_problems(response, problems));
    }
    // After the main list was asked: callers who may not read learn nothing.
    ApiError::refuse(problems).map_err(IntoResponse::into_response)?;
    let mut envelope: Envelope = body_of(response).await?;
    let rewritten = |link: String| {
        let query = link.split_once('?').map_or("", |(_, query)| query);
        format!("{base}{}?{query}", list.beta_path())
    };
    envelope.next = envelope.next.map(rewritten);
    envelope.previous = envelope.previous.map(rewritten);
    Ok(with_total(envelope.count, Json(envelope)))
}

/// The main list returns all rows, after its own search and filters; the rest
/// is done here.
async fn page_here(
    beta: &Beta,
    parts: &axum::http::request::Parts,
    list: &List,
    names: &QueryNames,
    address: &Uri,
) -> Result<Response, Response> {
    let sent = query_of(&parts.uri).map_err(IntoResponse::into_response)?;
    let uri = format!("{}{}", list.path, forwarded(&sent, names));
    // Before the query is checked: callers who may not read learn nothing.
    let response = forward(&beta.main, parts, Method::GET, &uri, Body::empty()).await;
    let read: Result<Vec<Value>, Response> = body_of(response).await;
    let rows = read.map_err(|refusal| with_problems(refusal, names.problems(&sent)))?;
    let beta_query = BetaQuery::parse(&sent, names).map_err(IntoResponse::into_response)?;
    // Older clients expect all rows when they ask for no page.
    if list.name == "client" && !beta_query.asks_for_pages() {
        let (all, total) = beta_query.all(rows);
        return Ok(with_total(total, Json(all)));
    }
    let (page, total) = beta_query.page(rows, address).map_err(IntoResponse::into_response)?;
    Ok(with_total(total, Json(page)))
}

/// The part of a query that is forwarded to the list of the main API.
fn forwarded(sent: &Map<String, Value>, names: &QueryNames) -> String {
    use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
    let mut pairs = Vec::new();
    for (name, value) in sent {
        if name != "search" && !names.forwarded.contains(name) {
            continue;
        }
        let texts = match value {
            Value::Array(items) => items.as_slice(),
            one => std::slice::from_ref(one),
        };
        for text in texts.iter().filter_map(Value::as_str) {
            pairs.push(format!("{name}={}", utf8_percent_encode(text, NON_ALPHANUMERIC)));
        }
    }
    if pairs.is_empty() { String::new() } else { format!("?{}", pairs.join("&")) }
}

fn with_total(total: impl TryInto<i64>, answer: impl IntoResponse) -> Response {
    let total: i64 = total.try_into().unwrap_or(i64::MAX);
    let mut response = answer.into_response();
    response.headers_mut().insert(HeaderName::from_static("x-total-count"), total.into());
    response
}

async fn read_one(
    State(beta): State<Beta>,
    Path((name, id)): Path<(String, String)>,
    request: Request,
) -> Result<Response, ApiError> {
    let (parts, _) = request.into_parts();
    let uri = path_of_one(&beta.app, &name, &id, parts.uri.query()).await?;
    Ok(forward(&beta.main, &parts, Method::GET, &uri, Body::empty()).await)
}

async fn update_one(
    State(beta): State<Beta>,
    Path((name, id)): Path<(String, String)>,
    request: Request,
) -> Result<Response, ApiError> {
    let (parts, body) = request.into_parts();
    let uri = path_of_one(&beta.app, &name, &id, parts.uri.query()).await?;
    Ok(forward(&beta.main, &parts, Method::PUT, &uri, body).await)
}

/// The path of one object in the main API. An agent can be given by its key too.
async fn path_of_one(
    app: &App,
    name: &str,
    id: &str,
    query: Option<&str>,
) -> Result<String, ApiError> {
    use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
    let list = LISTS.iter().find(|list| list.name == name).ok_or(ApiError::NotFound("path"))?;
    let template = list.one.ok_or(ApiError::NotFound("path"))?;
    let key = id.parse::<i64>().ok().filter(|_| template.contains("{agent_id}"));
    let id = match key {
        // Unknown: the key itself, which names no agent, so that the main API
        // refuses it according to the caller's rights.
        Some(key) => agents::find_agent_id(app.db.read(), key).await?.unwrap_or(id.to_owned()),
        None => id.to_owned(),
    };
    let (before, rest) = template.split_once('{').unwrap_or((template, ""));
    let after = rest.split_once('}').map_or("", |(_, after)| after);
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    Ok(format!("{before}{}{after}{query}", utf8_percent_encode(&id, NON_ALPHANUMERIC)))
}
