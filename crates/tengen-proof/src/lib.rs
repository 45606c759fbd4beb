//! What was shown: proofs that anyone can check, and the checker, which knows the rules and nothing else.
