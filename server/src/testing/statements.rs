//! No endpoint runs a query per row: counted, route by route.

use std::collections::BTreeMap;

use super::TestServer;
use super::endpoints::{Effect, Endpoint, all};
use super::examples::World;
use super::growth::grow;
use super::walk::{send, server};

/// Background work adds statements now and then; the least of several calls
/// is what the call itself needs,
const TRIES: usize = 4;
/// or nearly so. A query per row would add 27.
const NOISE: usize = 5;
/// A call that seems to need more is sent until the background is quiet.
const MOST_TRIES: usize = 100;

/// The statements that each reading route needs. One that was within bounds
/// before is called again only while it needs more than that.
async fn statements(
    server: &TestServer,
    world: &World,
    before: &BTreeMap<String, usize>,
) -> BTreeMap<String, usize> {
    let mut counted = BTreeMap::new();
    for endpoint in all().iter().filter(|endpoint| endpoint.effect == Effect::Reads) {
        // The document of the API is not a list, and reading it takes time.
        let has_pages = endpoint.method == "GET" && endpoint.path != "/api/schema/";
        let pages: &[&str] = if has_pages { &["", "?page_size=50"] } else { &[""] };
        for page in pages {
            let route = format!("{} {}{page}", endpoint.method, endpoint.path);
            let enough = before.get(&route).map_or(0, |count| count + NOISE);
            let count = least(server, world, endpoint, page, enough).await;
            counted.insert(route, count);
        }
    }
    counted
}

async fn least(
    server: &TestServer,
    world: &World,
    endpoint: &Endpoint,
    page: &str,
    enough: usize,
) -> usize {
    let mut example = world.example(server, endpoint).await;
    // Some examples have a query already.
    let joint = if example.path.contains('?') { "&" } else { "?" };
    example.path.push_str(&page.replace('?', joint));
    let mut least = usize::MAX;
    for number in 1..=MOST_TRIES {
        let before = server.app.db.statements();
        let reply = send(&example.caller, endpoint, &example).await;
        assert_eq!(reply.status, 200, "{}: {}", example.path, reply.text);
        least = least.min(server.app.db.statements() - before);
        if least <= enough || (enough == 0 && number == TRIES) {
            break;
        }
    }
    least
}

#[tokio::test]
async fn thirty_rows_of_everything_take_as_many_statements_as_three() {
    let server = server().await;
    let world = World::new(&server, "tenant").await;
    grow(&server, &world, 0..3).await;
    let few = statements(&server, &world, &BTreeMap::new()).await;
    grow(&server, &world, 3..30).await;
    let many = statements(&server, &world, &few).await;

    let differing: Vec<String> = many
        .iter()
        .filter(|(route, count)| **count > few[*route] + NOISE)
        .map(|(route, count)| format!("{route}: {} and then {count}", few[route]))
        .collect();
    assert!(differing.is_empty(), "{differing:#?}");
    assert!(few["GET /agents/"] > 2, "the counter counts: {few:?}");
}
