//! Instruction sets. The binary is built for any machine of its architecture and picks the best
//! set of the CPU at run time.
//!
//! [`Isa::run`] compiles its closure once per set. The closure, and all code inlined into
//! it, may use that set's instructions. Every set gives the same answers and the same counters.
#![allow(unsafe_code, reason = "calling code compiled for a CPU feature is unsafe by nature")]

use crate::named::UnknownName;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// A family of instruction sets by name, on any machine: `avx2` is x86-64-v3, `avx512` is x86-64-v4
/// with the bit algorithms and byte permutations of Ice Lake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InstructionSet {
    /// What every machine of the architecture has.
    Portable,
    /// AVX2 and the bit manipulation instructions.
    Avx2,
    /// AVX-512.
    Avx512,
}

impl InstructionSet {
    /// All of them, from the least to the most able.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// The name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// This set, if the CPU has it.
    ///
    /// # Errors
    /// [`ParseIsaError::Absent`] if it does not.
    pub fn on_this_cpu(self) -> Result<Isa, ParseIsaError> {
        let isa = Isa::available().iter().find(|isa| isa.set() == self);
        isa.copied().ok_or(ParseIsaError::Absent(self))
    }
}

impl fmt::Display for InstructionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An instruction set that this CPU has.
///
/// Sets above [`Isa::PORTABLE`] come only from [`Isa::available`], which checks the CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Isa(InstructionSet);

static AVAILABLE: LazyLock<Vec<Isa>> = LazyLock::new(|| {
    let mut sets = vec![Isa::PORTABLE];
    #[cfg(target_arch = "x86_64")]
    {
        macro_rules! has {
            ($($feature:tt)*) => { $(is_x86_feature_detected!($feature))&&* };
        }
        if has!("avx2" "bmi1" "bmi2" "lzcnt" "popcnt") {
            sets.push(Isa(InstructionSet::Avx2));
            if has!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl" "avx512vbmi"
                    "avx512vbmi2" "avx512bitalg" "avx512vpopcntdq")
            {
                sets.push(Isa(InstructionSet::Avx512));
            }
        }
    }
    sets
});

impl Isa {
    /// What every machine of the architecture has.
    pub const PORTABLE: Self = Self(InstructionSet::Portable);

    /// The sets of this CPU, from the smallest to the largest.
    #[must_use]
    pub fn available() -> &'static [Self] {
        &AVAILABLE
    }

    /// The largest set of this CPU.
    #[must_use]
    pub fn best() -> Self {
        AVAILABLE.last().copied().unwrap_or(Self::PORTABLE)
    }

    /// Which set this is.
    #[must_use]
    pub const fn set(self) -> InstructionSet {
        self.0
    }

    /// The name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0.name()
    }

    /// Whether code for AVX2 may run.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn has_avx2(self) -> bool {
        self.0 >= InstructionSet::Avx2
    }

    /// Whether code for AVX-512 may run.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn has_avx512(self) -> bool {
        self.0 >= InstructionSet::Avx512
    }

    /// Runs `f`, compiled for this set.
    #[inline(always)]
    pub fn run<R>(self, f: impl FnOnce() -> R) -> R {
        #[cfg(target_arch = "x86_64")]
        if self.has_avx512() {
            return self.run_avx512(f);
        }
        self.run_narrow(f)
    }

    /// Runs `f`, compiled for this set without AVX-512. For code that reads single words of
    /// vectors it has just written, which is slower for wider vectors.
    #[inline(always)]
    pub fn run_narrow<R>(self, f: impl FnOnce() -> R) -> R {
        #[cfg(target_arch = "x86_64")]
        if self.has_avx2() {
            return self.run_avx2(f);
        }
        f()
    }

    /// Runs `f`, compiled only for AVX-512: for code written for it.
    ///
    /// # Panics
    /// If this set is a smaller one.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn run_avx512<R>(self, f: impl FnOnce() -> R) -> R {
        #[target_feature(
            enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,\
                      avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq"
        )]
        fn avx512<R>(f: impl FnOnce() -> R) -> R {
            f()
        }
        assert!(self.has_avx512(), "this set has no AVX-512");
        // SAFETY: a value above the portable set exists only where the CPU has its features.
        unsafe { avx512(f) }
    }

    /// Runs `f`, compiled only for AVX2.
    ///
    /// # Panics
    /// If this set is a smaller one.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn run_avx2<R>(self, f: impl FnOnce() -> R) -> R {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn avx2<R>(f: impl FnOnce() -> R) -> R {
            f()
        }
        assert!(self.has_avx2(), "this set has no AVX2");
        // SAFETY: as above.
        unsafe { avx2(f) }
    }
}

impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text names no instruction set that this CPU has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseIsaError {
    /// The name is unknown.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
    /// This CPU does not have the set.
    #[error(
        "this CPU has no instruction set {0}: it has {available}",
        available = Isa::available().iter().map(|isa| isa.name()).collect::<Vec<_>>().join(", ")
    )]
    Absent(InstructionSet),
}

impl FromStr for Isa {
    type Err = ParseIsaError;

    fn from_str(text: &str) -> Result<Self, ParseIsaError> {
        match InstructionSet::ALL.into_iter().find(|set| set.name() == text) {
            Some(set) => set.on_this_cpu(),
            None => {
                let known = InstructionSet::ALL.map(InstructionSet::name).to_vec();
                Err(UnknownName::new("instruction set", text, known).into())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_or_explained() {
        for &isa in Isa::available() {
            assert_eq!(isa.name().parse(), Ok(isa));
        }
        for name in InstructionSet::ALL.map(InstructionSet::name) {
            let is_known = matches!(name.parse::<Isa>(), Ok(_) | Err(ParseIsaError::Absent(_)));
            assert!(is_known, "{name}");
        }
        assert_eq!(
            "avx".parse::<Isa>().expect_err("no set").to_string(),
            "unknown instruction set \"avx\", nearest is avx2; known: portable, avx2, avx512"
        );
        assert_eq!(
            ParseIsaError::Absent(InstructionSet::Avx512).to_string().split(':').next(),
            Some("this CPU has no instruction set avx512")
        );
    }
}
