//! The link, tested over HTTP and WebSockets: enrolment, identity, presence.

use std::time::{Duration, Instant};

use muster_protocol::{
    Answer, Disk, FromAgent, Inventory, MAX_QUESTION_BYTES, Process, Refusal, ToAgent,
    question_name,
};
use serde_json::json;

use super::connection::PROOF_LIMIT;
use crate::agent_link::Unanswered;
use crate::auth::random_letters;
use crate::cli::enroll_token;
use crate::testing::{Location, TEST_TIMEOUT, TestServer, data, until};
use crate::time::Timestamp;

async fn token(server: &TestServer, location: Location, uses: Option<i64>, hours: i64) -> String {
    let span = Duration::from_secs(3600 * hours.unsigned_abs());
    let now = Timestamp::now();
    let expires = if hours < 0 { now.minus(span) } else { now.plus(span) };
    let token =
        enroll_token::create(&server.app, location.site, uses, expires, "workstation").await;
    token.unwrap().text.reveal().to_owned()
}

fn enrolment(token: &str) -> serde_json::Value {
    json!({
        "token": token, "public_key": "ab".repeat(32), "hostname": "pc-1", "plat": "linux",
        "goarch": "amd64", "version": "0.1.0", "monitoring_type": "", "hardware_id": "",
    })
}

#[tokio::test]
async fn a_token_makes_an_agent_of_its_site_and_kind() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let token = token(&server, location, Some(1), 1).await;

    let answer = server.anonymous().post("/link/enroll/", enrolment(&token)).await.ok();

    let agents = server.admin.get("/agents/").await.ok();
    assert_eq!(agents.as_array().unwrap().len(), 1);
    assert_eq!(answer, json!({ "agent_id": agents[0]["agent_id"], "pending": false }));
    assert_eq!(agents[0]["agent_id"].as_str().unwrap().len(), 40);
    assert_eq!(agents[0]["site"], location.site);
    assert_eq!(agents[0]["monitoring_type"], "workstation");
    assert_eq!(agents[0]["status"], "offline");
    assert_eq!(
        server.audit_lines().await,
        [
            "console add deployment console made an enrolment token for site Main",
            "enrolment agent_install agent pc-1 enrolled",
        ]
    );
}

#[tokio::test]
async fn a_token_that_is_unknown_expired_revoked_or_used_up_enrols_nobody() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let once = token(&server, location, Some(1), 1).await;
    let expired = token(&server, location, None, -1).await;
    let revoked = token(&server, location, None, 1).await;
    let newest = server.admin.get("/clients/deployments/?ordering=-id").await.ok()[0]["id"].clone();
    server.admin.delete(&format!("/clients/deployments/{newest}/")).await.ok();
    server.anonymous().post("/link/enroll/", enrolment(&once)).await.ok();

    for token in [once.as_str(), &expired, &revoked, "nonsense"] {
        let problems = server.anonymous().post("/link/enroll/", enrolment(token)).await.problems();
        let sentence = "This token is not valid: it is unknown, expired, revoked, used up, or not for this network.";
        assert_eq!(problems, json!({ "token": [sentence] }));
    }
    assert_eq!(server.admin.get("/agents/").await.ok().as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_bad_enrolment_names_every_problem() {
    let server = TestServer::start().await;

    let body = json!({ "public_key": "xyz", "plat": "amiga", "hostname": " ", "version": [5] });
    let problems = server.anonymous().post("/link/enroll/", body).await.problems();

    assert_eq!(
        problems,
        json!({
            "token": ["This field is required."],
            "public_key": ["Must be 64 hexadecimal digits."],
            "hostname": ["Must not be empty."],
            "plat": ["Must be one of windows, linux, darwin."],
            "goarch": ["This field is required."],
            "version": ["Must be text."],
        })
    );
}

#[tokio::test]
async fn a_machine_that_enrols_again_keeps_its_record_unless_it_is_connected() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let other = server.add_site("Other", "Main").await;
    let mut body = enrolment(&token(&server, location, None, 1).await);
    body["hardware_id"] = json!("board 5");

    let first = server.anonymous().post("/link/enroll/", body.clone()).await.ok();
    let path = format!("/agents/{}/", first["agent_id"].as_str().unwrap());
    let stamp = server.admin.get(&path).await.ok()["modified_time"].clone();
    let again = server.anonymous().post("/link/enroll/", body.clone()).await.ok();
    assert_eq!(server.admin.get(&path).await.ok()["modified_time"], stamp);
    body["token"] = json!(token(&server, other, None, 1).await);
    let elsewhere = server.anonymous().post("/link/enroll/", body).await.ok();

    assert_eq!(first, again);
    assert_ne!(first, elsewhere, "a token of another client must not take the record over");
}

