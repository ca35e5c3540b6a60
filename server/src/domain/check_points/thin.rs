//! As many points as a screen has, with the extremes kept.

use super::point::HistoryPoint;

/// At most so many of these points, which are in the order of time: of each of
/// equal parts the smallest and the largest value.
pub fn thin(points: Vec<HistoryPoint>, most: usize) -> Vec<HistoryPoint> {
    if points.len() <= most {
        return points;
    }
    let parts = (most / 2).max(1);
    let length = points.len().div_ceil(parts);
    let mut kept = vec![false; points.len()];
    for start in (0..points.len()).step_by(length) {
        let part = start..points.len().min(start + length);
        let smallest = part.clone().min_by_key(|index| points[*index].value);
        // Of equal ones the last, so that a constant has its newest point.
        let largest = part.max_by_key(|index| points[*index].value);
        for index in smallest.into_iter().chain(largest) {
            kept[index] = true;
        }
    }
    let points = points.into_iter().zip(kept);
    let mut points: Vec<HistoryPoint> =
        points.filter(|(_, is_kept)| *is_kept).map(|(point, _)| point).collect();
    if points.len() > most {
        points.drain(..points.len() - most);
    }
    points
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::point::PointState;
    use super::*;

    fn points(values: &[i64]) -> Vec<HistoryPoint> {
        let point = |(time, value): (i64, &i64)| HistoryPoint {
            time,
            value: *value,
            state: PointState::Passing,
            retcode: None,
            latency: None,
            text: String::new(),
        };
        (0..).zip(values).map(point).collect()
    }

    proptest! {
        #[test]
        fn there_are_not_too_many_and_the_extremes_are_among_them(
            values in proptest::collection::vec(-1000..1000_i64, 0..300), most in 2..50_usize
        ) {
            let all = points(&values);
            let thinned = thin(all.clone(), most);
            prop_assert!(thinned.len() <= most);
            prop_assert!(thinned.iter().all(|point| all.contains(point)));
            prop_assert!(thinned.is_sorted_by_key(|point| point.time));
            let extremes = |points: &[HistoryPoint]| {
                let values = points.iter().map(|point| point.value);
                (values.clone().min(), values.max())
            };
            prop_assert_eq!(extremes(&thinned), extremes(&all));
        }
    }

    #[test]
    fn few_points_stay_as_they_are() {
        assert_eq!(thin(points(&[3, 1, 2]), 3), points(&[3, 1, 2]));
        assert_eq!(thin(points(&[3, 1, 2]), 1).len(), 1);
    }
}
