//! Proofs of what the solver found hold.
