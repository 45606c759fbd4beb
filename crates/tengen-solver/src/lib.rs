//! What is true: exact answers about positions, each with a proof.
