//! What a form should show next to a field that was left empty.

/// The sentence for a field by the last part of its path: what to enter or
/// choose where people fill it in, and nothing where only programs do.
pub fn ask_for(path: &str) -> Option<&'static str> {
    let field = path.rsplit('.').next().unwrap_or(path);
    Some(match field {
        "name" => "enter a name",
        "username" => "enter a user name",
        "password" | "current_password" => "enter a password",
        "cmd" | "command" => "enter a command",
        "code" | "script_body" => "enter the code",
        "note" => "enter a note",
        "value" => "enter a value",
        "agent" | "agent_id" => "choose an agent",
        "client" => "choose a client",
        "site" | "move_to_site" => "choose a site",
        "policy" => "choose a policy",
        "role" => "choose a role",
        "script" => "choose a script",
        "task" => "choose a task",
        "user" => "choose a user",
        _ => return None,
    })
}
