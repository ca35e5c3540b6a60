//! Keys and ids, each a type of its own: what has both is known by a number in
//! the database and by a text everywhere else, and one is not the other.

/// A number that a row of this kind has in our database alone.
macro_rules! key {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash,
            serde::Serialize, serde::Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(pub i64);

        impl From<$name> for sea_orm::Value {
            fn from(key: $name) -> Self {
                key.0.into()
            }
        }

        impl From<$name> for i64 {
            fn from(key: $name) -> Self {
                key.0
            }
        }

        impl sea_orm::TryGetable for $name {
            fn try_get_by<I: sea_orm::ColIdx>(
                row: &sea_orm::QueryResult,
                index: I,
            ) -> Result<Self, sea_orm::TryGetError> {
                <i64 as sea_orm::TryGetable>::try_get_by(row, index).map(Self)
            }
        }

        impl sea_orm::sea_query::Nullable for $name {
            fn null() -> sea_orm::Value {
                <i64 as sea_orm::sea_query::Nullable>::null()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

/// A text by which agents and callers know something.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash,
            serde::Serialize, serde::Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<String> for $name {
            fn from(id: String) -> Self {
                Self(id)
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl From<&str> for $name {
            fn from(id: &str) -> Self {
                Self(id.to_owned())
            }
        }

        impl From<&$name> for $name {
            fn from(id: &$name) -> Self {
                id.clone()
            }
        }

        impl From<&$name> for String {
            fn from(id: &$name) -> Self {
                id.0.clone()
            }
        }

        impl From<&$name> for sea_orm::Value {
            fn from(id: &$name) -> Self {
                id.as_str().into()
            }
        }

        impl sea_orm::TryGetable for $name {
            fn try_get_by<I: sea_orm::ColIdx>(
                row: &sea_orm::QueryResult,
                index: I,
            ) -> Result<Self, sea_orm::TryGetError> {
                <String as sea_orm::TryGetable>::try_get_by(row, index).map(Self)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

key!(
    /// Key of an agent.
    AgentKey
);
id!(
    /// Identifier of an agent: in addresses, in the API and on the wire.
    AgentId
);
key!(
    /// Key of a run; the API shows it as the run's `id`.
    RunKey
);
id!(
    /// The id by which agents know a run: random, so that an agent of a restored
    /// backup cannot confuse two.
    RunId
);
