-- Fields that people add to agents, clients and sites, and their values.

create table custom_fields (
    id                      {id},
    model                   text    not null check (model in ('agent', 'client', 'site')),
    name                    text    not null,
    -- The name in lower case, made by the program: the engines do not agree
    -- on what that is beyond ASCII.
    name_key                text    not null,
    type                    text    not null check
        (type in ('text', 'number', 'single', 'multiple', 'checkbox', 'datetime')),
    -- JSON lists of texts.
    options                 text    not null default '[]',
    default_values_multiple text    not null default '[]',
    default_value_string    text    not null default '',
    default_value_bool      boolean not null default false,
    required                boolean not null default false,
    position                bigint  not null default 0,
    hide_in_ui              boolean not null default false,
    hide_in_summary         boolean not null default false,
    created_by              text    not null default '',
    created_time            bigint  not null,
    modified_by             text    not null default '',
    modified_time           bigint  not null
);
create unique index custom_fields_name on custom_fields (model, name_key);

-- One row per owner and field; no row: the field's default counts.
create table custom_field_values (
    id        {id},
    field_id  bigint not null references custom_fields (id) on delete cascade,
    agent_id  bigint references agents (id) on delete cascade,
    client_id bigint references clients (id) on delete cascade,
    site_id   bigint references sites (id) on delete cascade,
    -- In the text form of the field's type.
    value     text   not null,
    -- Exactly one owner.
    check (case when agent_id is null then 0 else 1 end
         + case when client_id is null then 0 else 1 end
         + case when site_id is null then 0 else 1 end = 1)
);
create unique index custom_field_values_agent
    on custom_field_values (agent_id, field_id) where agent_id is not null;
create unique index custom_field_values_client
    on custom_field_values (client_id, field_id) where client_id is not null;
create unique index custom_field_values_site
    on custom_field_values (site_id, field_id) where site_id is not null;
create index custom_field_values_field on custom_field_values (field_id);
