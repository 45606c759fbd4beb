//! `tengen generate`: completions and manual pages, from the same source as the help.

use std::{
    fs,
    io::{self, Write},
    process::ExitCode,
};

use clap::CommandFactory;

use crate::{
    cli::{Cli, Generate, GenerateArgs},
    error::Failure,
};

/// Prints or writes what was asked for.
pub(crate) fn run(args: &GenerateArgs) -> Result<ExitCode, Failure> {
    let mut command = Cli::command();
    command.build();
    let mut text = Vec::new();
    match &args.what {
        Generate::Completions { shell } => {
            clap_complete::generate(*shell, &mut command, "tengen", &mut text);
        }
        Generate::Man { directory: None } => {
            clap_mangen::Man::new(command).render(&mut text).map_err(Failure::Output)?;
        }
        Generate::Man { directory: Some(directory) } => {
            fs::create_dir_all(directory)
                .and_then(|()| clap_mangen::generate_to(command, directory))
                .map_err(|error| Failure::Write { path: directory.clone(), error })?;
        }
    }
    io::stdout().lock().write_all(&text).map_err(Failure::of_output)?;
    Ok(ExitCode::SUCCESS)
}
