-- Computers that wait until a person approves them: new ones where the site
-- asks for it, and those that claim the record of an agent without proving that
-- they have its key. Until then they are no agents, and get nothing.
create table pending_enrolments (
    id              {id},
    -- What the computer was told: that of the record it claims, or a new one.
    agent_id        text    not null,
    -- Ed25519, 32 bytes.
    public_key      {bytes} not null,
    site_id         bigint  not null references sites (id) on delete cascade,
    -- The record it claims; null: a new computer.
    known_id        bigint  references agents (id) on delete cascade,
    monitoring_type text    not null,
    hostname        text    not null,
    plat            text    not null,
    goarch          text    not null,
    version         text    not null,
    hardware_id     text    not null,
    public_ip       text    not null,
    created_time    bigint  not null
);
create index pending_enrolments_agent on pending_enrolments (agent_id);
create index pending_enrolments_site on pending_enrolments (site_id);
create index pending_enrolments_known on pending_enrolments (known_id);

-- Which computers wait: none, new ones, or also known ones that prove who they
-- are.
alter table sites add column enrolment_approval text not null default 'off'
    constraint sites_enrolment_approval check (enrolment_approval in ('off', 'new', 'all'));
