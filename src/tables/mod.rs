//! Tables that a person reads.

pub mod aligned;
pub mod answer;
pub mod between;
pub mod closing;
pub mod comparison;
pub mod noise;
pub mod shortened;
