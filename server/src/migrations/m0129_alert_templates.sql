-- Alert templates: who is notified of alerts, and what runs, for many agents.
create table alert_templates (
    id                   {id},
    name                 text    not null,
    is_active            boolean not null default true,
    -- What runs once when an alert opens. The script or the URL action that its
    -- type names; the others stay, so that the type can be changed back.
    action_type          text    not null default 'script'
        check (action_type in ('script', 'server', 'rest')),
    action_script        bigint  references scripts (id) on delete set null,
    action_rest          bigint  references url_actions (id) on delete set null,
    -- What runs once when it recovers.
    resolved_action_type text    not null default 'script'
        check (resolved_action_type in ('script', 'server', 'rest')),
    resolved_script      bigint  references scripts (id) on delete set null,
    resolved_rest        bigint  references url_actions (id) on delete set null,
    exclude_workstations boolean not null default false,
    exclude_servers      boolean not null default false,
    -- JSON list: the clients it belongs to; empty for all.
    owner_clients        text    not null default '[]',
    -- JSON object: channels, severities, recipients, arguments and escalation.
    settings             text    not null default '{}',
    created_by           text    not null default '',
    created_time         bigint  not null,
    modified_by          text    not null default '',
    modified_time        bigint  not null
);

create table template_excluded_agents (
    template_id bigint not null references alert_templates (id) on delete cascade,
    agent_id    bigint not null references agents (id) on delete cascade,
    -- Where it is in the list, as people wrote it.
    position    bigint not null,
    primary key (template_id, agent_id)
);
create index template_excluded_agents_agent on template_excluded_agents (agent_id);

create table template_excluded_sites (
    template_id bigint not null references alert_templates (id) on delete cascade,
    site_id     bigint not null references sites (id) on delete cascade,
    -- Where it is in the list, as people wrote it.
    position    bigint not null,
    primary key (template_id, site_id)
);
create index template_excluded_sites_site on template_excluded_sites (site_id);

create table template_excluded_clients (
    template_id bigint not null references alert_templates (id) on delete cascade,
    client_id   bigint not null references clients (id) on delete cascade,
    -- Where it is in the list, as people wrote it.
    position    bigint not null,
    primary key (template_id, client_id)
);
create index template_excluded_clients_client on template_excluded_clients (client_id);

-- The columns that waited for this table become references. They were null until
-- now, so nothing is lost; a column cannot become one in place on SQLite.
alter table policies drop column alert_template;
alter table policies add column alert_template bigint
    references alert_templates (id) on delete set null;
alter table sites drop column alert_template;
alter table sites add column alert_template bigint
    references alert_templates (id) on delete set null;
alter table clients drop column alert_template;
alter table clients add column alert_template bigint
    references alert_templates (id) on delete set null;
alter table core_settings add column alert_template bigint
    references alert_templates (id) on delete set null;
