//! `tengen render`: a position or a game as people look at it.

mod render_args;

use std::{
    collections::BTreeSet,
    io::{self, IsTerminal, Write},
    process::ExitCode,
};

use tengen_core::{Axis, Board, Cell, Chains, Color, Point, Rule, lines, renju};
use tengen_notation::subject::Subject;
use tengen_picture::{ColorDepth, GifOptions, MoveNumbers, Picture, PictureMark};

use crate::io::{atomic_file::OutputFile, error::Failure, subject::read_subject};
use render_args::Form;
pub(crate) use render_args::RenderArgs;

/// Draws what the arguments name.
pub(crate) fn run(args: &RenderArgs) -> Result<ExitCode, Failure> {
    let form = form(args)?;
    if let Some(path) = &args.output {
        OutputFile::check(path, args.force)?;
    }
    let subject = read_subject(&args.file, &args.source, args.game, args.at)?;
    let picture = picture(&subject, args)?;
    let bytes = draw(&picture, form, args)?;
    if let Some(path) = &args.output {
        OutputFile::write(path, args.force, &bytes)?;
    } else {
        let mut out = io::stdout().lock();
        out.write_all(&bytes).and_then(|()| out.flush()).map_err(Failure::of_output)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What is drawn, by the arguments or by where it goes.
fn form(args: &RenderArgs) -> Result<Form, Failure> {
    let of_file = args.output.as_deref().map(Form::of_file);
    let form = match (args.form, of_file) {
        (Some(form), _) | (None, Some(Some(form))) => form,
        (None, Some(None)) => {
            return Err(Failure::Usage(
                "the name of the file does not say what is drawn; end it in .svg, .png, .gif, \
                 .ans or .txt, or say --as"
                    .to_owned(),
            ));
        }
        (None, None) if io::stdout().is_terminal() => Form::Ansi,
        (None, None) => Form::Text,
    };
    let binary = matches!(form, Form::Png | Form::Gif);
    if binary && args.output.is_none() && io::stdout().is_terminal() {
        return Err(Failure::Usage(
            "a terminal cannot show this; write it into a file with -o".to_owned(),
        ));
    }
    Ok(form)
}

/// All that is seen.
fn picture(subject: &Subject, args: &RenderArgs) -> Result<Picture, Failure> {
    let board = subject.board();
    let mut before = Board::new(subject.area);
    for &(point, color) in &subject.stones {
        if before.cell(point) == Cell::Empty {
            before.put(point, color);
        }
    }
    let mut picture = Picture::new(&before).play_all(&subject.moves);
    picture = picture.numbered(match (args.numbers, args.liberties) {
        (Some(which), _) => which.0,
        (None, true) => MoveNumbers::Last(0),
        (None, false) => MoveNumbers::All,
    });
    if args.no_coordinates {
        picture = picture.without_coordinates();
    }
    if let Some(title) = &subject.title {
        picture = picture.titled(title);
    }
    let rule = subject.rule.unwrap_or(Rule::Freestyle);
    for line in lines(&board).into_iter().filter(|line| line.wins(rule)) {
        picture = picture.line(line);
    }
    if args.fouls {
        for (point, foul) in fouls(&board) {
            picture = picture.mark(point, PictureMark::Forbidden(foul));
        }
    }
    if args.liberties {
        picture = liberties(picture, &board)?;
    }
    for (point, sign) in &subject.signs {
        picture = picture.mark(*point, PictureMark::Sign(sign.clone()));
    }
    Ok(picture)
}

/// Where Black may not play.
fn fouls(board: &Board) -> Vec<(Point, renju::Foul)> {
    let stones = board.stones();
    let black: Vec<Point> =
        stones.into_iter().filter(|stone| stone.1 == Color::Black).map(|stone| stone.0).collect();
    let mut fouls = Vec::new();
    // A foul is on a line with a black stone near it. Not all at once, for a board may have many.
    for some in black.chunks(4096) {
        let around = |&stone: &Point| {
            Axis::ALL
                .into_iter()
                .flat_map(move |axis| (-5..=5).map(move |by| stone.along(axis, by)))
        };
        let mut near: Vec<Point> = some
            .iter()
            .flat_map(around)
            .filter(|&point| board.cell(point) == Cell::Empty)
            .collect();
        near.sort_unstable();
        near.dedup();
        fouls.extend(near.into_iter().filter_map(|p| Some((p, renju::foul(board, p)?))));
    }
    fouls.sort_unstable_by_key(|foul| foul.0);
    fouls.dedup_by_key(|foul| foul.0);
    fouls
}

/// The liberties of every chain, and how many each has.
fn liberties(mut picture: Picture, board: &Board) -> Result<Picture, Failure> {
    let Some(mut chains) = Chains::new(board.area()) else {
        return Err(Failure::Usage(format!(
            "liberties cannot be counted on a board that is {}",
            board.area()
        )));
    };
    let stones = board.stones();
    for &(point, color) in &stones {
        chains.put(point, color);
    }
    let (mut counted, mut dots) = (BTreeSet::new(), BTreeSet::new());
    for (point, _) in stones {
        if counted.contains(&point) {
            continue;
        }
        let chain = chains.chain(point).expect("there is a stone");
        for &stone in &chain.stones {
            picture = picture.mark(stone, PictureMark::Liberties(chain.liberties.len()));
        }
        counted.extend(chain.stones);
        dots.extend(chain.liberties);
    }
    for point in dots {
        picture = picture.mark(point, PictureMark::Liberty);
    }
    Ok(picture)
}

fn draw(picture: &Picture, form: Form, args: &RenderArgs) -> Result<Vec<u8>, Failure> {
    let theme = args.theme();
    let width = || args.width.unwrap_or_else(|| picture.usual_width());
    let usage = |error: &dyn std::fmt::Display| Failure::Usage(error.to_string());
    Ok(match form {
        Form::Svg => picture.svg(theme).into_bytes(),
        Form::Png => picture.pixels(theme, width()).map_err(|e| usage(&e))?.png(),
        Form::Gif => {
            let frames = picture.frames(theme, width()).map_err(|e| usage(&e))?;
            frames.gif(&GifOptions::new(args.delay, args.repeat))
        }
        Form::Ansi => picture.terminal(theme, paints(args.output.is_some())).into_bytes(),
        Form::Text => picture.drawing().to_string().into_bytes(),
    })
}

/// Which colors may be used.
fn paints(to_file: bool) -> ColorDepth {
    use anstream::ColorChoice;
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    match ColorChoice::global() {
        ColorChoice::Never => return ColorDepth::None,
        ColorChoice::Auto if set("NO_COLOR").is_some() => return ColorDepth::None,
        _ => {}
    }
    let full = set("COLORTERM").is_some_and(|value| value == "truecolor" || value == "24bit");
    // Who asks for colors that go elsewhere gets all of them.
    let terminal = !to_file && io::stdout().is_terminal();
    if full || !terminal { ColorDepth::Full } else { ColorDepth::Indexed }
}
