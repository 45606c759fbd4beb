//! Test kit: generators and helpers that the tests of all crates share.
