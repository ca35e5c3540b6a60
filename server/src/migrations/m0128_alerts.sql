-- What alerts are about, and what the machine that decides knows of each between
-- two events. A row lives longer than its alerts.
create table alert_causes (
    id                  {id},
    -- Availability, checks and tasks have an agent, the unreachability of a site has
    -- its site, and a custom alert has an agent or none.
    kind                text    not null
        check (kind in ('availability', 'check', 'task', 'custom', 'site')),
    agent_id            bigint  references agents (id) on delete cascade,
    site_id             bigint  references sites (id) on delete cascade,
    check_id            bigint  references checks (id) on delete cascade,
    task_id             bigint  references tasks (id) on delete cascade,
    phase               text    not null default 'clear'
        check (phase in ('clear', 'open', 'acknowledged', 'snoozed', 'suppressed')),
    maintenance         boolean not null default false,
    covered             boolean not null default false,
    severity            text    not null default 'info'
        check (severity in ('info', 'warning', 'error')),
    hidden              boolean not null default false,
    announced_dashboard boolean not null default false,
    announced_email     boolean not null default false,
    announced_sms       boolean not null default false,
    action_started      boolean not null default false,
    engaged             boolean not null default false,
    escalated           bigint  not null default 0,
    -- When the newest event happened that was decided; older ones are ignored.
    last_event          bigint  not null default 0,
    -- JSON list: when it changed between failing and working within the last hour.
    changes             text    not null default '[]',
    failing             boolean not null default false,
    flapping            boolean not null default false,
    -- When its timers are due; null for one that is not set.
    repeat_at           bigint,
    escalate_at         bigint,
    snooze_ends_at      bigint,
    calm_at             bigint,
    constraint alert_causes_object check (
        (kind = 'check') = (check_id is not null) and (kind = 'task') = (task_id is not null)
        and (kind = 'site') = (site_id is not null)
        and (kind in ('custom', 'site') or agent_id is not null)
    )
);
create unique index alert_causes_availability on alert_causes (agent_id)
    where kind = 'availability';
create unique index alert_causes_check on alert_causes (agent_id, check_id) where kind = 'check';
create unique index alert_causes_task on alert_causes (agent_id, task_id) where kind = 'task';
create unique index alert_causes_site on alert_causes (site_id) where kind = 'site';
create index alert_causes_agent on alert_causes (agent_id) where agent_id is not null;
create index alert_causes_of_check on alert_causes (check_id) where check_id is not null;
create index alert_causes_of_task on alert_causes (task_id) where task_id is not null;

-- What people see and are notified of.
create table alerts (
    id                    {id},
    cause_id              bigint  not null references alert_causes (id) on delete cascade,
    agent_id              bigint  references agents (id) on delete cascade,
    -- Of the alert that a site is unreachable.
    site_id               bigint  references sites (id) on delete cascade,
    check_id              bigint  references checks (id) on delete cascade,
    task_id               bigint  references tasks (id) on delete cascade,
    alert_type            text    not null
        check (alert_type in ('availability', 'check', 'task', 'custom')),
    message               text    not null,
    alert_time            bigint  not null,
    severity              text    not null check (severity in ('info', 'warning', 'error')),
    snoozed               boolean not null default false,
    snooze_until          bigint,
    resolved              boolean not null default false,
    resolved_on           bigint,
    resolved_by           text,
    hidden                boolean not null default false,
    -- It began in maintenance, or another alert covered it: nobody was notified.
    suppressed            boolean not null default false,
    flapping              boolean not null default false,
    covered_by            bigint  references alerts (id) on delete set null,
    acknowledged          boolean not null default false,
    acknowledged_by       text,
    acknowledged_on       bigint,
    acknowledge_note      text    not null default '',
    -- The template that applied when it opened, as it was called then.
    template_id           bigint,
    template_name         text,
    -- What the mail about it has in common: one conversation.
    thread                text    not null default '',
    subject               text    not null default '',
    email_sent            bigint,
    sms_sent              bigint,
    resolved_email_sent   bigint,
    resolved_sms_sent     bigint,
    action_run            bigint,
    action_stdout         text    not null default '',
    action_stderr         text    not null default '',
    action_retcode        bigint,
    action_execution_time double precision,
    -- The webhook that was sent as an action; its status follows.
    action_delivery       bigint,
    resolved_action_delivery       bigint,
    resolved_action_run            bigint,
    resolved_action_stdout         text    not null default '',
    resolved_action_stderr         text    not null default '',
    resolved_action_retcode        bigint,
    resolved_action_execution_time double precision
);
-- A cause has one open or suppressed alert at most.
create unique index alerts_open on alerts (cause_id) where not resolved;
create index alerts_cause on alerts (cause_id);
create index alerts_time on alerts (alert_time, id);
create index alerts_agent on alerts (agent_id, alert_time) where agent_id is not null;
create index alerts_site on alerts (site_id) where site_id is not null;
create index alerts_of_check on alerts (check_id) where check_id is not null;
create index alerts_of_task on alerts (task_id) where task_id is not null;
create index alerts_covered on alerts (covered_by) where covered_by is not null;
create index alerts_delivery on alerts (action_delivery) where action_delivery is not null;
create index alerts_resolved_delivery on alerts (resolved_action_delivery)
    where resolved_action_delivery is not null;
create index alerts_resolved on alerts (resolved_on) where resolved;

-- Agents of each site that became overdue within a minute, and those that the alert
-- of the site lists: JSON lists.
create table site_departures (
    site_id bigint primary key references sites (id) on delete cascade,
    waiting text   not null default '[]',
    listed  text   not null default '[]',
    away    text   not null default '[]'
);
