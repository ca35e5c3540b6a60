-- Failed logins by name and origin: the network they came from, or the session
-- of somebody who types their own password again. By name alone, a stranger
-- could keep the owner of an account out.
create table login_pauses (
    -- Hashed: people type passwords into the field of the name.
    username      text   not null,
    origin        text   not null,
    failures      bigint not null,
    blocked_until bigint not null,
    primary key (username, origin)
);

-- Its rows last a day: there is nothing to take over.
drop table login_failures;

-- Login attempts of each network, so that replicas share one limit and a restart
-- forgives nothing. A minute and a day begin with their first attempt.
create table login_attempts (
    -- With a word before it where something else than a login is guessed.
    network      text   primary key,
    minute_began bigint not null,
    minute_count bigint not null,
    day_began    bigint not null,
    day_count    bigint not null
);
