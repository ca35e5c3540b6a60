//! What a field allows, as far as a schema can express it.

/// Beyond this, readers of JSON that keep numbers as floating point round.
const LARGEST_EXACT: i64 = 1 << 53;

/// What a field allows; without a rule everything is allowed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rule {
    /// Nothing but these, of a text or of each item of a list.
    pub allowed: Option<Vec<String>>,
    /// This number or more.
    pub minimum: Option<i64>,
    /// This number or less.
    pub maximum: Option<i64>,
    /// Characters at least.
    pub min_length: Option<usize>,
    /// Characters at most.
    pub max_length: Option<usize>,
    /// Items at least.
    pub min_items: Option<usize>,
    /// Items at most.
    pub max_items: Option<usize>,
}

impl Rule {
    /// A number within these bounds, as far as they can be written exactly.
    pub fn between(minimum: i64, maximum: i64) -> Self {
        Self {
            minimum: Some(minimum).filter(|bound| *bound >= -LARGEST_EXACT),
            maximum: Some(maximum).filter(|bound| *bound <= LARGEST_EXACT),
            ..Self::default()
        }
    }

    /// One of these texts.
    pub fn one_of(allowed: &[&str]) -> Self {
        let allowed = allowed.iter().map(|text| (*text).to_owned()).collect();
        Self { allowed: Some(allowed), ..Self::default() }
    }

    /// Whether there is no rule.
    #[cfg(test)]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Both rules apply.
    pub fn and(&mut self, other: Self) {
        fn both<T: Copy>(own: &mut Option<T>, other: Option<T>, pick: fn(T, T) -> T) {
            *own = match (*own, other) {
                (Some(own), Some(other)) => Some(pick(own, other)),
                (own, other) => own.or(other),
            };
        }
        both(&mut self.minimum, other.minimum, Ord::max);
        both(&mut self.maximum, other.maximum, Ord::min);
        both(&mut self.min_length, other.min_length, Ord::max);
        both(&mut self.max_length, other.max_length, Ord::min);
        both(&mut self.min_items, other.min_items, Ord::max);
        both(&mut self.max_items, other.max_items, Ord::min);
        self.allowed = match (self.allowed.take(), other.allowed) {
            (Some(own), Some(other)) => {
                Some(own.into_iter().filter(|text| other.contains(text)).collect())
            }
            (own, other) => own.or(other),
        };
    }

    /// One of the two rules applies, depending on the rest of the request.
    #[cfg(test)]
    pub fn or(&mut self, other: Self) {
        fn either<T: Copy>(own: &mut Option<T>, other: Option<T>, pick: fn(T, T) -> T) {
            *own = own.zip(other).map(|(own, other)| pick(own, other));
        }
        either(&mut self.minimum, other.minimum, Ord::min);
        either(&mut self.maximum, other.maximum, Ord::max);
        either(&mut self.min_length, other.min_length, Ord::min);
        either(&mut self.max_length, other.max_length, Ord::max);
        either(&mut self.min_items, other.min_items, Ord::min);
        either(&mut self.max_items, other.max_items, Ord::max);
        self.allowed = self.allowed.take().zip(other.allowed).map(|(mut own, other)| {
            for text in other {
                if !own.contains(&text) {
                    own.push(text);
                }
            }
            own
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(max_length: usize) -> Rule {
        Rule { max_length: Some(max_length), ..Rule::default() }
    }

    #[test]
    fn two_rules_for_one_request_are_as_strict_as_both() {
        let mut rule = Rule::between(1, 100);
        rule.and(Rule::between(5, 200));
        assert_eq!(rule, Rule::between(5, 100));

        let mut rule = Rule::one_of(&["a", "b"]);
        rule.and(Rule::one_of(&["b", "c"]));
        rule.and(length(10));
        assert_eq!(rule, Rule { max_length: Some(10), ..Rule::one_of(&["b"]) });
    }

    #[test]
    fn rules_for_different_requests_forbid_only_what_all_of_them_forbid() {
        let mut rule = Rule::between(1, 100);
        rule.or(Rule::between(5, 200));
        assert_eq!(rule, Rule::between(1, 200));
        rule.or(length(10));
        assert!(rule.is_empty());

        let mut rule = Rule::one_of(&["a", "b"]);
        rule.or(Rule::one_of(&["b", "c"]));
        assert_eq!(rule, Rule::one_of(&["a", "b", "c"]));
    }

    #[test]
    fn a_bound_that_cannot_be_written_exactly_is_left_out() {
        assert_eq!(Rule::between(0, i64::MAX).maximum, None);
        assert_eq!(Rule::between(0, LARGEST_EXACT).maximum, Some(LARGEST_EXACT));
        assert!(Rule::between(i64::MIN, i64::MAX).is_empty());
    }
}
