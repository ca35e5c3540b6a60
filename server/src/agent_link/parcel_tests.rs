//! Parcels of requests to other servers.

use muster_protocol::{Order, encode};
use proptest::prelude::*;

use super::parcel::{Item, PARCEL_BYTES, Parcel};
use super::{FORWARD_LIMIT, LinkRequest};

/// Bytes of a parcel that belong to no order.
const OVERHEAD: usize = 256;

proptest! {
    #[test]
    fn parcels_keep_every_request_and_fit_into_a_message(
        sizes in prop::collection::vec(prop_oneof![Just(0), 0..PARCEL_BYTES * 2], 0..12),
        shared in 0..PARCEL_BYTES * 2,
    ) {
        let order = |number: usize, size: usize| Order {
            run_id: number.to_string(), name: "cmd".to_owned(), body: vec![1; size],
        };
        let item = |(number, size): (usize, &usize)| Item {
            agent_id: number.to_string().into(),
            request: LinkRequest::Order(order(number, *size)),
        };
        let items: Vec<Item> = sizes.iter().enumerate().map(item).collect();
        let indexes: Vec<usize> = (0..items.len()).collect();
        let whole = Parcel::new(items, vec![2; shared], FORWARD_LIMIT);
        let mut found = Vec::new();
        for (indexes, parcel) in whole.split(&indexes) {
            for (index, item) in indexes.iter().zip(&parcel.items) {
                let (sent, expected) = (parcel.request(item), whole.request(&whole.items[*index]));
                prop_assert_eq!(encode(&sent), encode(&expected));
            }
            prop_assert!(indexes.len() == 1 || encode(&parcel).len() <= PARCEL_BYTES + OVERHEAD);
            let largest = indexes.iter().map(|index| sizes[*index].max(parcel.shared_body.len()));
            let largest = largest.max().unwrap_or_default();
            prop_assert!(indexes.len() > 1 || encode(&parcel).len() <= largest + OVERHEAD);
            found.extend(indexes);
        }
        found.sort_unstable();
        prop_assert_eq!(found, indexes);
    }
}
