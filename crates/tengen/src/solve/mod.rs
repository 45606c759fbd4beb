//! `tengen solve`: what happens with best play.

mod nogo;
mod plies;

use std::{
    io::{self, IsTerminal, Write},
    process::ExitCode,
    time::Duration,
};

use indicatif::{ProgressBar, ProgressStyle};
use tengen_core::{Color, Rule};
use tengen_notation::Pieces;
use tengen_solver::Budget;

use crate::{
    cli::{Limits, SolveArgs},
    error::Failure,
    start::Text,
    stop,
};

/// Prints who wins from the stones that the arguments name.
pub(crate) fn run(args: &SolveArgs) -> Result<ExitCode, Failure> {
    if args.start.size.is_none() {
        let text = Text::open(&args.start.file)?;
        if Pieces::begin(text.opening()) {
            return plies::run(args, text);
        }
        board_rule(args)?;
        return nogo::run(args, Some(text));
    }
    board_rule(args)?;
    nogo::run(args, None)
}

/// The rule for a board with edges, and nothing that goes with a list of pieces only.
fn board_rule(args: &SolveArgs) -> Result<Rule, Failure> {
    let Some(rule) = args.rule else {
        return Err(Failure::Usage("a board needs a rule; write --rule nogo".to_owned()));
    };
    solvable(rule)?;
    if args.plies.is_some() {
        let message = "--plies goes with a list of pieces; nogo is solved to the end";
        return Err(Failure::Usage(message.to_owned()));
    }
    Ok(rule)
}

/// Refuses a game that cannot be solved to the end.
pub(crate) fn solvable(rule: Rule) -> Result<(), Failure> {
    match rule {
        Rule::NoGo => Ok(()),
        rule => Err(Failure::Usage(format!("{rule} cannot be solved yet; write --rule nogo"))),
    }
}

impl Limits {
    /// The same for the solver, from now. Ctrl-C is a limit too.
    pub(crate) fn budget(&self) -> Budget<'static> {
        let mut budget = Budget::unlimited().until(stop::flag());
        if let Some(nodes) = self.nodes {
            budget = budget.nodes_up_to(nodes);
        }
        if let Some(time) = self.time {
            budget = budget.time(time);
        }
        budget
    }
}

/// Prints that there is no answer, and why.
fn undecided(why: &str, nodes: u64, seconds: f64) -> Result<ExitCode, Failure> {
    print(&format!("not decided: {why} after {nodes} nodes and {seconds:.1} s\n"))?;
    Ok(ExitCode::from(1))
}

fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).map_err(Failure::of_output)
}

/// How the answer is spelled.
pub(crate) fn capital(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// Shows on stderr, if that is a terminal, that something is going on.
pub(crate) struct Spinner(Option<ProgressBar>);

impl Spinner {
    pub(crate) fn new() -> Spinner {
        Spinner(io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{spinner} searching for {elapsed}")
                .expect("the template is a constant");
            let spinner = ProgressBar::new_spinner().with_style(style);
            spinner.enable_steady_tick(Duration::from_millis(200));
            spinner
        }))
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        if let Some(spinner) = &self.0 {
            spinner.finish_and_clear();
        }
    }
}
