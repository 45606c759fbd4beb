//! The server, asked as the page and others ask it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should end")]

mod ask;
mod book;
mod connections;
mod friend_rules;
mod friends;
mod games;
mod import;
mod malformed;
mod metrics;
mod openapi;
mod page;
mod records;
mod searches;
mod studies;
mod view;
