-- The line an agent was last welcomed on: the server that held it, a dot, and a
-- number. Other servers find the agent by it. It stays when the line ends; the
-- server that is asked then knows better.
alter table agents add column line text not null default '';
