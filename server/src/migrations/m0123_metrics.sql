-- What agents measure, packed: a block has all series of an agent over some time,
-- at one to two bytes a point. Minutes are counted from 1970 in UTC.

-- What agents have sent, one row for a message or two. When its window of six
-- hours has ended, it becomes a part of the window's block.
create table metric_parts (
    agent_id     bigint  not null references agents (id) on delete cascade,
    start_minute bigint  not null,
    -- The first minute after it.
    end_minute   bigint  not null,
    data         {bytes} not null,
    primary key (agent_id, start_minute),
    constraint metric_parts_minutes check (start_minute >= 0 and end_minute > start_minute),
    constraint metric_parts_window check (start_minute / 360 = (end_minute - 1) / 360)
);
-- The newest values of all agents.
create index metric_parts_end on metric_parts (end_minute);

-- Six hours by the minute, or a day by the hour: step is the minutes from one
-- point to the next.
create table metric_blocks (
    agent_id     bigint  not null references agents (id) on delete cascade,
    step         bigint  not null,
    start_minute bigint  not null,
    data         {bytes} not null,
    primary key (agent_id, step, start_minute),
    constraint metric_blocks_step check (step in (1, 60)),
    constraint metric_blocks_window check (
        start_minute >= 0 and start_minute % (case step when 1 then 360 else 1440 end) = 0
    )
);
-- The oldest are deleted first.
create index metric_blocks_age on metric_blocks (step, start_minute);
