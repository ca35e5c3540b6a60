-- What was last told of an agent: online, offline or overdue; empty when
-- nothing was. So whoever notices that an agent stays away can tell whether
-- somebody else has told so already. The status that is shown follows from
-- the time an agent was last seen, never from this.
alter table agents add column presence text not null default '';
