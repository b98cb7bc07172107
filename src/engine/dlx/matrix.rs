//! The matrix as linked lists, and the dance: covering and uncovering items.

use crate::grid::{Cell, Digit, Unit};

/// A constraint: one of 81 cells to be filled, or one of 243 digits to be placed in a unit.
///
/// ```text
/// 0 .. 80     the cells, row by row
/// 81 + 9u + d digit d+1 in unit u (rows, columns, boxes)
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item(u16);

/// A node of the matrix: the head of an item's list, or one of the four items of an option.
///
/// ```text
/// 4o + 0 .. 3   option o = 9 cell + digit: its cell, and its digit in row, column and box
/// HEADS + i     the head of item i
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node(u16);

const ITEMS: usize = Cell::COUNT + Unit::COUNT * Digit::COUNT;
const OPTIONS: usize = Cell::COUNT * Digit::COUNT;
const HEADS: usize = 4 * OPTIONS;

/// The number of nodes, padded to a power of two so that a masked index needs no bounds check.
const NODES: usize = 4096;
/// The number of items, padded in the same way.
const SIZES: usize = 512;

/// The neighbours of a node in the list of its item. Lists are circular, with options in
/// ascending order.
#[derive(Clone, Copy, Debug)]
struct Links {
    up: Node,
    down: Node,
}

/// The size of an item that is covered or does not exist. It is larger than any other size.
const COVERED: u8 = 0x80;

/// The uncovered part of the matrix.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Matrix {
    links: [Links; NODES],
    /// The number of options of each item, plus [`COVERED`] if the item is covered.
    sizes: [u8; SIZES],
}

/// The item of each node.
static ITEM_OF: [Item; NODES] = {
    let mut items = [Item(0); NODES];
    let mut option = 0;
    while option < OPTIONS {
        let (cell, digit) = (Cell::new(option / 9), option % 9);
        items[4 * option] = Item(cell.index() as u16);
        let mut i = 0;
        while i < 3 {
            let unit = Unit::of(cell)[i].index();
            items[4 * option + 1 + i] = Item((Cell::COUNT + 9 * unit + digit) as u16);
            i += 1;
        }
        option += 1;
    }
    let mut item = 0;
    while item < ITEMS {
        items[HEADS + item] = Item(item as u16);
        item += 1;
    }
    items
};

/// The matrix of the empty grid.
static FULL: Matrix = {
    let mut links = [Links { up: Node(0), down: Node(0) }; NODES];
    let mut sizes = [COVERED; SIZES];
    let mut item = 0;
    while item < ITEMS {
        let head = Node((HEADS + item) as u16);
        links[HEADS + item] = Links { up: head, down: head };
        sizes[item] = 0;
        item += 1;
    }
    let mut node = 0;
    while node < HEADS {
        let item = ITEM_OF[node].0 as usize;
        let (this, head) = (Node(node as u16), Node((HEADS + item) as u16));
        let last = links[HEADS + item].up;
        links[node] = Links { up: last, down: head };
        links[last.0 as usize].down = this;
        links[HEADS + item].up = this;
        sizes[item] += 1;
        node += 1;
    }
    Matrix { links, sizes }
};

impl Item {
    /// The head of the item's list.
    #[inline(always)]
    pub(super) const fn head(self) -> Node {
        Node(HEADS as u16 + self.0)
    }
}

impl Node {
    /// The node of a digit in a cell in the list of that cell.
    #[inline(always)]
    const fn of(cell: Cell, digit: Digit) -> Self {
        Self(4 * (9 * cell.index() + digit.index()) as u16)
    }

    /// The option of a node that is not a head.
    #[inline(always)]
    pub(super) const fn option(self) -> (Cell, Digit) {
        let option = self.0 as usize / 4;
        (Cell::new(option / 9), Digit::from_index(option % 9))
    }

    #[inline(always)]
    const fn index(self) -> usize {
        self.0 as usize % NODES
    }

    #[inline(always)]
    fn item(self) -> Item {
        ITEM_OF[self.index()]
    }

    /// The other nodes of the option, cyclically to the right.
    #[inline(always)]
    const fn others(self) -> [Self; 3] {
        let (first, at) = (self.0 & !3, self.0 & 3);
        [Self(first | (at + 1) & 3), Self(first | (at + 2) & 3), Self(first | (at + 3) & 3)]
    }
}

impl Matrix {
    /// The matrix of the empty grid.
    pub(super) const fn full() -> &'static Self {
        &FULL
    }

    /// The next node of the list; the head follows the last node.
    #[inline(always)]
    pub(super) const fn below(&self, node: Node) -> Node {
        self.links[node.index()].down
    }

    /// The first of the uncovered items with the fewest options, and their number; `None` if every
    /// item is covered.
    ///
    /// This replaces the horizontal list of the textbook. The sizes are contiguous, so their minimum
    /// takes a few vector instructions.
    #[inline(always)]
    pub(super) fn smallest_item(&self) -> Option<(Item, u8)> {
        let sizes: &[u8; ITEMS_PADDED] = self.sizes.first_chunk()?;
        let smallest = sizes.iter().fold(u8::MAX, |smallest, &size| smallest.min(size));
        if smallest >= COVERED {
            return None;
        }
        let at = sizes.iter().position(|&size| size == smallest)?;
        Some((Item(at as u16), smallest))
    }

    /// Covers an item: removes it from the choice, and removes its options from the lists of
    /// their other items.
    #[inline(always)]
    pub(super) fn cover(&mut self, item: Item) {
        self.sizes[item.0 as usize % SIZES] += COVERED;
        let head = item.head();
        let mut node = self.below(head);
        while node != head {
            for other in node.others() {
                let Links { up, down } = self.links[other.index()];
                self.links[up.index()].down = down;
                self.links[down.index()].up = up;
                self.sizes[other.item().0 as usize % SIZES] -= 1;
            }
            node = self.below(node);
        }
    }

    /// Undoes the last covering.
    #[inline(always)]
    pub(super) fn uncover(&mut self, item: Item) {
        let head = item.head();
        let mut node = self.links[head.index()].up;
        while node != head {
            for other in node.others().into_iter().rev() {
                let Links { up, down } = self.links[other.index()];
                self.links[up.index()].down = other;
                self.links[down.index()].up = other;
                self.sizes[other.item().0 as usize % SIZES] += 1;
            }
            node = self.links[node.index()].up;
        }
        self.sizes[item.0 as usize % SIZES] -= COVERED;
    }

    /// Covers the other items of an option, whose own item is covered.
    #[inline(always)]
    pub(super) fn cover_others(&mut self, option: Node) {
        for other in option.others() {
            self.cover(other.item());
        }
    }

    /// Covers the items of a clue.
    pub(super) fn cover_clue(&mut self, cell: Cell, digit: Digit) {
        let node = Node::of(cell, digit);
        self.cover(node.item());
        self.cover_others(node);
    }

    /// Undoes the last covering of the other items.
    #[inline(always)]
    pub(super) fn uncover_others(&mut self, option: Node) {
        for other in option.others().into_iter().rev() {
            self.uncover(other.item());
        }
    }
}

/// The items, padded to whole vectors.
const ITEMS_PADDED: usize = ITEMS.next_multiple_of(64);
