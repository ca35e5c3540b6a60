//! Enums that are stored as text.

/// An enum whose values have a name each: the same in the database, in the API
/// and in events.
pub trait TextEnum: Copy + Eq + 'static {
    /// Every value, in the order in which people list them.
    const ALL: &'static [Self];

    /// The name.
    fn as_str(self) -> &'static str;

    /// The value with a name.
    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|value| value.as_str() == name)
    }
}

/// Lets an enum with [`TextEnum`] be bound to a statement, read from a row, printed
/// and written as JSON.
macro_rules! stored_as_text {
    ($name:ty) => {
        impl From<$name> for sea_orm::Value {
            fn from(value: $name) -> Self {
                $crate::storage::TextEnum::as_str(value).into()
            }
        }

        impl sea_orm::TryGetable for $name {
            fn try_get_by<I: sea_orm::ColIdx>(
                row: &sea_orm::QueryResult,
                index: I,
            ) -> Result<Self, sea_orm::TryGetError> {
                let name = <String as sea_orm::TryGetable>::try_get_by(row, index)?;
                <Self as $crate::storage::TextEnum>::from_name(&name).ok_or_else(|| {
                    let problem = format!("{name} is not a {}", stringify!($name));
                    sea_orm::TryGetError::DbErr(sea_orm::DbErr::Type(problem))
                })
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str($crate::storage::TextEnum::as_str(*self))
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str($crate::storage::TextEnum::as_str(*self))
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let name = <std::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(from)?;
                <Self as $crate::storage::TextEnum>::from_name(&name)
                    .ok_or_else(|| serde::de::Error::custom(format!("{name} is unknown")))
            }
        }
    };
}

pub(crate) use stored_as_text;
