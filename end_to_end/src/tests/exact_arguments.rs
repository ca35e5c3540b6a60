//! What a script is given is what it gets, byte by byte.

use serde_json::json;

use crate::agent::Agent;
use crate::server::Server;
use crate::turn;

const SCRIPTS: [(&str, &str, &str); 3] = [
    ("bash", "shell", "#!/bin/bash\nfor a in \"$@\"; do printf '<%s>\\n' \"$a\"; done\n"),
    ("sh", "shell", "#!/bin/sh\nfor a in \"$@\"; do printf '<%s>\\n' \"$a\"; done\n"),
    ("python", "python", "import sys\nfor a in sys.argv[1:]: sys.stdout.write('<%s>\\n' % a)\n"),
];

#[tokio::test]
async fn scripts_get_exactly_the_arguments_they_were_given() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let agent = Agent::join(&server, "pc-1").await;
    let long = "Aä€😀 '\"$(x);`\\\n".repeat(100 * 1024 / 23);
    let arguments = [
        "plain",
        "",
        " two  words ",
        "it's \"quoted\"",
        "a\nb\r\nc\t",
        "$(touch /tmp/never) `id` ${HOME} $1",
        "; rm -rf never & | > < * ? [a] ~ ! # \\ \\n %s %%",
        "-n --help -",
        "Grüße, Ελλάδα, 日本, 😀, e\u{301}",
        &long,
    ];
    let expected: String = arguments.iter().map(|text| format!("<{text}>\n")).collect();

    for (name, shell, code) in SCRIPTS {
        let body = json!({ "name": name, "shell": shell, "script_body": code });
        let script = server.api.post("/scripts/", body).await.json["id"].clone();
        let body = json!({ "script": script, "args": arguments, "timeout": 60 });
        let path = format!("/agents/{}/runscript/?detail=true", agent.id);
        let reply = server.api.post(&path, body).await;
        assert_eq!((reply.status, &reply.json["retcode"]), (200, &json!(0)), "{}", reply.text);
        let stdout = reply.json["stdout"].as_str().expect("a text");
        let same = stdout.bytes().zip(expected.bytes()).take_while(|(a, b)| a == b).count();
        assert!(stdout == expected, "{name}: the same for {same} bytes of {}", expected.len());
    }
}
