-- What is managed: clients, their sites, the agents in them.
-- Columns of policies and alert templates have no reference yet: those tables
-- come with their features, and until then the columns stay null.

create table clients (
    id                       {id},
    name                     text    not null,
    server_policy            bigint,
    workstation_policy       bigint,
    alert_template           bigint,
    block_policy_inheritance boolean not null default false,
    created_by               text    not null default '',
    created_time             bigint  not null,
    modified_by              text    not null default '',
    modified_time            bigint  not null
);
create unique index clients_name on clients (lower(name));

create table sites (
    id                       {id},
    client_id                bigint  not null references clients (id) on delete cascade,
    name                     text    not null,
    server_policy            bigint,
    workstation_policy       bigint,
    alert_template           bigint,
    block_policy_inheritance boolean not null default false,
    created_by               text    not null default '',
    created_time             bigint  not null,
    modified_by              text    not null default '',
    modified_time            bigint  not null
);
create unique index sites_name on sites (client_id, lower(name));

create table agents (
    id                       {id},
    agent_id                 text    not null unique,
    site_id                  bigint  not null references sites (id) on delete restrict,
    hostname                 text    not null,
    description              text    not null default '',
    monitoring_type          text    not null,
    plat                     text    not null,
    goarch                   text    not null default '',
    version                  text    not null default '',
    -- Ed25519, 32 bytes. Null: the credential was revoked.
    public_key               {bytes},
    -- Empty when the machine offers nothing that outlives its disk.
    hardware_id              text    not null default '',
    -- Null: enrolled but never connected.
    last_seen                bigint,
    offline_time             bigint  not null default 4,
    overdue_time             bigint  not null default 30,
    overdue_email_alert      boolean not null default false,
    overdue_text_alert       boolean not null default false,
    overdue_dashboard_alert  boolean not null default false,
    check_interval           bigint  not null default 120,
    maintenance_mode         boolean not null default false,
    maintenance_until        bigint,
    policy                   bigint,
    block_policy_inheritance boolean not null default false,
    time_zone                text,
    default_shell            text    not null default 'use_global',
    default_shell_custom     text    not null default '',
    -- Inventory, as the agent last told it.
    inventory_digest         text    not null default '',
    inventory_time           bigint,
    operating_system         text    not null default '',
    public_ip                text    not null default '',
    local_ips                text    not null default '',
    make_model               text    not null default '',
    serial_number            text    not null default '',
    cpu_model                text    not null default '[]',
    graphics                 text    not null default '',
    physical_disks           text    not null default '[]',
    total_ram                bigint,
    boot_time                double precision,
    logged_in_username       text    not null default '',
    last_logged_in_user      text    not null default '',
    needs_reboot             boolean not null default false,
    agent_time_zone          text    not null default '',
    disks                    text    not null default '[]',
    services                 text    not null default '[]',
    wmi_detail               text    not null default '{}',
    choco_installed          boolean not null default false,
    remote_node_id           text    not null default '',
    patches_last_installed   bigint,
    created_by               text    not null default '',
    created_time             bigint  not null,
    modified_by              text    not null default '',
    modified_time            bigint  not null
);
create index agents_site on agents (site_id);
create index agents_hostname on agents (hostname);
create index agents_hardware_id on agents (hardware_id);

-- Lets a computer become an agent of one site; stored hashed.
create table enrolment_tokens (
    id              {id},
    token_hash      {bytes} not null unique,
    site_id         bigint  not null references sites (id) on delete cascade,
    monitoring_type text    not null default 'server',
    expires         bigint  not null,
    -- Null: as often as wanted until it expires.
    max_uses        bigint,
    uses            bigint  not null default 0,
    revoked         boolean not null default false,
    created_by      text    not null default '',
    created_time    bigint  not null
);
