//! Who reads agents that were removed and can still be restored.

use super::sources::sources;

/// The modules whose business removed agents are: they keep their records, and
/// know their computers when they connect.
const KEEPERS: [&str; 3] = ["agent_link", "domain/fleet", "features/link"];

/// Other files, and how many of their statements read removed agents, too: what
/// an agent was ordered before is reported on, given up, expired, followed up and
/// counted until the removal is final.
const EXCEPTIONS: [(&str, usize); 6] = [
    ("domain/runs/queries/abandoned.rs", 2),
    ("domain/runs/queries/find.rs", 1),
    ("domain/runs/queries/write.rs", 2),
    ("domain/runs/store/progress.rs", 1),
    ("domain/runs/store/task_run.rs", 1),
    ("features/bulk/queries/read.rs", 1),
];

#[test]
fn a_removed_agent_is_read_by_its_keepers_alone() {
    let mut problems = Vec::new();
    for source in sources() {
        if KEEPERS.contains(&source.module().as_str()) {
            continue;
        }
        let exception = EXCEPTIONS.iter().find(|(path, _)| *path == source.path);
        let allowed = exception.map_or(0, |(_, statements)| *statements);
        let found = count_reads(&source.code);
        if found != allowed {
            let path = &source.path;
            problems.push(format!(
                "{path} reads agents {found} times and not {allowed}: read present_agents"
            ));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// How many statements read the table itself.
fn count_reads(code: &str) -> usize {
    let words: Vec<&str> = code.split_whitespace().collect();
    words.windows(2).filter(|pair| is_from(pair[0]) && is_agents(pair[1])).count()
}

fn is_from(word: &str) -> bool {
    // A part of a statement may begin a text in the code.
    let verb = word.rsplit(['"', '(']).next().unwrap_or_default();
    matches!(verb, "from" | "join")
}

fn is_agents(word: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    word.split(|letter: char| !is_letter(letter)).next() == Some("agents")
}

#[test]
fn statements_that_read_agents_are_found() {
    let read = ["select id from agents", r#"("from agents a where"#, "(select 1 from agents)"];
    assert_eq!(read.map(count_reads), [1; 3]);
    let others = ["select id from present_agents", "from agents_away a", "the agents from sites"];
    assert_eq!(others.map(count_reads), [0; 3]);
}