#[tokio::test]
async fn a_connected_agent_is_online_and_shows_its_inventory() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    assert!(!agent.welcome.send_inventory, "both sides hold none");

    agent
        .send_inventory(Inventory {
            operating_system: "Testix 1".to_owned(),
            cpu_model: vec!["Chip".to_owned()],
            memory_bytes: 8 << 30,
            local_ips: vec!["10.0.0.5".to_owned(), "fd00::5".to_owned()],
            boot_time: 1_700_000_000,
            last_logged_in_user: "ada".to_owned(),
            time_zone: "Europe/Berlin".to_owned(),
            disks: vec![Disk { device: "/".to_owned(), percent: 42, ..Disk::default() }],
            detail: r#"{"cpus":["Chip"]}"#.to_owned(),
            ..Inventory::default()
        })
        .await;
    // Messages are stored in order: once this one is answered, the inventory is
    // stored.
    agent.send(FromAgent::Accepted { run_id: "unknown".to_owned() }).await;
    assert_eq!(agent.receive().await, Some(ToAgent::Closed { run_id: "unknown".to_owned() }));

    let path = format!("/agents/{}/", agent.identity.agent_id);
    let shown = server.admin.get(&path).await.ok();
    assert_eq!(shown["status"], "online");
    assert_eq!(shown["operating_system"], "Testix 1");
    assert_eq!(shown["cpu_model"], json!(["Chip"]));
    assert_eq!(shown["total_ram"], 8);
    assert_eq!(shown["local_ips"], "10.0.0.5, fd00::5");
    assert_eq!(shown["boot_time"], 1_700_000_000.0);
    assert_eq!((&shown["logged_username"], &shown["italic"]), (&json!("ada"), &json!(true)));
    assert_eq!(shown["timezone"], "Europe/Berlin");
    assert_eq!(shown["disks"][0]["percent"], 42);
    assert_eq!(shown["wmi_detail"], json!({ "cpus": ["Chip"] }));
    assert_eq!(shown["public_ip"], "127.0.0.1");
}

#[tokio::test]
async fn an_agent_without_its_key_or_unknown_is_refused() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;
    let thief = identity.with_another_key();
    let mut stranger = identity.clone();
    stranger.agent_id = random_letters(40);

    for impostor in [thief, stranger] {
        let (_socket, answer) = server.try_connect(&impostor, &[]).await;
        assert!(matches!(answer, ToAgent::Refused { refusal: Refusal::NotEnrolled, .. }));
    }
    assert_eq!(server.admin.get("/agents/").await.ok()[0]["status"], "offline");
}

#[tokio::test]
async fn an_agent_that_is_uninstalled_loses_its_key_and_its_connection_but_not_its_record() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let identity = agent.identity.clone();
    let farewell = identity.farewell();

    let forged = identity.with_another_key().farewell();
    let strange = json!({ "agent_id": "nobody", "signature": forged["signature"] });
    for body in [&forged, &strange] {
        let reply = server.anonymous().post("/link/leave/", body.clone()).await;
        reply.refused(401, "invalid_credentials");
    }
    let problems = server.anonymous().post("/link/leave/", json!({ "signature": "xyz" })).await;
    assert_eq!(
        problems.problems(),
        json!({ "agent_id": ["Choose an agent."], "signature": ["Must be 128 hexadecimal digits."] })
    );

    let said = server.anonymous().post("/link/leave/", farewell.clone()).await.ok();
    assert_eq!(said, "goodbye, pc-1");
    assert_eq!(agent.receive().await, None, "the connection is closed");
    let (_socket, answer) = server.try_connect(&identity, &[]).await;
    assert!(matches!(answer, ToAgent::Refused { refusal: Refusal::NotEnrolled, .. }));
    assert_eq!(server.admin.get("/agents/").await.ok()[0]["hostname"], "pc-1");
    // The farewell proves nothing any more.
    let again = server.anonymous().post("/link/leave/", farewell).await;
    again.refused(401, "invalid_credentials");
    let last = server.audit_lines().await.pop().unwrap();
    assert_eq!(last, "agent modify agent pc-1 was uninstalled on its machine");
}

#[tokio::test]
async fn a_second_machine_with_a_copied_identity_is_refused_while_the_first_is_connected() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;
    let is_cloned =
        |answer: &ToAgent| matches!(answer, ToAgent::Refused { refusal: Refusal::Cloned, .. });

    // On a machine that stood still for longer, the first counts as gone: they try again.
    let answer = until("the first answers in time", async || {
        let mut first = server.connect(&identity).await;
        // It answers pings as long as it reads.
        let listening = tokio::spawn(async move { while first.listen().await.is_some() {} });
        let began = Instant::now();
        let (_socket, answer) = server.try_connect(&identity, &[]).await;
        listening.abort();
        (is_cloned(&answer) || began.elapsed() < PROOF_LIMIT).then_some(answer)
    })
    .await;

    assert!(is_cloned(&answer), "{answer:?}");
}

#[tokio::test]
async fn what_a_dead_process_had_sent_does_not_keep_its_agent_out() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;
    // Nobody reads there any more, so no ping is answered; messages still arrive.
    let mut dead = server.connect(&identity).await;
    let sending = tokio::spawn(async move {
        // To a question that nobody has asked: it is dropped without a word.
        while dead.try_send(FromAgent::Answer { id: 999, answer: data(&()) }).await {
            tokio::task::yield_now().await;
        }
    });

    server.connect(&identity).await;

    sending.abort();
}

