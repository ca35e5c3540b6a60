-- Policies: what many agents have in common, and whom they leave out.

create table policies (
    id             {id},
    name           text    not null,
    description    text    not null default '',
    active         boolean not null default false,
    enforced       boolean not null default false,
    -- No reference yet: templates come with their feature.
    alert_template bigint,
    created_by     text    not null default '',
    created_time   bigint  not null,
    modified_by    text    not null default '',
    modified_time  bigint  not null
);
create unique index policies_name on policies (lower(name));

create table policy_excluded_agents (
    policy_id bigint not null references policies (id) on delete cascade,
    agent_id  bigint not null references agents (id) on delete cascade,
    -- Where it stands in the list, as people wrote it.
    position  bigint not null,
    primary key (policy_id, agent_id)
);
create index policy_excluded_agents_agent on policy_excluded_agents (agent_id);

create table policy_excluded_sites (
    policy_id bigint not null references policies (id) on delete cascade,
    site_id   bigint not null references sites (id) on delete cascade,
    -- Where it stands in the list, as people wrote it.
    position  bigint not null,
    primary key (policy_id, site_id)
);
create index policy_excluded_sites_site on policy_excluded_sites (site_id);

create table policy_excluded_clients (
    policy_id bigint not null references policies (id) on delete cascade,
    client_id bigint not null references clients (id) on delete cascade,
    -- Where it stands in the list, as people wrote it.
    position  bigint not null,
    primary key (policy_id, client_id)
);
create index policy_excluded_clients_client on policy_excluded_clients (client_id);

-- The columns that waited for this table become references. They were null
-- until now, so nothing is lost; a column cannot become one in place on SQLite.
alter table agents drop column policy;
alter table agents add column policy bigint references policies (id) on delete set null;
create index agents_policy on agents (policy) where policy is not null;

alter table sites drop column server_policy;
alter table sites add column server_policy bigint references policies (id) on delete set null;
alter table sites drop column workstation_policy;
alter table sites add column workstation_policy bigint references policies (id) on delete set null;

alter table clients drop column server_policy;
alter table clients add column server_policy bigint references policies (id) on delete set null;
alter table clients drop column workstation_policy;
alter table clients add column workstation_policy bigint
    references policies (id) on delete set null;

-- The defaults of the whole installation: beside the other settings, which
-- are one text, so that the database keeps them true.
alter table core_settings add column server_policy bigint
    references policies (id) on delete set null;
alter table core_settings add column workstation_policy bigint
    references policies (id) on delete set null;
