//! A year of made-up metrics: what is kept of it, and what that takes on the disk.

use std::time::Duration;

use muster_metrics::{Block, Limits, Metric, Minute, SeriesKey, Step};
use serde_json::{Value, json};

use super::{DAY, between, compact, count, prune, read, server_with_agent};
use crate::clock;
use crate::storage::sql;
use crate::testing::TestServer;
use crate::testing::metrics::this_minute;

/// What a usual server measures.
const SERIES: &[(Metric, &[&str])] = &[
    (Metric::Cpu, &[""]),
    (Metric::Memory, &[""]),
    (Metric::Swap, &[""]),
    (Metric::Load1, &[""]),
    (Metric::Load5, &[""]),
    (Metric::Load15, &[""]),
    (Metric::DiskUsed, &["/", "/home", "/var"]),
    (Metric::DiskFree, &["/", "/home", "/var"]),
    (Metric::InodesUsed, &["/", "/home", "/var"]),
    (Metric::DiskRead, &["nvme0n1", "sda"]),
    (Metric::DiskWrite, &["nvme0n1", "sda"]),
    (Metric::NetReceived, &["eth0", "wlan0"]),
    (Metric::NetSent, &["eth0", "wlan0"]),
    (Metric::Processes, &[""]),
    (Metric::Temperature, &["cpu", "disk"]),
];

/// The same noise in every run.
struct Noise(u64);

impl Noise {
    /// Between 0 and 1.
    fn even(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as f64 / (1_u64 << 31) as f64
    }

    /// Around 0, with a standard deviation of 1.
    fn normal(&mut self) -> f64 {
        let sum: f64 = (0..12).map(|_| self.even()).sum();
        sum - 6.0
    }

    fn value(&mut self, metric: Metric) -> f64 {
        match metric {
            Metric::Cpu => (30.0 + 5.0 * self.normal()).clamp(0.0, 100.0),
            Metric::Memory => 55.0 + 0.3 * self.normal(),
            Metric::Load1 | Metric::Load5 | Metric::Load15 => 1.0 + 0.1 * self.normal(),
            // Three decades.
            Metric::DiskRead | Metric::DiskWrite | Metric::NetReceived | Metric::NetSent => {
                (11.5 + 1.15 * self.normal()).exp()
            }
            Metric::Processes => 300.0 + 3.0 * self.normal(),
            Metric::Temperature => 45.0 + 0.5 * self.normal(),
            Metric::DiskFree => 50_000_000_000.0,
            Metric::Swap | Metric::DiskUsed | Metric::InodesUsed => 40.0,
        }
    }

    /// A day of everything; only one of so many minutes was measured.
    fn day(&mut self, start: Minute, one_of: usize) -> Block {
        let mut block = Block::new(Step::Minute, start, DAY as usize).unwrap();
        for minute in (start.0..start.0 + DAY).step_by(one_of) {
            for (metric, labels) in SERIES {
                for label in *labels {
                    let (key, value) = (SeriesKey::mean(*metric, *label), self.value(*metric));
                    block.set(key, Minute(minute), value).unwrap();
                }
            }
        }
        block
    }
}

/// Whether the processor is known in every point of a range, and how many there
/// are.
fn known_points(answer: &Value) -> (bool, usize) {
    let series = answer["series"].as_array().unwrap();
    let names: usize = SERIES.iter().map(|(_, labels)| labels.len()).sum();
    assert_eq!((series.len(), &series[0]["name"]), (names, &json!("cpu")));
    let means = series[0]["mean"].as_array().unwrap();
    (means.iter().all(Value::is_number), means.len())
}

/// How many points are stored.
async fn stored_points(server: &TestServer) -> usize {
    let mut points = 0;
    for table in ["metric_blocks", "metric_parts"] {
        let text = format!("select data from {table}");
        let rows: Vec<Vec<u8>> = sql::values(server.app.db.read(), &text, []).await.unwrap();
        points += rows
            .iter()
            .map(|row| Block::decode(row, Limits::STORED).unwrap().points())
            .sum::<usize>();
    }
    points
}

/// What is in use on the disk. PostgreSQL keeps the space of deleted rows until
/// it cleans up: there it is what the rows take, each with a hundred bytes for
/// its header and its indexes.
async fn used_bytes(server: &TestServer) -> i64 {
    if server.app.db.is_shared() {
        let rows = "select cast(coalesce(sum(pg_column_size(data) + 100), 0) as bigint)";
        return count(server, &format!("{rows} from metric_blocks")).await
            + count(server, &format!("{rows} from metric_parts")).await;
    }
    let pages =
        count(server, "pragma page_count").await - count(server, "pragma freelist_count").await;
    pages * count(server, "pragma page_size").await
}

async fn first(server: &TestServer, step: Step) -> u32 {
    let minutes = step.minutes();
    let text = format!("select min(start_minute) from metric_blocks where step = {minutes}");
    u32::try_from(count(server, &text).await).unwrap()
}

/// Fails unless minutes begin 30 days ago, and hours a year ago.
async fn assert_kept(server: &TestServer, now: Minute) {
    let (month, year) = (now.0 - 30 * DAY, now.0 - 365 * DAY);
    let (minutes, hours) = (first(server, Step::Minute).await, first(server, Step::Hour).await);
    assert!(minutes <= month && month < minutes + 360, "{minutes} for {month}");
    assert!(hours <= year && year < hours + DAY, "{hours} for {year}");
}

#[tokio::test]
async fn a_month_by_the_minute_and_a_year_by_the_hour_take_two_bytes_a_point_at_most() {
    let (server, agent) = server_with_agent().await;
    let (empty, now, mut noise) = (used_bytes(&server).await, this_minute(), Noise(7));

    for days in (1..=365).rev() {
        let one_of = if days > 31 { 20 } else { 1 };
        let day = noise.day(Minute(now.0 - days * DAY), one_of);
        server.add_metrics(&agent.identity.agent_id, &day).await;
    }
    compact(&server).await;
    prune(&server).await;

    assert_kept(&server, now).await;
    let range = |days: u32, points: usize| {
        format!("points={points}&{}", between(Minute(now.0 - days * DAY), now))
    };
    let month = read(&server, &agent, &range(30, 500)).await;
    assert_eq!((&month["bucket_seconds"], known_points(&month).0), (&json!(7200), true));
    let year = read(&server, &agent, &range(365, 2000)).await;
    assert_eq!((&year["bucket_seconds"], known_points(&year).0), (&json!(18_000), true));
    let start = Minute(now.0 - 29 * DAY);
    let query = format!("points=1440&{}", between(start, start.plus(DAY)));
    assert_eq!(known_points(&read(&server, &agent, &query).await), (true, 1440));

    let (bytes, points) = (used_bytes(&server).await - empty, stored_points(&server).await);
    let size = bytes as f64 / points as f64;
    println!("{points} points take {bytes} bytes on the disk: {size:.2} a point");
    assert!(points > 1_000_000 && size <= 2.0, "{size} bytes a point");

    clock::advance(Duration::from_secs(10 * 86_400));
    prune(&server).await;
    assert_kept(&server, now.plus(10 * DAY)).await;
}
