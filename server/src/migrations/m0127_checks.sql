-- Checks: what agents measure by themselves, and when that is a failure.
create table checks (
    id               {id},
    -- Exactly one owner.
    agent_id         bigint  references agents (id) on delete cascade,
    policy_id        bigint  references policies (id) on delete cascade,
    check_type       text    not null check (check_type in (
        'diskspace', 'cpuload', 'memory', 'ping', 'winsvc', 'eventlog', 'script', 'http', 'port'
    )),
    -- What it is about, in the form in which checks of agents and policies are
    -- compared: of two with the same one, one overrides the other.
    check_key        text    not null,
    name             text    not null,
    email_alert      boolean not null,
    text_alert       boolean not null,
    dashboard_alert  boolean not null,
    -- JSON object: all settings, those with columns of their own included.
    settings         text    not null,
    -- Whether an argument or a variable holds a placeholder: what an agent is
    -- given then depends on values that change elsewhere.
    has_placeholders boolean not null,
    -- The script of a check of that type, which cannot be deleted meanwhile.
    script_id        bigint  references scripts (id),
    created_by       text    not null default '',
    created_time     bigint  not null,
    modified_by      text    not null default '',
    modified_time    bigint  not null,
    constraint checks_owner check ((agent_id is null) <> (policy_id is null)),
    constraint checks_script check ((check_type = 'script') = (script_id is not null))
);
create unique index checks_agent on checks (agent_id, check_type, check_key)
    where agent_id is not null;
create unique index checks_policy on checks (policy_id, check_type, check_key)
    where policy_id is not null;
create index checks_script on checks (script_id) where script_id is not null;

-- Whether the agent runs checks: it names that in its hello. Null until it
-- connects again.
alter table agent_definitions add column takes_checks boolean;

-- What each check found on each agent that runs it.
create table check_results (
    id              {id},
    agent_id        bigint not null references agents (id) on delete cascade,
    check_id        bigint not null references checks (id) on delete cascade,
    status          text   not null default 'pending'
        check (status in ('pending', 'passing', 'failing')),
    -- Of the newest result; null while it does not fail.
    severity        text   check (severity in ('info', 'warning', 'error')),
    more_info       text   not null default '',
    last_run        bigint,
    -- Failing results in a row.
    fail_count      bigint not null default 0,
    -- JSON: {"log": […]} of an event log check.
    extra_details   text   not null default '{}',
    stdout          text   not null default '',
    stderr          text   not null default '',
    retcode         bigint,
    execution_time  double precision,
    -- JSON list: the newest samples, at most 15, the newest last.
    samples         text   not null default '[]',
    -- Since when a threshold is crossed that has to be so for some minutes.
    crossed_since   bigint,
    -- The newest points of its history, packed; full ones move to check_history.
    points          {bytes},
    -- Names the definition the agent was last given; empty: it is not given it.
    version         text   not null default '',
    -- Why the agent cannot be given the check; empty when it can.
    problem         text   not null default '',
    unique (agent_id, check_id)
);
create index check_results_check on check_results (check_id);
create index check_results_failing on check_results (agent_id) where status = 'failing';

-- Older points of a check on an agent, packed; one row has hours of them.
create table check_history (
    result_id  bigint  not null references check_results (id) on delete cascade,
    -- Of the first and of the last point.
    start_time bigint  not null,
    end_time   bigint  not null,
    data       {bytes} not null,
    primary key (result_id, start_time)
);
create index check_history_age on check_history (end_time);
