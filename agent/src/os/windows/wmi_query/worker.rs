//! A thread that asks WMI.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, Once, PoisonError, Weak};
use std::time::Duration;

use serde_json::Value;
use windows::Win32::System::Com::{
    COINIT_MULTITHREADED, CoInitializeEx, CoInitializeSecurity, CoUninitialize, EOAC_NONE,
    RPC_C_AUTHN_LEVEL_DEFAULT, RPC_C_IMP_LEVEL_IMPERSONATE,
};
use wmi::{IWbemClassWrapper, WMIConnection, WMIError, WMIResult};

use super::class::{Class, Row};
use super::value::to_json;
use super::words::{INVALID_QUERY, problem_of};
use crate::os::Problem;

/// How many threads may hang before nothing is asked any more.
const MAX_HANGING: usize = 4;

/// How many objects of a class are read.
const MAX_ROWS: usize = 200;

/// Threads that did not answer in time, as long as they live.
static HANGING: Mutex<Vec<Weak<()>>> = Mutex::new(Vec::new());

type Answer = Result<Vec<Row>, Problem>;

struct Request {
    class: Class,
    answer: SyncSender<Answer>,
}

/// A thread that answers questions until this is dropped.
#[derive(Debug)]
pub struct Worker {
    requests: Sender<Request>,
    /// Whether the thread lives.
    life: Weak<()>,
}

impl Worker {
    /// Starts a thread; fails while too many of them hang.
    pub fn start() -> Result<Self, Problem> {
        if count_hanging() >= MAX_HANGING {
            return Err(Problem::failed("WMI hangs"));
        }
        let life = Arc::new(());
        let (requests, receiver) = channel();
        let worker = Self { requests, life: Arc::downgrade(&life) };
        let thread = std::thread::Builder::new().name("wmi".to_owned());
        // It ends after the last request, or when the call that hangs returns.
        let started = thread.spawn(move || {
            let _life = life;
            answer_all(&receiver);
        });
        started.map(|_| worker).map_err(|error| {
            Problem::failed(format!("there is no thread to ask WMI with: {error}"))
        })
    }

    /// The answer of WMI; none when it does not come in time.
    pub fn ask(&self, class: Class, limit: Duration) -> Option<Answer> {
        let (answer, answers) = sync_channel(1);
        self.requests.send(Request { class, answer }).ok()?;
        let answer = answers.recv_timeout(limit).ok();
        if answer.is_none() {
            let mut hanging = HANGING.lock().unwrap_or_else(PoisonError::into_inner);
            hanging.push(Weak::clone(&self.life));
        }
        answer
    }
}

