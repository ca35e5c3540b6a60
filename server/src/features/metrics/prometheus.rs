//! Values in Prometheus' text format 0.0.4, written while they are sent.

use std::collections::HashMap;
use std::fmt::Write;

use bytes::Bytes;
use muster_metrics::{Metric, Unit};

use super::agent_metrics::rounded_value;
use super::queries::NamedAgent;
use crate::domain::metrics::LatestValue;
use crate::ids::AgentKey;

/// Chunks of about this size: the text of ten thousand agents is tens of
/// megabytes.
const CHUNK_BYTES: usize = 128 * 1024;

/// The text, in chunks.
pub struct Exposition {
    /// The labels of each agent.
    agents: HashMap<AgentKey, String>,
    /// By metric: the format wants all lines of one together.
    values: std::vec::IntoIter<LatestValue>,
    /// The metric of the last line.
    metric: Option<Metric>,
}

impl Exposition {
    /// The values of these agents.
    pub fn new(agents: &[NamedAgent], mut values: Vec<LatestValue>) -> Self {
        // Stable: the values of a metric keep their order.
        values.sort_by_key(|value| value.metric);
        let labels = agents.iter().map(|agent| (agent.id, labels_of(agent)));
        Self { agents: labels.collect(), values: values.into_iter(), metric: None }
    }

    fn write(&mut self, text: &mut String, value: &LatestValue) {
        // An agent that was removed or moved out of scope since.
        let Some(agent) = self.agents.get(&value.agent) else { return };
        let (metric, name) = (value.metric, name_of(value.metric));
        if self.metric.replace(metric) != Some(metric) {
            let about = metric.describe();
            // Writing to a string does not fail.
            let _ = writeln!(text, "# HELP {name} {about}\n# TYPE {name} gauge");
        }
        let own = match metric.label() {
            Some(label) => format!(",{label}=\"{}\"", escaped(&value.label)),
            None => String::new(),
        };
        let shown = rounded_value(value.value);
        let _ = writeln!(text, "{name}{{{agent}{own}}} {shown}");
    }
}

impl Iterator for Exposition {
    type Item = Bytes;

    fn next(&mut self) -> Option<Bytes> {
        let mut text = String::new();
        while text.len() < CHUNK_BYTES {
            let Some(value) = self.values.next() else { break };
            self.write(&mut text, &value);
        }
        (!text.is_empty()).then(|| text.into())
    }
}

/// `muster_agent_cpu_percent`: with the unit, where it has one.
fn name_of(metric: Metric) -> String {
    let unit = match metric.unit() {
        Unit::Load | Unit::Count => String::new(),
        unit => format!("_{}", unit.name()),
    };
    format!("muster_agent_{}{unit}", metric.name())
}

fn labels_of(agent: &NamedAgent) -> String {
    let values =
        [("agent_id", &agent.agent_id), ("hostname", &agent.hostname), ("client", &agent.client)];
    let mut labels = String::new();
    for (name, value) in values {
        let _ = write!(labels, "{name}=\"{}\",", escaped(value));
    }
    let _ = write!(labels, "site=\"{}\"", escaped(&agent.site));
    labels
}

/// The value of a label, as the format wants it.
fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use muster_metrics::Minute;

    use super::*;

    fn agent(key: i64, hostname: &str) -> NamedAgent {
        NamedAgent {
            id: AgentKey(key),
            agent_id: format!("id-{key}"),
            hostname: hostname.to_owned(),
            client: "Acme".to_owned(),
            site: "Main".to_owned(),
        }
    }

    fn value(key: i64, metric: Metric, label: &str, value: f64) -> LatestValue {
        let (agent, label) = (AgentKey(key), label.to_owned());
        LatestValue { agent, metric, label, at: Minute(0), value }
    }

    fn joined(chunks: &[Bytes]) -> String {
        chunks.iter().map(|chunk| std::str::from_utf8(chunk).unwrap()).collect()
    }

    #[test]
    fn the_lines_of_a_metric_are_together_and_labels_are_escaped() {
        let values = vec![
            value(1, Metric::Cpu, "", 12.5),
            value(1, Metric::DiskUsed, "C:\\\n\"x\"", 90.0),
            value(2, Metric::Cpu, "", 0.1 + 0.2),
            value(2, Metric::Load1, "", 3.0),
            value(3, Metric::Cpu, "", 99.0),
        ];
        let agents = [agent(1, "pc \"1\""), agent(2, "pc-2")];

        let chunks: Vec<Bytes> = Exposition::new(&agents, values).collect();

        let [one, two] = [
            r#"agent_id="id-1",hostname="pc \"1\"",client="Acme",site="Main""#,
            r#"agent_id="id-2",hostname="pc-2",client="Acme",site="Main""#,
        ];
        let mount = r#"mount="C:\\\n\"x\"""#;
        let about = Metric::describe;
        let expected = [
            format!("# HELP muster_agent_cpu_percent {}", about(Metric::Cpu)),
            "# TYPE muster_agent_cpu_percent gauge".to_owned(),
            format!("muster_agent_cpu_percent{{{one}}} 12.5"),
            format!("muster_agent_cpu_percent{{{two}}} 0.3"),
            format!("# HELP muster_agent_load1 {}", about(Metric::Load1)),
            "# TYPE muster_agent_load1 gauge".to_owned(),
            format!("muster_agent_load1{{{two}}} 3"),
            format!("# HELP muster_agent_disk_used_percent {}", about(Metric::DiskUsed)),
            "# TYPE muster_agent_disk_used_percent gauge".to_owned(),
            format!("muster_agent_disk_used_percent{{{one},{mount}}} 90"),
            String::new(),
        ];
        assert_eq!(joined(&chunks), expected.join("\n"));
    }

    #[test]
    fn agents_that_left_meanwhile_are_left_out() {
        let gone = vec![value(1, Metric::Cpu, "", 1.0)];
        assert_eq!(Exposition::new(&[], gone).count(), 0);
    }

    #[test]
    fn a_long_text_comes_in_chunks() {
        let agents = [agent(1, &"x".repeat(1000))];
        let values = vec![value(1, Metric::Cpu, "", 1.0); 1000];
        let chunks: Vec<Bytes> = Exposition::new(&agents, values).collect();
        assert!(chunks.len() > 5 && chunks.iter().all(|chunk| chunk.len() < 2 * CHUNK_BYTES));
        assert_eq!(joined(&chunks).lines().count(), 1002);
    }
}
