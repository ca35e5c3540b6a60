//! Security by walking: every route of the OpenAPI document, every refusal.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::Value;

use super::endpoints::{About, Effect, Endpoint, Needs, all};
use super::examples::{Example, World};
use super::{Client, Reply, SmsService, TestServer};
use crate::auth::{Right, Secret};
use crate::router;
use crate::storage::sql;
use crate::time::Timestamp;

/// A server with everything switched on, and a service for its text messages.
pub(super) async fn server() -> TestServer {
    let service = SmsService::start().await;
    let server = TestServer::start_with(|settings| {
        settings.twilio_url = service.url;
        settings.monitoring_token = Some(Secret::new("monitoring"));
        settings.swagger_enabled = true;
        settings.beta_api_enabled = true;
    })
    .await;
    let switches = serde_json::json!({ "enable_server_scripts": true });
    server.admin.put("/core/settings/", switches).await.ok();
    server
}

/// Sends the example of a route.
pub(super) async fn send(caller: &Client, endpoint: &Endpoint, example: &Example) -> Reply {
    let call = caller.call(endpoint.http_method(), &example.path);
    match &example.body {
        Value::Null => call.send().await,
        body => call.json(body).send().await,
    }
}

async fn audit_rows(server: &TestServer) -> i64 {
    sql::number(server.app.db.read(), "select count(*) from audit_log", []).await.unwrap()
}

/// Routes that need a login or a right.
fn guarded() -> Vec<Endpoint> {
    let mut routes = all();
    let is_guarded = |needs: Needs| {
        matches!(needs, Needs::Login | Needs::Right(_) | Needs::Either(..) | Needs::Superuser)
    };
    routes.retain(|endpoint| is_guarded(endpoint.needs));
    routes
}

#[test]
fn every_route_of_the_document_is_in_the_list_and_no_other() {
    let document = serde_json::to_value(router::document()).unwrap();
    let mut described = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            described.insert(format!("{} {path}", method.to_uppercase()));
        }
    }
    let listed: BTreeSet<String> =
        all().iter().map(|route| format!("{} {}", route.method, route.path)).collect();
    assert_eq!(described, listed, "add the route to server/src/testing/endpoints.rs");
}

#[tokio::test]
async fn every_guarded_route_refuses_a_caller_without_a_credential() {
    let server = server().await;
    let world = World::new(&server, "tenant").await;
    let nobody = server.anonymous();
    let unknown = [nobody.with_key("no such key"), nobody.with_token("no such token")];
    for endpoint in &guarded() {
        let example = world.example(&server, endpoint).await;
        let rows = audit_rows(&server).await;
        let reply = send(&nobody, endpoint, &example).await;
        assert!(reply.headers.contains_key("www-authenticate"), "{endpoint:?}");
        reply.refused(401, "not_authenticated");
        for unknown in &unknown {
            send(unknown, endpoint, &example).await.refused(401, "invalid_credentials");
        }
        assert_eq!(audit_rows(&server).await, rows, "{endpoint:?}");
    }
}

#[tokio::test]
async fn every_guarded_route_refuses_an_expired_and_a_revoked_key() {
    let server = server().await;
    let world = World::new(&server, "tenant").await;
    let (expired, revoked) =
        (server.caller_with(Right::ALL).await, server.caller_with(Right::ALL).await);
    let write = server.app.db.begin().await.unwrap();
    let newest = "select max(id) from api_keys";
    let past = Timestamp::now().minus(Duration::from_secs(1));
    let text = format!("update api_keys set expiration = $1 where id = ({newest}) - 1");
    sql::execute(&write, &text, [past.into()]).await.unwrap();
    sql::execute(&write, &format!("delete from api_keys where id = ({newest})"), []).await.unwrap();
    write.commit().await.unwrap();

    for endpoint in &guarded() {
        let example = world.example(&server, endpoint).await;
        send(&expired, endpoint, &example).await.refused(401, "expired_credentials");
        send(&revoked, endpoint, &example).await.refused(401, "invalid_credentials");
    }
}

#[tokio::test]
async fn every_route_with_a_right_refuses_a_caller_who_has_all_others() {
    let server = server().await;
    let world = World::new(&server, "tenant").await;
    // Many routes need the same right: one caller is without it for all of them.
    let mut callers: Vec<(Vec<Right>, Client)> = Vec::new();
    for endpoint in &guarded() {
        let needed = match endpoint.needs {
            Needs::Right(right) => vec![right],
            Needs::Either(one, other) => vec![one, other],
            // A caller with all rights is not a superuser.
            Needs::Superuser => Vec::new(),
            _ => continue,
        };
        if !callers.iter().any(|(without, _)| *without == needed) {
            let others: Vec<Right> =
                Right::ALL.iter().copied().filter(|other| !needed.contains(other)).collect();
            callers.push((needed.clone(), server.caller_with(&others).await));
        }
        let (_, caller) = callers.iter().find(|(without, _)| *without == needed).unwrap();
        let example = world.example(&server, endpoint).await;
        let rows = audit_rows(&server).await;
        send(caller, endpoint, &example).await.refused(403, "forbidden");
        // Also for unknown ids: they cannot be probed.
        let path = endpoint.path.replace("{id}", "999999").replace("{agent_id}", "nobody");
        let path = path.replace("{part}", "0");
        let missing = Example { path: path.replace("{digest}", "none"), ..example };
        send(caller, endpoint, &missing).await.refused(403, "forbidden");
        assert_eq!(audit_rows(&server).await, rows, "{endpoint:?}");
    }
}

