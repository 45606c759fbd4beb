//! `tengen generate`: shell completions and manual pages, from the definition of the command line.

#![allow(clippy::doc_markdown, reason = "the arguments' comments are help texts")]

use std::{fs, path::PathBuf, process::ExitCode};

use clap::{Args, Command, CommandFactory, Subcommand};
use clap_mangen::Man;

use crate::{
    cli::Cli,
    io::{atomic_file::OutputFile, error::Failure, stdout::print},
};

/// Generate shell completions and manual pages.
#[derive(Args, Debug)]
pub(crate) struct GenerateArgs {
    #[command(subcommand)]
    what: GeneratedFile,
}

/// What is generated.
#[derive(Subcommand, Debug)]
enum GeneratedFile {
    /// Print the completions for a shell.
    Completions {
        /// Shell.
        shell: clap_complete::Shell,
    },
    /// Write one manual page for each command into a directory, or print that of tengen.
    Man {
        /// Directory to write to.
        directory: Option<PathBuf>,

        /// Overwrite pages that exist.
        #[arg(long, requires = "directory")]
        force: bool,
    },
}

/// Prints or writes what was asked for.
pub(crate) fn run(args: &GenerateArgs) -> Result<ExitCode, Failure> {
    let mut command = Cli::command();
    if matches!(args.what, GeneratedFile::Man { .. }) {
        // A page of "tengen help" would say what all others say.
        command = command.disable_help_subcommand(true);
    }
    command.build();
    let mut text = Vec::new();
    match &args.what {
        GeneratedFile::Completions { shell } => {
            clap_complete::generate(*shell, &mut command, "tengen", &mut text);
        }
        GeneratedFile::Man { directory: None, .. } => {
            Man::new(command).render(&mut text).map_err(Failure::Output)?;
        }
        GeneratedFile::Man { directory: Some(directory), force } => {
            fs::create_dir_all(directory)
                .map_err(|error| Failure::Write { path: directory.clone(), error })?;
            let mut pages = Vec::new();
            make_pages(command, &mut pages)?;
            for (name, _) in &pages {
                OutputFile::check(&directory.join(name), *force)?;
            }
            for (name, page) in &pages {
                OutputFile::write(&directory.join(name), *force, page)?;
            }
        }
    }
    print(text)?;
    Ok(ExitCode::SUCCESS)
}

/// Makes the page of a command and those of its subcommands, each with the name of its file.
fn make_pages(command: Command, pages: &mut Vec<(String, Vec<u8>)>) -> Result<(), Failure> {
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        make_pages(below.clone(), pages)?;
    }
    let page = Man::new(command);
    let mut text = Vec::new();
    page.render(&mut text).map_err(Failure::Output)?;
    pages.push((page.get_filename(), text));
    Ok(())
}
