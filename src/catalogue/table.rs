//! Tables of entries, which a program that uses the library can add to.

use crate::named::Named;
use std::fmt;
use std::ops::Deref;
use std::sync::{Mutex, OnceLock, PoisonError};

/// A table of entries: those of this library, then those that a program added.
///
/// The first reading completes the table, so a program adds its entries before it does anything else.
pub struct Table<T: 'static> {
    own: &'static [T],
    /// Names that no entry may have, because they mean something else where its name is read.
    reserved: &'static [&'static str],
    added: Mutex<Vec<T>>,
    all: OnceLock<Vec<T>>,
}

/// Why an entry was not added to a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddError {
    /// The table was read before.
    #[error(
        "{kind} {name:?}: the catalogue is in use; expected all additions before its first use"
    )]
    Late {
        /// The kind of entry.
        kind: &'static str,
        /// The name.
        name: &'static str,
    },
    /// The name has another meaning.
    #[error("{kind} {name:?}: the name is taken; expected another one")]
    Taken {
        /// The kind of entry.
        kind: &'static str,
        /// The name.
        name: &'static str,
    },
    /// The name cannot be part of a config.
    #[error("{kind} {name:?}: no name; expected letters, digits and _")]
    Name {
        /// The kind of entry.
        kind: &'static str,
        /// The name.
        name: &'static str,
    },
}

impl<T: Named> Table<T> {
    /// The table of the library's own entries. No entry may have a reserved name.
    pub(super) const fn new(own: &'static [T], reserved: &'static [&'static str]) -> Self {
        Self { own, reserved, added: Mutex::new(Vec::new()), all: OnceLock::new() }
    }

    /// Adds an entry behind all others.
    ///
    /// # Errors
    /// [`AddError`] if the table was read before, or the name is taken or cannot be part of a config.
    pub fn add(&self, entry: T) -> Result<(), AddError> {
        let (kind, name) = (T::KIND, entry.name());
        let mut added = self.added.lock().unwrap_or_else(PoisonError::into_inner);
        if self.all.get().is_some() {
            return Err(AddError::Late { kind, name });
        }
        let is_fit = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(is_fit) {
            return Err(AddError::Name { kind, name });
        }
        let is_known = self.own.iter().chain(added.iter()).any(|known| known.name() == name);
        if is_known || self.reserved.contains(&name) {
            return Err(AddError::Taken { kind, name });
        }
        added.push(entry);
        Ok(())
    }
}

impl<T: Copy> Deref for Table<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.all.get_or_init(|| {
            let added = self.added.lock().unwrap_or_else(PoisonError::into_inner);
            self.own.iter().chain(added.iter()).copied().collect()
        })
    }
}

impl<'a, T: Copy> IntoIterator for &'a Table<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: Copy + fmt::Debug> fmt::Debug for Table<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Fruit(&'static str);

    impl Named for Fruit {
        const KIND: &'static str = "fruit";

        fn name(&self) -> &'static str {
            self.0
        }

        fn all() -> &'static [Self] {
            &[]
        }
    }

    #[test]
    fn entries_are_added_before_the_table_is_read() {
        let table = Table::new(&[Fruit("apple")], &["tomato"]);
        assert_eq!(table.add(Fruit("pear")), Ok(()));
        for (name, expected) in [
            ("apple", "fruit \"apple\": the name is taken"),
            ("pear", "fruit \"pear\": the name is taken"),
            ("tomato", "fruit \"tomato\": the name is taken"),
            ("a/b", "fruit \"a/b\": no name; expected letters"),
            ("", "fruit \"\": no name"),
        ] {
            let error = table.add(Fruit(name)).expect_err(name).to_string();
            assert!(error.starts_with(expected), "{error}");
        }
        assert_eq!(table[..], [Fruit("apple"), Fruit("pear")]);
        let late = table.add(Fruit("plum")).expect_err("late").to_string();
        assert!(late.contains("expected all additions before its first use"), "{late}");
    }
}
