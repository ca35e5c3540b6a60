//! Values of many owners: no query per row, no values of other rows.

use std::sync::atomic::{AtomicUsize, Ordering};

use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, ExecResult, QueryResult};
use sea_orm::{Statement, entity::prelude::async_trait};
use serde_json::json;

use super::{define, values};
use crate::domain::custom_fields::{Model, load};
use crate::storage::sql;
use crate::testing::TestServer;

/// A connection that counts its statements.
struct Counting<'a> {
    db: &'a DatabaseConnection,
    statements: AtomicUsize,
}

impl Counting<'_> {
    fn count(&self) -> &DatabaseConnection {
        self.statements.fetch_add(1, Ordering::Relaxed);
        self.db
    }
}

#[async_trait::async_trait]
impl ConnectionTrait for Counting<'_> {
    fn get_database_backend(&self) -> DbBackend {
        self.db.get_database_backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        self.count().execute_raw(statement).await
    }

    async fn execute_unprepared(&self, text: &str) -> Result<ExecResult, DbErr> {
        self.count().execute_unprepared(text).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        self.count().query_one_raw(statement).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        self.count().query_all_raw(statement).await
    }
}

/// Inserts clients with one value each; returns their keys.
async fn fill(server: &TestServer, field: i64, count: usize) -> Vec<i64> {
    let write = server.app.db.begin().await.unwrap();
    let mut ids = Vec::new();
    for number in 0..count {
        let text = "insert into clients (name, created_time, modified_time)
                    values ($1, 0, 0) returning id";
        let id = sql::number(&write, text, [format!("c{number}").into()]).await.unwrap();
        let text = "insert into custom_field_values (field_id, client_id, value)
                    values ($1, $2, $3)";
        let value = format!("value of {id}");
        sql::execute(&write, text, [field.into(), id.into(), value.into()]).await.unwrap();
        ids.push(id);
    }
    write.commit().await.unwrap();
    ids
}

#[tokio::test]
async fn many_owners_take_as_many_queries_as_one() {
    let server = TestServer::start().await;
    let field = define(&server, json!({ "model": "client", "name": "F" })).await;
    define(&server, json!({ "model": "client", "name": "G", "default_value_string": "x" })).await;
    let ids = fill(&server, field, 1500).await;

    for count in [1, 2, 1000, 1001, 1500] {
        let db = Counting { db: server.app.db.read(), statements: AtomicUsize::new(0) };
        let mut loaded = load(&db, Model::Client, &ids[..count]).await.unwrap();
        assert_eq!(db.statements.into_inner(), 2, "{count}");
        for id in &ids[..count] {
            let texts: Vec<String> =
                loaded.take(*id).iter().map(|value| value.stored.text.clone()).collect();
            assert_eq!(texts, [format!("value of {id}")]);
        }
    }
    for (model, owners) in [(Model::Client, &[][..]), (Model::Site, &ids[..1])] {
        let db = Counting { db: server.app.db.read(), statements: AtomicUsize::new(0) };
        load(&db, model, owners).await.unwrap();
        assert_eq!(db.statements.into_inner(), 1);
    }
}

#[tokio::test]
async fn a_page_shows_the_values_of_its_own_rows() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let field = define(&server, json!({ "model": "agent", "name": "F" })).await;
    for name in ["a", "b", "c"] {
        let identity = server.enrol(location, name).await;
        let path = format!("/agents/{}/", identity.agent_id);
        server.admin.put(&path, super::entry(field, &format!("of {name}"))).await.ok();
    }

    let page = server.admin.get("/agents/?page=2&page_size=1").await.ok();
    assert_eq!(values(&page["results"][0]), json!({ "F": "of b" }));
    let list = server.admin.get("/agents/?ordering=-hostname").await.ok();
    assert_eq!(values(&list[0]), json!({ "F": "of c" }));
    assert_eq!(values(&list[2]), json!({ "F": "of a" }));
}
