//! A brain that is asked for one move: commands from a string, answers to stdout.
//!
//! `cargo run -p tengen-protocol --example script`

use std::{error::Error, io};

use tengen_protocol::brain::{self, BrainOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let commands = "START 15\nBOARD\n7,7,2\n8,8,1\n6,6,2\nDONE\n";
    let mut options = BrainOptions::default();
    options.nodes = Some(10_000);
    // The end of the input ends the search early: a manager keeps it open until it has the move.
    brain::run(&options, commands.as_bytes(), &mut io::stdout().lock())?;
    Ok(())
}
