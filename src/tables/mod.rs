//! Tables that a person reads.

pub mod closing;
pub mod comparison;
