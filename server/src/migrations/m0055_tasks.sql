-- Tasks: what agents do by themselves, by a schedule or when told to.

create table tasks (
    id                         {id},
    -- Exactly one owner.
    agent_id                   bigint  references agents (id) on delete cascade,
    policy_id                  bigint  references policies (id) on delete cascade,
    name                       text    not null,
    win_task_name              text    not null unique,
    enabled                    boolean not null,
    -- JSON list of what is done, in order.
    actions                    text    not null,
    -- Whether an argument or a variable holds a placeholder: what an agent is
    -- given then depends on values that change elsewhere.
    has_placeholders           boolean not null,
    -- No reference yet: checks come with their feature.
    assigned_check             bigint,
    custom_field               bigint  references custom_fields (id) on delete set null,
    collector_all_output       boolean not null,
    continue_on_error          boolean not null,
    alert_severity             text    not null,
    email_alert                boolean not null,
    text_alert                 boolean not null,
    dashboard_alert            boolean not null,
    -- JSON list; empty: everywhere.
    task_supported_platforms   text    not null,
    task_type                  text    not null,
    run_time_date              bigint,
    run_time_zone              text    not null,
    daily_interval             bigint,
    weekly_interval            bigint,
    run_time_bit_weekdays      bigint,
    monthly_months_of_year     bigint,
    monthly_days_of_month      bigint,
    monthly_weeks_of_month     bigint,
    task_repetition_interval   text,
    task_repetition_duration   text,
    random_task_delay          text,
    stop_task_at_duration_end  boolean not null,
    run_asap_after_missed      boolean not null,
    task_instance_policy       bigint  not null,
    expire_date                bigint,
    remove_if_not_scheduled    boolean not null,
    -- What all actions may take together; derived from them.
    timeout_seconds            bigint  not null,
    -- When it is deleted by itself; null: never.
    removal_time               bigint,
    -- Nobody sees it any more, but an agent may still hold it.
    deleted                    boolean not null default false,
    created_by                 text    not null default '',
    created_time               bigint  not null,
    modified_by                text    not null default '',
    modified_time              bigint  not null,
    check ((agent_id is null) <> (policy_id is null))
);
create index tasks_agent on tasks (agent_id) where agent_id is not null;
create index tasks_policy on tasks (policy_id) where policy_id is not null;
create index tasks_custom_field on tasks (custom_field) where custom_field is not null;
create index tasks_removal on tasks (removal_time) where removal_time is not null;

-- Which scripts a task runs; derived from its actions.
create table task_scripts (
    task_id   bigint not null references tasks (id) on delete cascade,
    script_id bigint not null references scripts (id) on delete cascade,
    primary key (task_id, script_id)
);
create index task_scripts_script on task_scripts (script_id);

-- What became of a task on each agent that has it.
create table task_results (
    id             {id},
    agent_id       bigint not null references agents (id) on delete cascade,
    task_id        bigint not null references tasks (id) on delete cascade,
    status         text   not null default 'pending',
    sync_status    text   not null default 'initial',
    -- Null: it never ran.
    run_status     text,
    last_run       bigint,
    retcode        bigint,
    execution_time double precision,
    -- The beginning of each stream; the run has all of it.
    stdout         text   not null default '',
    stderr         text   not null default '',
    -- Names the definition the agent was last given.
    version        text   not null default '',
    -- Why the agent cannot be given the task; empty when it can.
    problem        text   not null default '',
    unique (agent_id, task_id)
);
create index task_results_task on task_results (task_id);

-- The document by which each agent goes: made anew while `wanted` is ahead of
-- `built`, in the agent's hands once `kept` is `digest`.
create table agent_definitions (
    agent_id bigint primary key references agents (id) on delete cascade,
    wanted   bigint not null default 0,
    built    bigint not null default 0,
    digest   text   not null default '',
    kept     text   not null default ''
);
create index agent_definitions_due on agent_definitions (agent_id) where wanted > built;

alter table runs add column task_id bigint references tasks (id) on delete set null;
-- JSON list: what came of each action of a task.
alter table runs add column actions text not null default '[]';
create index runs_task on runs (task_id, agent_id, started) where task_id is not null;
