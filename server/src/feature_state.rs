//! The state that a feature keeps in memory between requests.
//!
//! A feature has its own type for it, so the [`App`](crate::app::App) need not
//! know which features there are.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

/// One value of each requested type.
#[derive(Default)]
pub struct FeatureState {
    values: RwLock<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>,
}

impl FeatureState {
    /// The value of this type; the first caller creates it.
    pub fn of<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        let kind = TypeId::of::<T>();
        let known = self.values.read().unwrap_or_else(PoisonError::into_inner).get(&kind).cloned();
        let value = known.unwrap_or_else(|| {
            let mut values = self.values.write().unwrap_or_else(PoisonError::into_inner);
            values.entry(kind).or_insert_with(|| Arc::new(T::default())).clone()
        });
        value.downcast().expect("a value is stored under its own type")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn every_caller_gets_the_same_value_of_a_type() {
        let state = FeatureState::default();
        state.of::<AtomicU32>().store(7, Ordering::Relaxed);
        assert_eq!(state.of::<AtomicU32>().load(Ordering::Relaxed), 7);
        assert_eq!(*state.of::<String>(), "");
    }
}
