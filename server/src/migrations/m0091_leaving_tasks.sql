-- Tasks of a policy that is gone: agents that are away still hold them, and
-- their results are shown until those agents have confirmed to have let go.

-- Owns such tasks, and is nobody's to see; there is one at most.
alter table policies add column hidden boolean not null default false;
