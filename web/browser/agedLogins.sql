-- Whoever is signed in when a role begins to ask for a fresh code did so a quarter of an hour ago, and a second.
create trigger aged_logins after update of require_2fa_for_remote on roles begin
    update sessions set created = created - 901000000;
end;
