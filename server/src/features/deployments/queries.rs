//! SQL of deployments; enrolment counts their uses.

use ipnet::IpNet;
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::add::NewDeployment;
use super::deployment::{Deployment, InstallFlags};
use crate::audit::{Change, Stamps};
use crate::auth::{Purpose, Scope, Vault};
use crate::storage::sql;
use crate::time::Timestamp;

#[derive(FromQueryResult)]
struct Row {
    id: i64,
    kind: String,
    sealed_uid: Option<Vec<u8>>,
    site_id: i64,
    site_name: String,
    client_id: i64,
    client_name: String,
    mon_type: String,
    plat: String,
    goarch: String,
    expiry: Timestamp,
    power: bool,
    ping: bool,
    rdp: bool,
    max_uses: Option<i64>,
    uses: i64,
    networks: String,
    revoked: bool,
    api: String,
    #[sea_orm(nested)]
    stamps: Stamps,
}

impl Row {
    fn opened(self, vault: &Vault) -> Deployment {
        let row = self;
        // What cannot be opened is a link that nobody can use.
        let uid = row.sealed_uid.and_then(|sealed| vault.open_sealed(Purpose::Link, &sealed).ok());
        let uid = uid.and_then(|uid| String::from_utf8(uid).ok());
        Deployment {
            id: row.id,
            kind: row.kind,
            uid: uid.unwrap_or_default(),
            site: row.site_id,
            site_id: row.site_id,
            site_name: row.site_name,
            client_id: row.client_id,
            client_name: row.client_name,
            mon_type: row.mon_type,
            plat: row.plat,
            goarch: row.goarch,
            expiry: row.expiry,
            created: row.stamps.created_time,
            install_flags: InstallFlags { power: row.power, ping: row.ping, rdp: row.rdp },
            max_uses: row.max_uses,
            uses: row.uses,
            networks: serde_json::from_str::<Vec<IpNet>>(&row.networks).unwrap_or_default(),
            revoked: row.revoked,
            url: String::new(),
            api: row.api,
            stamps: row.stamps,
        }
    }
}

const DEPLOYMENTS: &str = "select d.id, d.kind, d.sealed_uid, d.site_id, s.name as site_name,
                s.client_id, c.name as client_name, d.mon_type, d.plat, d.goarch, d.expiry,
                d.power, d.ping, d.rdp, d.max_uses, d.uses, d.networks, d.revoked, d.api,
                d.created_by, d.created_time, d.modified_by, d.modified_time
           from deployments d
           join sites s on s.id = d.site_id
           join clients c on c.id = s.client_id";

/// Deployments in scope, by client and site, oldest first.
pub async fn list_deployments(
    db: &impl ConnectionTrait,
    vault: &Vault,
    scope: &Scope,
    revoked: bool,
) -> Result<Vec<Deployment>, DbErr> {
    let scope = scope.site_condition("s.client_id", "s.id");
    let text = format!(
        "{DEPLOYMENTS} where d.revoked = $1 and {scope}
          order by lower(c.name), c.id, lower(s.name), s.id, d.id"
    );
    let rows: Vec<Row> = sql::all(db, &text, [revoked.into()]).await?;
    Ok(rows.into_iter().map(|row| row.opened(vault)).collect())
}

/// One deployment in scope that was not revoked.
pub async fn find_deployment(
    db: &impl ConnectionTrait,
    vault: &Vault,
    scope: &Scope,
    id: i64,
) -> Result<Option<Deployment>, DbErr> {
    let scope = scope.site_condition("s.client_id", "s.id");
    let text = format!("{DEPLOYMENTS} where d.id = $1 and not d.revoked and {scope}");
    let row: Option<Row> = sql::one(db, &text, [id.into()]).await?;
    Ok(row.map(|row| row.opened(vault)))
}

/// A deployment that is valid now, and its networks as they are stored.
pub async fn find_usable(
    db: &impl ConnectionTrait,
    vault: &Vault,
    uid: &str,
    now: Timestamp,
) -> Result<Option<(Deployment, String)>, DbErr> {
    let text = format!(
        "{DEPLOYMENTS} where d.uid = $1 and not d.revoked and d.expiry > $2
            and (d.max_uses is null or d.uses < d.max_uses)"
    );
    let row: Option<Row> = sql::one(db, &text, [vault.hash_link(uid).into(), now.into()]).await?;
    Ok(row.map(|row| {
        let networks = row.networks.clone();
        (row.opened(vault), networks)
    }))
}

/// The client of a site in scope.
pub async fn find_client_of_site(
    db: &impl ConnectionTrait,
    scope: &Scope,
    site: i64,
) -> Result<Option<i64>, DbErr> {
    let scope = scope.site_condition("s.client_id", "s.id");
    let text = format!("select s.client_id from sites s where s.id = $1 and {scope}");
    sql::value(db, &text, [site.into()]).await
}

/// Inserts a deployment and returns its key.
pub async fn insert_deployment(
    change: &Change,
    vault: &Vault,
    uid: &str,
    new: &NewDeployment,
) -> Result<i64, DbErr> {
    let networks = serde_json::json!(new.networks).to_string();
    sql::number(
        &**change,
        "insert into deployments
                (uid, kind, site_id, mon_type, plat, goarch, expiry, power, ping, rdp, max_uses,
                 networks, api, created_by, created_time, modified_by, modified_time, sealed_uid)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $14, $15, $16)
         returning id",
        [
            vault.hash_link(uid).into(),
            new.kind.as_str().into(),
            new.site.into(),
            new.mon_type.clone().into(),
            new.plat.clone().into(),
            new.goarch.clone().into(),
            new.expiry.into(),
            new.install_flags.power.into(),
            new.install_flags.ping.into(),
            new.install_flags.rdp.into(),
            new.max_uses.into(),
            networks.into(),
            new.api.clone().into(),
            change.username().into(),
            Timestamp::now().into(),
            vault.seal(Purpose::Link, uid.as_bytes()).into(),
        ],
    )
    .await
}

/// Revokes a deployment: its link, and every token of it.
pub async fn revoke(change: &Change, id: i64) -> Result<(), DbErr> {
    sql::execute(
        &**change,
        "update deployments set revoked = true, modified_by = $1, modified_time = $2 where id = $3",
        [change.username().into(), Timestamp::now().into(), id.into()],
    )
    .await?;
    Ok(())
}

/// Revokes all deployments; returns how many were valid.
pub async fn revoke_all(change: &Change) -> Result<u64, DbErr> {
    let now = Timestamp::now();
    sql::execute(
        &**change,
        "update deployments set revoked = true, modified_by = $1, modified_time = $2
          where not revoked and expiry > $2",
        [change.username().into(), now.into()],
    )
    .await
}

/// Counts one use of a deployment; false when it has none left.
pub async fn use_deployment(
    write: &impl ConnectionTrait,
    id: i64,
    now: Timestamp,
) -> Result<bool, DbErr> {
    // One statement: two computers cannot both take the last use.
    let used = sql::execute(
        write,
        "update deployments set uses = uses + 1
          where id = $1 and not revoked and expiry > $2
            and (max_uses is null or uses < max_uses)",
        [id.into(), now.into()],
    )
    .await?;
    Ok(used == 1)
}