/// A caller who has sent a password but no code yet.
async fn half_logged_in(server: &TestServer) -> Client {
    let write = server.app.db.begin().await.unwrap();
    let token = crate::auth::Token::random();
    let now = Timestamp::now();
    sql::execute(
        &write,
        "insert into sessions (digest, token_hash, user_id, kind, created, expiry,
                latest_expiry, last_used)
         select $1, $2, id, 'enrolment', $3, $4, $4, $3 from users where username = 'admin'",
        [
            crate::auth::random_letters(16).into(),
            token.hash.clone().into(),
            now.into(),
            now.plus(Duration::from_secs(600)).into(),
        ],
    )
    .await
    .unwrap();
    write.commit().await.unwrap();
    server.anonymous().with_token(token.text.reveal())
}

#[tokio::test]
async fn an_enrolment_token_opens_no_guarded_route_but_its_own() {
    let server = server().await;
    let world = World::new(&server, "tenant").await;
    let caller = half_logged_in(&server).await;
    for endpoint in &guarded() {
        if endpoint.path == "/accounts/users/setup_totp/" {
            continue;
        }
        let example = world.example(&server, endpoint).await;
        send(&caller, endpoint, &example).await.refused(403, "forbidden");
    }
}

#[tokio::test]
async fn nothing_of_another_tenant_can_be_seen_or_touched() {
    let server = server().await;
    let world = World::new(&server, "canary").await;
    let own = server.add_site("own client", "own site").await;
    let mut callers = vec![
        server.scoped_caller(Right::ALL, &[own.client], &[]).await,
        server.scoped_caller(Right::ALL, &[], &[own.site]).await,
    ];
    let narrowed = serde_json::json!({ "name": "narrow", "clients": [own.client] });
    // Not the administrator's: everyone may read what they did themselves.
    let owner = server.caller_with(Right::ALL).await;
    let key = owner.post("/accounts/apikeys/", narrowed).await.ok();
    callers.push(server.anonymous().with_key(key["key"].as_str().unwrap()));

    for endpoint in &all() {
        if endpoint.about == About::Nobody {
            continue;
        }
        let example = world.example(&server, endpoint).await;
        let rows = audit_rows(&server).await;
        for caller in &callers {
            let reply = send(caller, endpoint, &example).await;
            assert!(!reply.text.contains("canary"), "{endpoint:?}: {}", reply.text);
            match endpoint.about {
                About::List => assert_eq!(reply.status, 200, "{endpoint:?}: {}", reply.text),
                _ => assert_eq!(reply.refused(404, "not_found")["errors"], Value::Null),
            }
        }
        assert_eq!(audit_rows(&server).await, rows, "{endpoint:?}");
    }
}

#[tokio::test]
async fn every_writing_route_leaves_exactly_one_audit_row_and_every_reading_one_none() {
    let server = server().await;
    let world = World::new(&server, "tenant").await;
    // The first start deletes everyone, so it comes last.
    let (last, others): (Vec<_>, Vec<_>) =
        all().into_iter().partition(|endpoint| endpoint.path == "/setup/");
    for endpoint in others.iter().chain(&last) {
        let example = world.example(&server, endpoint).await;
        let before = audit_rows(&server).await;
        let reply = send(&example.caller, endpoint, &example).await;
        let works = matches!(reply.status, 200 | 204);
        assert!(works, "{endpoint:?}: {} {}", reply.status, reply.text);
        let expected = match endpoint.effect {
            Effect::Writes | Effect::Logs => 1,
            Effect::Reads => 0,
        };
        assert_eq!(audit_rows(&server).await - before, expected, "{endpoint:?}");
    }
    let verdict = server.audit_verdict().await;
    assert!(matches!(verdict, crate::audit::Verdict::Intact { .. }), "{verdict:?}");
}

#[tokio::test]
async fn a_read_only_key_changes_nothing() {
    let server = server().await;
    let world = World::new(&server, "tenant").await;
    let body = serde_json::json!({ "name": "read only", "read_only": true });
    let key = server.admin.post("/accounts/apikeys/", body).await.ok();
    let reader = server.anonymous().with_key(key["key"].as_str().unwrap());
    for endpoint in &guarded() {
        let example = world.example(&server, endpoint).await;
        let rows = audit_rows(&server).await;
        let reply = send(&reader, endpoint, &example).await;
        match endpoint.effect {
            // A right to manage something is not kept by a read-only key.
            Effect::Reads | Effect::Logs if endpoint.only_reads() => {
                assert_eq!(reply.status, 200, "{endpoint:?}: {}", reply.text);
            }
            _ => drop(reply.refused(403, "forbidden")),
        }
        let logged = i64::from(endpoint.effect == Effect::Logs);
        assert_eq!(audit_rows(&server).await, rows + logged, "{endpoint:?}");
    }
}