#[tokio::test]
async fn the_link_takes_only_websockets() {
    let server = TestServer::start().await;
    let reply = server.anonymous().get("/link/connect/").await;
    reply.refused(400, "invalid");
}

async fn ask(
    server: &TestServer,
    agent_id: &str,
    limit: Duration,
) -> Result<Vec<Process>, Unanswered> {
    server
        .app
        .agent_link
        .ask_agent(&agent_id.into(), question_name::LIST_PROCESSES, &(), limit)
        .await
}

#[tokio::test]
async fn a_question_is_answered_by_the_agent_and_late_answers_are_dropped() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let agent_id = agent.identity.agent_id.clone();
    let process = Process { pid: 7, name: "sh".to_owned(), ..Process::default() };
    let (short, long) = (Duration::from_millis(200), TEST_TIMEOUT);

    assert_eq!(ask(&server, &agent_id, short).await, Err(Unanswered::TimedOut));
    let late = agent.next_question().await;
    agent
        .send(FromAgent::Answer { id: late.id, answer: data(&std::slice::from_ref(&process)) })
        .await;
    agent.send(FromAgent::Answer { id: 999, answer: data(&()) }).await;

    let (answer, _) = tokio::join!(
        ask(&server, &agent_id, long),
        agent.answer_next(data(&std::slice::from_ref(&process)))
    );
    assert_eq!(answer, Ok(vec![process]));
}

#[tokio::test]
async fn an_agent_that_cannot_answer_gives_a_reason() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let agent_id = agent.identity.agent_id.clone();
    let cases = [
        (Answer::Failed("no".to_owned()), Unanswered::Failed("no".to_owned())),
        (
            Answer::UnsupportedPlatform("not here".to_owned()),
            Unanswered::UnsupportedPlatform("not here".to_owned()),
        ),
        (Answer::UnknownQuestion, Unanswered::Unknown),
        (
            Answer::Data(b"rubbish".to_vec()),
            Unanswered::Failed("the agent's answer is not readable".to_owned()),
        ),
    ];
    for (answer, expected) in cases {
        let (got, _) =
            tokio::join!(ask(&server, &agent_id, TEST_TIMEOUT), agent.answer_next(answer));
        assert_eq!(got, Err(expected));
    }

    // Callers that wait when the connection ends are notified at once.
    let (got, ()) = tokio::join!(ask(&server, &agent_id, Duration::from_secs(3600)), async {
        agent.next_question().await;
        drop(agent);
    });
    assert_eq!(got, Err(Unanswered::Offline));
    let got = ask(&server, &agent_id, Duration::from_secs(3600)).await;
    assert_eq!(got, Err(Unanswered::Offline));
}

#[tokio::test]
async fn an_agent_of_an_older_build_is_not_asked() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut identity = server.enrol(location, "pc-1").await;
    identity.capabilities.clear();
    let _agent = server.connect(&identity).await;

    let limit = TEST_TIMEOUT;
    assert_eq!(ask(&server, &identity.agent_id, limit).await, Err(Unanswered::Unknown));
    let refreshed =
        server.app.agent_link.refresh_inventory(&identity.agent_id.as_str().into(), limit).await;
    assert_eq!(refreshed, Err(Unanswered::Unknown));
}

#[tokio::test]
async fn a_question_that_is_too_large_for_the_bus_is_not_asked() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let agent_id = agent.identity.agent_id.as_str().into();
    // A text of that length has its mark and its length before it.
    let longest = "x".repeat(MAX_QUESTION_BYTES - 5);
    let longer = format!("{longest}x");
    let (link, name) = (&server.app.agent_link, question_name::PING);

    let refused = link.ask_agent::<_, ()>(&agent_id, name, &longer, TEST_TIMEOUT).await;
    let sentence = "the question has 921601 bytes, and 921600 are the most that can be sent";
    assert_eq!(refused, Err(Unanswered::Failed(sentence.to_owned())));

    let (answer, question) = tokio::join!(
        link.ask_agent::<_, ()>(&agent_id, name, &longest, TEST_TIMEOUT),
        agent.answer_next(data(&()))
    );
    assert_eq!(answer, Ok(()));
    assert_eq!(question.body.len(), MAX_QUESTION_BYTES);
}

#[tokio::test]
async fn a_new_program_on_trial_is_admitted_and_the_old_connection_stays() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let mut trial = agent.identity.clone();
    trial.is_trial = true;

    let mut tried = server.connect(&trial).await;

    assert_eq!(tried.welcome.package_key, server.app.vault.package_key());
    assert_eq!(tried.welcome.runs, []);
    assert_eq!(tried.receive().await, None);
    let agent_id = agent.identity.agent_id.clone();
    let (answer, _) = tokio::join!(
        ask(&server, &agent_id, TEST_TIMEOUT),
        agent.answer_next(data(&[Process::default()]))
    );
    assert_eq!(answer, Ok(vec![Process::default()]));
    let thief = trial.with_another_key();
    let (_, answer) = server.try_connect(&thief, &[]).await;
    assert!(matches!(answer, ToAgent::Refused { refusal: Refusal::NotEnrolled, .. }));
}
