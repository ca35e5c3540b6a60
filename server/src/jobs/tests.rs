//! Jobs and schedules on a running server.

use std::time::Duration;

use serde_json::{Value, json};

use super::test_work::{Listener, PERIODIC, WORK, change, enqueue, until};
use super::{MAX_TRIES, NewJob, WAKE, live_replicas, queries, start};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::clock;
use crate::storage::sql;
use crate::testing::{TestServer, until_equal};
use crate::time::Timestamp;

const HOUR: Duration = Duration::from_secs(3600);
/// Without those that the server starts anyway.
const JOBS: &str =
    "select count(*) from jobs where kind in ('note', 'wait', 'fail', 'panic', 'test_tick')";

/// A server that also handles the tests' kinds of job, but not the periodic one.
async fn server() -> (TestServer, Listener) {
    let server = TestServer::start().await;
    let listener = Listener::new(&server.app);
    start(&server.app, WORK, &[]);
    (server, listener)
}

fn report(payload: impl Into<Value>) -> NewJob {
    NewJob::now("note", payload.into())
}

#[tokio::test]
async fn a_job_runs_once_its_change_is_committed_and_is_deleted_then() {
    let (server, mut listener) = server().await;

    let by_change = Change::begin_as(&server.app, "admin", "").await.unwrap();
    by_change.enqueue(report(json!({ "number": 7 }))).await.unwrap();
    listener.assert_no_more();
    by_change.commit(Entry::new(Action::Add, ObjectType::Site, 1, "test")).await.unwrap();

    assert_eq!(listener.next().await, json!({ "number": 7 }));
    until(&server.app, JOBS, 0).await;
    let metrics = server.admin.get("/metrics").await.text;
    assert!(metrics.contains(r#"muster_jobs_done_total{kind="note",result="done"}"#), "{metrics}");
}

#[tokio::test]
async fn a_job_of_an_undone_change_never_runs() {
    let (server, mut listener) = server().await;

    let write = server.app.db.begin().await.unwrap();
    server.app.jobs.enqueue(&write, report("undone")).await.unwrap();
    write.rollback().await.unwrap();
    enqueue(&server.app, report("committed")).await;

    assert_eq!(listener.next().await, "committed");
    until(&server.app, JOBS, 0).await;
    listener.assert_no_more();
}

#[tokio::test]
async fn a_keyed_job_that_waits_is_moved() {
    let (server, mut listener) = server().await;
    let later = Timestamp::now().plus(HOUR);

    enqueue(&server.app, report("first").at(later).keyed("a")).await;
    enqueue(&server.app, report("other key").at(later).keyed("b")).await;
    enqueue(&server.app, report("second").keyed("a")).await;

    assert_eq!(listener.next().await, "second");
    until(&server.app, JOBS, 1).await;
    listener.assert_no_more();
}

#[tokio::test]
async fn a_keyed_job_enqueued_while_in_hand_runs_again_afterwards() {
    let (server, mut listener) = server().await;
    let job = |payload: &str| NewJob::now("wait", payload.into()).keyed("a");

    enqueue(&server.app, job("first")).await;
    assert_eq!(listener.next().await, "first");
    enqueue(&server.app, job("second")).await;
    enqueue(&server.app, job("third")).await;
    listener.release(2);

    for expected in ["end", "third", "end"] {
        assert_eq!(listener.next().await, expected);
    }
    until(&server.app, JOBS, 0).await;
}

#[tokio::test]
async fn a_job_in_hand_is_not_taken_again_when_the_time_of_day_jumps() {
    clock::stop();
    let (server, mut listener) = server().await;

    enqueue(&server.app, NewJob::now("wait", "first".into())).await;
    assert_eq!(listener.next().await, "first");
    clock::advance(HOUR);
    enqueue(&server.app, report("marker")).await;
    assert_eq!(listener.next().await, "marker", "the worker has looked again");
    listener.release(2);

    assert_eq!(listener.next().await, "end");
    until(&server.app, JOBS, 0).await;
    listener.assert_no_more();
}

#[tokio::test]
async fn a_job_waits_for_its_time_and_runs_then_without_being_woken() {
    clock::stop();
    let (server, mut listener) = server().await;
    let soon = Timestamp::now().plus(HOUR);

    enqueue(&server.app, report("late").at(soon.plus(HOUR))).await;
    enqueue(&server.app, report("soon").at(soon)).await;
    enqueue(&server.app, report("now")).await;

    assert_eq!(listener.next().await, "now");
    until(&server.app, JOBS, 2).await;
    assert_eq!(server.app.jobs.queue_len().await.unwrap(), 0, "what is not due is not queued");
    for (expected, left) in [("soon", 1), ("late", 0)] {
        listener.assert_no_more();
        clock::advance(HOUR);
        assert_eq!(listener.next().await, expected);
        until(&server.app, JOBS, left).await;
    }
}

#[tokio::test]
async fn a_failing_job_is_tried_eight_times_and_then_dead_and_visible() {
    clock::stop();
    let (server, mut listener) = server().await;
    let app = &server.app;
    let free = "select attempts from jobs where kind = 'fail' and leased_by = ''";

    enqueue(app, NewJob::now("fail", json!({})).keyed("a")).await;
    for tries in 1..MAX_TRIES {
        until(app, &format!("select coalesce(({free}), -1)"), tries).await;
        assert!(app.jobs.dead().await.unwrap().is_empty());
        let again = sql::number(app.db.read(), "select run_at from jobs where kind = 'fail'", []);
        assert!(again.await.unwrap() > Timestamp::now().micros(), "it backs off");
        clock::advance(HOUR * 2); // Longer than the longest pause.
    }
    until(app, "select count(*) from jobs where dead_since is not null", 1).await;

    let dead = app.jobs.dead().await.unwrap();
    assert_eq!((dead[0].kind.as_str(), dead[0].attempts), ("fail", MAX_TRIES));
    assert_eq!(dead[0].last_error, "no luck");
    let logged = "select count(*) from debug_logs where log_level = 'error'
                     and log_type = 'system_issues' and agent_id is null
                     and message like 'job % (fail) was given up after 8 tries: no luck'";
    until(app, logged, 1).await;
    until_equal(&0, async || app.jobs.queue_len().await.unwrap()).await;
    // A dead job neither runs nor blocks a new one.
    enqueue(app, NewJob::now("fail", json!({})).keyed("a").at(Timestamp::now().plus(HOUR))).await;
    until(app, JOBS, 2).await;
    listener.assert_no_more();
}

#[tokio::test]
async fn a_handler_that_panics_has_failed_and_the_worker_continues() {
    let (server, mut listener) = server().await;

    enqueue(&server.app, NewJob::now("panic", json!({}))).await;
    let failed = "select count(*) from jobs where attempts = 1 and leased_until = 0
                     and last_error = 'panicked: oh no'";
    until(&server.app, failed, 1).await;
    enqueue(&server.app, report("still here")).await;

    assert_eq!(listener.next().await, "still here");
}

#[tokio::test]
async fn two_servers_share_the_jobs_and_do_each_once() {
    let (server, mut listener) = server().await;
    let other = App::open(server.app.settings.clone()).await.unwrap();
    start(&other, WORK, &[]);

    // More jobs than one server takes at once, fewer than two do.
    let write = server.app.db.begin().await.unwrap();
    for number in 0..12 {
        server.app.jobs.enqueue(&write, NewJob::now("wait", number.into())).await.unwrap();
    }
    write.commit().await.unwrap();
    server.app.jobs.wake().await;
    other.jobs.wake().await; // Without NATS nothing else wakes it.

    let mut numbers = Vec::new();
    let mut servers = Vec::new();
    for _ in 0..12 {
        let (at, number) = listener.next_with_server().await;
        numbers.push(number.as_i64().unwrap());
        servers.push(at);
    }
    listener.release(12);
    numbers.sort_unstable();
    assert_eq!(numbers, Vec::from_iter(0..12));
    assert!(servers.contains(&server.app.replica_id) && servers.contains(&other.replica_id));
    for _ in 0..12 {
        assert_eq!(listener.next().await, "end");
    }
    until(&server.app, JOBS, 0).await;
    listener.assert_no_more();
}

#[tokio::test]
async fn another_replica_wakes_the_worker_over_the_bus() {
    clock::stop(); // So that the worker does not look by itself.
    let (server, mut listener) = server().await;
    let write = server.app.db.begin().await.unwrap();
    server.app.jobs.enqueue(&write, report("found")).await.unwrap();
    write.commit().await.unwrap();

    let calling = async {
        // Repeated, as the worker may not listen yet.
        loop {
            server.app.bus.publish(WAKE, "another replica").await.unwrap();
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let heard = tokio::select! {
        () = calling => unreachable!("it calls for ever"),
        heard = listener.next() => heard,
    };

    assert_eq!(heard, "found");
}

#[tokio::test]
async fn a_killed_workers_job_is_taken_over_when_its_lease_ends() {
    clock::stop();
    let (server, mut listener) = server().await;
    let app = &server.app;
    let (due, end) = (Timestamp::now().plus(HOUR), Timestamp::now().plus(HOUR * 2));
    enqueue(app, report("taken over").at(due)).await;
    let claimed = queries::claim(&app.db, &["note"], &[0], "gone", 8, (due, end)).await.unwrap();

    clock::advance(HOUR);
    enqueue(app, report("marker")).await;
    assert_eq!(listener.next().await, "marker", "the lease holds");
    assert!(queries::renew(&app.db, &claimed[0], end).await.unwrap());
    until(app, JOBS, 1).await;

    clock::advance(HOUR);
    app.jobs.wake().await;
    assert_eq!(listener.next().await, "taken over");
    until(app, JOBS, 0).await;
    assert!(!queries::renew(&app.db, &claimed[0], end).await.unwrap(), "it is not theirs now");
}

#[tokio::test]
async fn a_job_whose_every_worker_was_killed_is_given_up() {
    let (server, mut listener) = server().await;
    let app = &server.app;
    let write = app.db.begin().await.unwrap();
    app.jobs.enqueue(&write, report("deadly")).await.unwrap();
    // Only this one: the server's own first jobs may be there by now.
    let killed = "update jobs set attempts = $1, leased_by = 'gone', leased_until = 1
                   where kind = 'note'";
    sql::execute(&write, killed, [MAX_TRIES.into()]).await.unwrap();
    write.commit().await.unwrap();

    app.jobs.wake().await;
    until(app, "select count(*) from jobs where dead_since is not null", 1).await;

    assert_eq!(app.jobs.dead().await.unwrap()[0].attempts, MAX_TRIES);
    listener.assert_no_more();
}

#[tokio::test]
async fn a_tick_is_done_once_among_two_servers_and_missed_ones_are_not_made_up_for() {
    let server = TestServer::start().await;
    let mut listener = Listener::new(&server.app);
    let other = App::open(server.app.settings.clone()).await.unwrap();
    let ten_hours_ago = Timestamp::now().minus(HOUR * 10).micros();
    let overdue = format!("insert into schedules values ('test_tick', {ten_hours_ago})");
    change(&server.app, &overdue).await;

    for app in [&server.app, &other] {
        start(app, WORK, PERIODIC);
    }

    assert_eq!(listener.next().await, "tick");
    until(&server.app, JOBS, 0).await;
    until(&server.app, "select count(*) from replicas", 2).await;
    let next = "select next_run_at from schedules where name = 'test_tick'";
    let next = sql::number(server.app.db.read(), next, []).await.unwrap();
    assert!(next > Timestamp::now().micros() && next <= Timestamp::now().plus(HOUR).micros());
    assert_eq!((next - ten_hours_ago) % 3_600_000_000, 0, "it keeps step");
    listener.assert_no_more();
}

#[tokio::test]
async fn work_that_has_never_run_is_due_shortly_after_the_start() {
    let server = TestServer::start().await;
    start(&server.app, WORK, PERIODIC);

    until(&server.app, "select count(*) from schedules where name = 'test_tick'", 1).await;

    let next = "select next_run_at from schedules where name = 'test_tick'";
    let next = sql::number(server.app.db.read(), next, []).await.unwrap();
    assert!(next <= Timestamp::now().plus(Duration::from_secs(10)).micros());
}

#[tokio::test]
async fn a_server_that_stops_finishes_the_job_in_hand_and_takes_no_other() {
    let (server, mut listener) = server().await;
    enqueue(&server.app, NewJob::now("wait", "in hand".into())).await;
    assert_eq!(listener.next().await, "in hand");

    server.app.stopping.cancel();
    enqueue(&server.app, report("too late")).await;
    let stopping = tokio::spawn(server.stop());
    listener.release(1);
    let (settings, _folder) = stopping.await.unwrap();

    assert_eq!(listener.next().await, "end");
    listener.assert_no_more();
    let reopened = App::open(settings).await.unwrap();
    until(&reopened, "select count(*) from jobs where leased_by <> ''", 0).await;
    until(&reopened, JOBS, 1).await;
}

#[tokio::test]
async fn a_running_server_is_alive_and_known_as_a_replica_until_it_stops() {
    let server = TestServer::start().await;
    let app = server.app.clone();
    assert!(app.jobs.worker_alive() && app.jobs.scheduler_alive());
    until(&app, "select count(*) from replicas", 1).await;
    assert_eq!(live_replicas(&app.db).await.unwrap(), [app.replica_id.as_str()]);
    change(&app, "insert into replicas values ('killed', 5, 5, '0'), ('old', 1, 1, '0')").await;
    assert_eq!(live_replicas(&app.db).await.unwrap(), [app.replica_id.as_str()]);

    let (settings, _folder) = server.stop().await;

    assert!(!app.jobs.worker_alive() && !app.jobs.scheduler_alive());
    let reopened = App::open(settings).await.unwrap();
    assert!(!reopened.jobs.worker_alive(), "nothing was started");
    assert!(live_replicas(&reopened.db).await.unwrap().is_empty());
}

#[tokio::test]
async fn due_jobs_that_are_not_running_are_the_length_of_the_queue() {
    clock::stop();
    let server = TestServer::start().await;

    enqueue(&server.app, report("nobody here knows this kind")).await;
    enqueue(&server.app, report("later").at(Timestamp::now().plus(HOUR))).await;

    assert_eq!(server.app.jobs.queue_len().await.unwrap(), 1);
}
