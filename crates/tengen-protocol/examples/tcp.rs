//! A GTP engine on a TCP port of this machine, one conversation after another: a session runs over any
//! reader and writer.
//!
//! `cargo run -p tengen-protocol --example tcp -- 127.0.0.1:7000`, then `nc 127.0.0.1 7000`.

use std::{env, error::Error, net::TcpListener};

use tengen_protocol::gtp::{self, GtpOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let address = env::args().nth(1).ok_or("usage: tcp ADDRESS")?;
    for stream in TcpListener::bind(address)?.incoming() {
        let stream = stream?;
        // A client that hangs up in the middle of an answer ends its conversation only.
        let _ = gtp::run(&GtpOptions::default(), stream.try_clone()?, &mut &stream);
    }
    Ok(())
}
