//! How a search branches on an item.

/// How a search branches on an item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Branching {
    /// The alternatives of the item, one after another.
    #[default]
    DWay,
    /// x = v, then x != v, and the ordering selects again.
    TwoWay,
}
