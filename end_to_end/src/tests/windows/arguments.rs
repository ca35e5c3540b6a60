//! What a script of Windows is given is what it gets, byte by byte.

use serde_json::json;

use crate::api::Reply;
use crate::server::Server;
use crate::turn;
use crate::windows::{WindowsAgent, build_probe, put_python};

/// What some program on the way might change.
const ODD: [&str; 9] = [
    "plain",
    "",
    " two  words ",
    r#"it's "quoted" \" \\" \\\"#,
    "a\nb\r\nc\t",
    "%PATH% !PATH! $(x) `id` ${HOME} $1 ^",
    r"; rm & | > < * ? [a] ~ # \ \\ \n %s %%",
    "-n --help - /?",
    "Grüße, Ελλάδα, 日本, 😀, e\u{301}",
];

/// How long an argument is at the least, in bytes.
const LONG: usize = 100 * 1024;

struct Scene {
    server: Server,
    agent: WindowsAgent,
}

impl Scene {
    async fn start() -> Self {
        let server = Server::start().await;
        let agent = WindowsAgent::join(&server).await;
        build_probe(&agent.wine.path("probe.exe")).await;
        Self { server, agent }
    }

    async fn run(&self, shell: &str, code: &str, arguments: &[&str]) -> Reply {
        let name = format!("{shell} {}", arguments.len());
        let body = json!({ "name": name, "shell": shell, "script_body": code });
        let script = self.server.api.post("/scripts/", body).await.json["id"].clone();
        let body = json!({ "script": script, "args": arguments, "timeout": 100 });
        let path = format!("/agents/{}/runscript/?detail=true", self.agent.id);
        self.server.api.post(&path, body).await
    }

    /// The script prints each argument between brackets.
    async fn arrives(&self, shell: &str, code: &str, arguments: &[&str]) {
        let reply = self.run(shell, code, arguments).await;
        assert_eq!((reply.status, &reply.json["retcode"]), (200, &json!(0)), "{}", reply.text);
        let expected: String = arguments.iter().map(|text| format!("<{text}>\n")).collect();
        let stdout = reply.json["stdout"].as_str().expect("a text");
        let same = stdout.bytes().zip(expected.bytes()).take_while(|(a, b)| a == b).count();
        assert!(stdout == expected, "the same for {same} bytes of {}: {stdout}", expected.len());
    }
}

#[tokio::test]
async fn python_gets_a_hundred_kilobytes_of_arguments_exactly() {
    let _turn = turn::shared().await;
    let scene = Scene::start().await;
    if !put_python(&scene.agent.wine.path("python")).await {
        return;
    }
    let code = "#!C:\\python\\python.exe\nimport sys\n\
                for a in sys.argv[1:]: sys.stdout.buffer.write(('<%s>\\n' % a).encode())\n";
    let unit = "Aä€😀 '\"$(x);`\\\n";
    let long = unit.repeat(LONG.div_ceil(unit.len()));
    scene.arrives("shell", code, &ODD).await;
    scene.arrives("shell", code, &[&ODD[..], &[&long]].concat()).await;
}

#[tokio::test]
async fn a_program_gets_what_fits_into_a_command_line_exactly_and_more_is_refused() {
    let _turn = turn::shared().await;
    let scene = Scene::start().await;
    let long = "Aä€ '\"$(x);`\\\n".repeat(30_000 / 18);
    let code = "#!C:\\probe.exe\nit prints its arguments\n";
    scene.arrives("shell", code, &[&ODD[..], &[&long]].concat()).await;

    let longer = long.repeat(4);
    let refused = scene.run("shell", code, &["a", &longer]).await;
    assert_eq!((refused.status, refused.code()), (400, "agent_error"), "{}", refused.text);
    let reason = "the arguments are together more than this system takes";
    assert_eq!(refused.detail(), reason);
}

#[tokio::test]
async fn a_batch_file_gets_exactly_what_it_can_take_safely_and_the_rest_is_refused() {
    let _turn = turn::shared().await;
    let scene = Scene::start().await;
    let code = "@echo off\nC:\\probe.exe script %*\n";
    let safe = ["plain", "", " two  words ", "x&calc", "a,b;c", "k=v", "^|<>()", "Grüße", r"C:\x\"];
    scene.arrives("cmd", code, &safe).await;

    for (argument, problem) in [
        ("say \"x\"", "a quotation mark"),
        ("%PATH%", "a percent sign"),
        ("a\nb", "a line break"),
        ("a\u{1a}b", "a control character"),
    ] {
        let refused = scene.run("cmd", code, &["a", argument]).await;
        assert_eq!((refused.status, refused.code()), (400, "agent_error"), "{}", refused.text);
        let expected = format!(
            "argument 2 has {problem}, which a batch file cannot take safely: use a variable of \
             the environment, or another shell"
        );
        assert_eq!(refused.detail(), expected);
    }
}
