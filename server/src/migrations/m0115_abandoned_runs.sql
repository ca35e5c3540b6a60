-- Whether a run was ended because its agent was not seen any more. If the agent
-- comes back, its report still counts.
alter table runs add column abandoned boolean not null default false;
