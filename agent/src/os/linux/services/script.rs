//! What a script in `/etc/init.d` says about its service.

/// What a script says; what depends on variables is left out, as only a shell knows it.
#[derive(Debug, Default, PartialEq)]
pub struct Script {
    /// What the service is for.
    pub description: Option<String>,
    /// The program with its arguments.
    pub command: Option<String>,
    /// Who it runs as, when that is not root.
    pub user: Option<String>,
}

/// Reads a script of OpenRC, or one with the comments that other systems expect.
pub fn parse(text: &str) -> Script {
    let described = value(text, "description").or_else(|| comment(text, "Short-Description"));
    let command = value(text, "command").map(|program| {
        let arguments = value(text, "command_args").unwrap_or_default();
        format!("{program} {arguments}").trim_end().to_owned()
    });
    let user = value(text, "command_user");
    let user = user.and_then(|user| user.split(':').next().map(str::to_owned));
    Script { description: described, command, user }
}

/// The value of the last assignment, if it is plain text in one line.
fn value(text: &str, name: &str) -> Option<String> {
    let assigned = |line: &'_ str| -> Option<String> {
        Some(line.strip_prefix(name)?.strip_prefix('=')?.trim_end().to_owned())
    };
    let raw = text.lines().filter_map(assigned).next_back()?;
    let plain = match raw.chars().next()? {
        '\'' => return raw[1..].strip_suffix('\'').and_then(filled),
        '"' => raw[1..].strip_suffix('"')?,
        _ => raw.split_ascii_whitespace().next()?,
    };
    let is_expanded = plain.contains(['$', '`', '\\', '"']);
    filled(plain).filter(|_| !is_expanded)
}

fn comment(text: &str, name: &str) -> Option<String> {
    let said = |line: &'_ str| -> Option<String> {
        let rest = line.strip_prefix('#')?.trim_start().strip_prefix(name)?;
        filled(rest.strip_prefix(':')?)
    };
    text.lines().find_map(said)
}

fn filled(text: &str) -> Option<String> {
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn scripts_of_openrc_say_what_their_service_is() {
        let text = "#!/sbin/openrc-run\nname=\"busybox $SVCNAME\"\n\
            description='Cron daemon'\ncommand=\"/usr/sbin/crond\"\n\
            command_args=\"-c /etc/crontabs -f\"\ncommand_user=\"cron:wheel\"\n";
        let expected = Script {
            description: Some("Cron daemon".to_owned()),
            command: Some("/usr/sbin/crond -c /etc/crontabs -f".to_owned()),
            user: Some("cron".to_owned()),
        };
        assert_eq!(parse(text), expected);
    }

    #[test]
    fn what_only_a_shell_knows_is_left_out() {
        let text = "description=\"Runs $RC_SVCNAME\"\ncommand=/usr/sbin/x\n\
            command_args=\"-f ${CONFIG}\"\ncommand_user=\"${USER:-nobody}\"\n";
        let command = Some("/usr/sbin/x".to_owned());
        assert_eq!(parse(text), Script { command, ..Script::default() });
        assert_eq!(parse("description=\"begins here\nand ends there\"\n"), Script::default());
        assert_eq!(parse("description=\"\"\ncommand=\n# description=no\n"), Script::default());
    }

    #[test]
    fn scripts_of_other_systems_say_it_in_comments() {
        let text = "#!/bin/sh\n### BEGIN INIT INFO\n# Provides:          procps\n\
            # Short-Description: Configure kernel parameters\n### END INIT INFO\n";
        assert_eq!(parse(text).description.as_deref(), Some("Configure kernel parameters"));
    }

    proptest! {
        #[test]
        fn any_text_is_survived(text in "(command=|description=|'|\"|#|\n|\\PC){0,40}") {
            parse(&text);
        }
    }
}
