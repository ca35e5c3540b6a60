-- Whether the agent hid the update because somebody ignores it. Only such a one is shown again
-- when that is decided otherwise; what a person hid at the computer stays as it is.
alter table winupdates add column hidden_by_decision boolean not null default false;
