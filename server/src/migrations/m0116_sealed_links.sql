-- The secret name of a deployment is sealed here, and `uid` has its keyed hash:
-- a copy of the database enrols nobody. Rows from before are sealed at the next
-- start, as this needs the key of the installation.
alter table deployments add column sealed_uid {bytes};
