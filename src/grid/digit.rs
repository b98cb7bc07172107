//! Digits and sets of digits.

/// A digit, 1..=9. It is stored as its index 0..=8, which bit sets and tables use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(u8);

impl Digit {
    /// The number of digits.
    pub const COUNT: usize = 9;

    /// The digit of a number 1..=9; `None` for any other number.
    #[inline(always)]
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if matches!(number, 1..=9) { Some(Self(number - 1)) } else { None }
    }

    /// The digit of an index 0..=8.
    ///
    /// # Panics
    /// If `index` is 9 or more.
    #[inline(always)]
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < Self::COUNT, "a digit index is below 9");
        Self(index as u8)
    }

    /// All digits, ascending.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The digit as a number, 1..=9.
    #[inline(always)]
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The digit as an index, 0..=8.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The digit as an ASCII character.
    #[inline(always)]
    #[must_use]
    pub const fn symbol(self) -> u8 {
        b'1' + self.0
    }
}

/// A set of digits: bit d-1 is digit d.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DigitSet(u16);

impl DigitSet {
    /// No digit.
    pub const EMPTY: Self = Self(0);
    /// All nine digits.
    pub const ALL: Self = Self(0x1ff);

    /// The set of these nine bits (bit d-1 is digit d); higher bits are dropped.
    #[inline(always)]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits & 0x1ff)
    }

    /// The bits of the set (bit d-1 is digit d).
    #[inline(always)]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The set of one digit.
    #[inline(always)]
    #[must_use]
    pub const fn of(digit: Digit) -> Self {
        Self(1 << digit.index())
    }

    /// The number of digits in the set.
    #[inline(always)]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has at least two digits.
    #[inline(always)]
    #[must_use]
    pub const fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the digit is in the set.
    #[inline(always)]
    #[must_use]
    pub const fn contains(self, digit: Digit) -> bool {
        self.0 >> digit.index() & 1 != 0
    }

    /// The set with the digit.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, digit: Digit) -> Self {
        Self(self.0 | 1 << digit.index())
    }

    /// The set without the digit.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, digit: Digit) -> Self {
        Self(self.0 & !(1 << digit.index()))
    }

    /// The lowest digit of the set.
    #[inline(always)]
    #[must_use]
    pub const fn lowest(self) -> Option<Digit> {
        if self.0 == 0 { None } else { Some(Digit(self.0.trailing_zeros() as u8)) }
    }

    /// The highest digit of the set.
    #[inline(always)]
    #[must_use]
    pub const fn highest(self) -> Option<Digit> {
        if self.0 == 0 { None } else { Some(Digit(15 - self.0.leading_zeros() as u8)) }
    }

    /// Removes the lowest digit from the set and returns it.
    ///
    /// # Panics
    /// If the set is empty.
    #[inline(always)]
    pub const fn pop_lowest(&mut self) -> Digit {
        let lowest = self.lowest().expect("the set is not empty");
        self.0 &= self.0 - 1;
        lowest
    }

    /// Removes the highest digit from the set and returns it.
    ///
    /// # Panics
    /// If the set is empty.
    #[inline(always)]
    pub const fn pop_highest(&mut self) -> Digit {
        let highest = self.highest().expect("the set is not empty");
        *self = self.without(highest);
        highest
    }

    /// The `n`-th digit of the set, ascending, counted from 0.
    #[must_use]
    pub fn nth(self, n: u32) -> Option<Digit> {
        self.into_iter().nth(n as usize)
    }
}

impl IntoIterator for DigitSet {
    type Item = Digit;
    type IntoIter = DigitSetIter;

    #[inline(always)]
    fn into_iter(self) -> DigitSetIter {
        DigitSetIter(self)
    }
}

/// The digits of a set, ascending.
#[derive(Clone, Debug)]
pub struct DigitSetIter(DigitSet);

impl Iterator for DigitSetIter {
    type Item = Digit;

    #[inline(always)]
    fn next(&mut self) -> Option<Digit> {
        if self.0.is_empty() { None } else { Some(self.0.pop_lowest()) }
    }
}

impl FromIterator<Digit> for DigitSet {
    fn from_iter<I: IntoIterator<Item = Digit>>(digits: I) -> Self {
        digits.into_iter().fold(Self::EMPTY, Self::with)
    }
}
