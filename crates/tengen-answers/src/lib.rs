//! The questions of the API and their answers: wire types with serde, and plain functions from one to the other.
