-- Patch policies: what happens to updates of operating systems.

create table patch_policies (
    id                       {id},
    -- Exactly one owner, who has no other.
    agent_id                 bigint  unique references agents (id) on delete cascade,
    policy_id                bigint  unique references policies (id) on delete cascade,
    critical                 text    not null,
    important                text    not null,
    moderate                 text    not null,
    low                      text    not null,
    other                    text    not null,
    run_time_frequency       text    not null,
    run_time_hour            bigint  not null,
    -- JSON list, 0 for Monday.
    run_time_days            text    not null,
    run_time_day             bigint  not null,
    reboot_after_install     text    not null,
    reprocess_failed_inherit boolean not null,
    reprocess_failed         boolean not null,
    reprocess_failed_times   bigint  not null,
    email_if_fail            boolean not null,
    created_by               text    not null default '',
    created_time             bigint  not null,
    modified_by              text    not null default '',
    modified_time            bigint  not null,
    check ((agent_id is null) <> (policy_id is null))
);

-- What the patch policy in force says about an update: approve, ignore or
-- nothing. Counts where own_action is inherit. Derived, by one job.
alter table winupdates add column policy_action text not null default 'nothing';

drop index winupdates_pending;
create index winupdates_pending on winupdates (agent_id)
    where (own_action = 'approve' or (own_action = 'inherit' and policy_action = 'approve'))
      and state not in ('installed', 'superseded');