fn count_hanging() -> usize {
    count_living(&mut HANGING.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Counts the threads that live, and forgets the others.
fn count_living(threads: &mut Vec<Weak<()>>) -> usize {
    threads.retain(|life| life.strong_count() > 0);
    threads.len()
}

fn answer_all(requests: &Receiver<Request>) {
    // Left last, after what was opened in it.
    let apartment = Apartment::enter();
    let mut connections = BTreeMap::new();
    for Request { class, answer } in requests {
        let rows = match &apartment {
            Ok(_) => read_rows(&mut connections, &class),
            Err(error) => Err(error.clone().into()),
        };
        // Who asked may have given up.
        let _ = answer.send(rows.map_err(|error| problem_of(&class, &error)));
    }
}

/// This thread as one that uses COM.
struct Apartment;

impl Apartment {
    #[expect(unsafe_code, reason = "COM has to be started on each thread that uses it")]
    fn enter() -> windows::core::Result<Self> {
        static SECURITY: Once = Once::new();
        // SAFETY: the thread is ours, and is left in the same state by `drop`.
        unsafe { CoInitializeEx(None, COINIT_MULTITHREADED) }.ok()?;
        SECURITY.call_once(|| {
            let (level, identity) = (RPC_C_AUTHN_LEVEL_DEFAULT, RPC_C_IMP_LEVEL_IMPERSONATE);
            // WMI answers with the rights of who asks, so it needs the identity. Another
            // part of the program may have decided already: then it remains so.
            // SAFETY: no pointer is passed.
            let set = unsafe {
                CoInitializeSecurity(None, -1, None, None, level, identity, None, EOAC_NONE, None)
            };
            if let Err(error) = set {
                tracing::debug!(%error, "the security of COM is set already");
            }
        });
        Ok(Self)
    }
}

impl Drop for Apartment {
    #[expect(unsafe_code, reason = "COM counts its starts")]
    fn drop(&mut self) {
        // SAFETY: COM was started on this thread, once for each of these.
        unsafe { CoUninitialize() };
    }
}

fn read_rows(
    connections: &mut BTreeMap<&'static str, WMIConnection>,
    class: &Class,
) -> WMIResult<Vec<Row>> {
    if !connections.contains_key(class.namespace) {
        let connection = WMIConnection::with_namespace_path(class.namespace)?;
        connections.insert(class.namespace, connection);
    }
    let connection = &connections[class.namespace];
    let mut rows = match query(connection, class, &class.properties.join(", ")) {
        // The class has fewer properties in this release, so all of them are read.
        Err(WMIError::HResultError { hres: INVALID_QUERY }) => query(connection, class, "*"),
        other => other,
    }?;
    sort(&mut rows, class);
    Ok(rows)
}

fn query(connection: &WMIConnection, class: &Class, properties: &str) -> WMIResult<Vec<Row>> {
    let mut text = format!("SELECT {properties} FROM {}", class.name);
    if !class.condition.is_empty() {
        let _ = write!(text, " WHERE {}", class.condition);
    }
    let objects = connection.exec_query(text)?.take(MAX_ROWS);
    objects.map(|object| Ok(read_row(&object?, class.properties))).collect()
}

/// A property that cannot be read is as good as one that is not there.
fn read_row(object: &IWbemClassWrapper, properties: &[&str]) -> Row {
    let read = |name: &&str| Some(((*name).to_owned(), to_json(object.get_property(name).ok()?)?));
    properties.iter().filter_map(read).collect()
}

/// WMI lists objects in any order; an inventory that did not change must look the
/// same.
fn sort(rows: &mut [Row], class: &Class) {
    let key = |row: &Row| {
        let first = class.properties.first().and_then(|name| row.get(*name));
        let number = first.and_then(Value::as_u64).unwrap_or(0);
        (number, first.map(Value::to_string).unwrap_or_default())
    };
    rows.sort_by_cached_key(key);
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_thread_that_has_ended_does_not_hang() {
        let (one, other) = (Arc::new(()), Arc::new(()));
        let mut threads = vec![Arc::downgrade(&one), Arc::downgrade(&other)];
        assert_eq!(count_living(&mut threads), 2);
        drop(one);
        assert_eq!(count_living(&mut threads), 1);
        drop(other);
        assert_eq!(count_living(&mut threads), 0);
    }

    #[test]
    fn a_thread_that_is_gone_gives_no_answer() {
        let (requests, receiver) = channel();
        drop(receiver);
        let class = Class { namespace: "", name: "", condition: "", properties: &[] };
        let worker = Worker { requests, life: Weak::new() };
        assert!(worker.ask(class, Duration::MAX).is_none());
    }

    #[test]
    fn rows_are_sorted_by_their_first_property() {
        let class = Class { namespace: "", name: "", condition: "", properties: &["Index"] };
        let row = |index: Value| Row::from_iter([("Index".to_owned(), index)]);
        let mut rows = [10, 9, 100].map(|index| row(json!(index)));
        sort(&mut rows, &class);
        assert_eq!(rows, [9, 10, 100].map(|index| row(json!(index))));
        let mut rows = ["b", "a"].map(|index| row(json!(index)));
        sort(&mut rows, &class);
        assert_eq!(rows, ["a", "b"].map(|index| row(json!(index))));
    }
}
