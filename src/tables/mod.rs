//! Tables that a person reads.

pub mod aligned;
pub mod closing;
pub mod comparison;
