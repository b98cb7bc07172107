//! A column of integers in as few bytes as its largest value needs.
//!
//! A run of a million puzzles has a dozen of these columns per config. Most values fit in one or
//! two bytes, and a column whose values are all equal needs none.

/// Integers that may be unknown, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Packed(Store);

/// The largest value of each width means "unknown".
#[derive(Clone, Debug, PartialEq, Eq)]
enum Store {
    /// As many equal values.
    Same(usize, Option<u64>),
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    U64(Vec<u64>),
}

impl Default for Store {
    fn default() -> Self {
        Self::Same(0, None)
    }
}

impl Packed {
    /// The number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.0 {
            Store::Same(len, _) => *len,
            Store::U8(values) => values.len(),
            Store::U16(values) => values.len(),
            Store::U32(values) => values.len(),
            Store::U64(values) => values.len(),
        }
    }

    /// Whether there are no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value at a place, if it is known.
    ///
    /// # Panics
    /// If there is no such place.
    #[must_use]
    pub fn get(&self, at: usize) -> Option<u64> {
        match &self.0 {
            Store::Same(len, value) => {
                assert!(at < *len, "place {at} of {len}");
                *value
            }
            Store::U8(values) => known(values[at], u8::MAX),
            Store::U16(values) => known(values[at], u16::MAX),
            Store::U32(values) => known(values[at], u32::MAX),
            Store::U64(values) => known(values[at], u64::MAX),
        }
    }

    /// Whether any value is known.
    #[must_use]
    pub fn has_any(&self) -> bool {
        match &self.0 {
            Store::Same(len, value) => *len > 0 && value.is_some(),
            _ => (0..self.len()).any(|at| self.get(at).is_some()),
        }
    }

    /// Appends a value.
    pub fn push(&mut self, value: Option<u64>) {
        loop {
            match &mut self.0 {
                Store::Same(0, same) => {
                    *same = value;
                    self.0 = Store::Same(1, value);
                    return;
                }
                Store::Same(len, same) if *same == value => {
                    *len += 1;
                    return;
                }
                Store::Same(..) => {}
                Store::U8(values) => {
                    if push(values, value, u8::MAX) {
                        return;
                    }
                }
                Store::U16(values) => {
                    if push(values, value, u16::MAX) {
                        return;
                    }
                }
                Store::U32(values) => {
                    if push(values, value, u32::MAX) {
                        return;
                    }
                }
                Store::U64(values) => {
                    values.push(value.unwrap_or(u64::MAX));
                    return;
                }
            }
            self.widen();
        }
    }

    /// Stores the values in the next larger width.
    fn widen(&mut self) {
        self.0 = match std::mem::take(&mut self.0) {
            Store::Same(len, value) => match value {
                Some(large) if large >= u64::from(u32::MAX) => Store::U64(vec![large; len]),
                Some(value) if value >= u64::from(u8::MAX) => {
                    let narrow = u32::try_from(value).expect("smaller than the largest u32");
                    Store::U32(vec![narrow; len])
                }
                value => {
                    let narrow = value.map(|value| u8::try_from(value).expect("a small value"));
                    Store::U8(vec![narrow.unwrap_or(u8::MAX); len])
                }
            },
            Store::U8(values) => Store::U16(widened(&values, u8::MAX, u16::MAX)),
            Store::U16(values) => Store::U32(widened(&values, u16::MAX, u32::MAX)),
            Store::U32(values) => Store::U64(widened(&values, u32::MAX, u64::MAX)),
            Store::U64(values) => Store::U64(values),
        };
    }
}

fn known<T: Copy + PartialEq + Into<u64>>(value: T, unknown: T) -> Option<u64> {
    (value != unknown).then(|| value.into())
}

/// Appends a value if the width has room for it.
fn push<T: Copy + PartialEq + TryFrom<u64>>(
    values: &mut Vec<T>,
    value: Option<u64>,
    unknown: T,
) -> bool {
    let stored = match value {
        None => Some(unknown),
        Some(value) => T::try_from(value).ok().filter(|narrow| *narrow != unknown),
    };
    values.extend(stored);
    stored.is_some()
}

fn widened<T: Copy + PartialEq, W: Copy + From<T>>(values: &[T], unknown: T, wide: W) -> Vec<W> {
    let widen = |&value: &T| if value == unknown { wide } else { W::from(value) };
    values.iter().map(widen).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_comes_back_whatever_came_after_it() {
        let mut values = vec![None; 3];
        values.extend([0, 254, 255, 256, 65_534, 65_535, 1 << 20].map(Some));
        values.extend([Some(u64::from(u32::MAX)), None, Some(u64::MAX - 1), Some(7)]);
        for start in 0..values.len() {
            let values = &values[start..];
            let mut packed = Packed::default();
            values.iter().for_each(|&value| packed.push(value));
            let back: Vec<_> = (0..packed.len()).map(|at| packed.get(at)).collect();
            assert_eq!(back, values);
            assert!(packed.has_any());
        }
    }

    #[test]
    fn equal_values_need_no_room() {
        for value in [None, Some(0), Some(1 << 40)] {
            let mut packed = Packed::default();
            (0..1000).for_each(|_| packed.push(value));
            assert!(matches!(packed.0, Store::Same(1000, _)));
            assert_eq!((packed.get(999), packed.has_any()), (value, value.is_some()));
            packed.push(Some(3));
            assert_eq!((packed.get(5), packed.get(1000)), (value, Some(3)));
        }
    }
}
