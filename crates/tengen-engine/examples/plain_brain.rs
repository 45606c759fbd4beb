//! The plain opponent of the tests as a brain that speaks the Gomocup protocol, so that any match
//! runner can play against it.
//!
//! ```sh
//! cargo run --release -p tengen-engine --example plain_brain
//! ```
//!
//! It takes 0.5 seconds a move at most, less if `INFO timeout_turn` says so.

#![allow(clippy::print_stdout, reason = "a program for the command line")]

use std::{
    io::{self, BufRead, Write as _},
    time::Duration,
};

use tengen_core::{Area, Color, Point, Position, Rule, Setup};

#[path = "../tests/it/fives/twin.rs"]
mod twin;

use twin::Twin;

/// What is taken off the time of a turn for the way to the match runner and back.
const MARGIN: Duration = Duration::from_millis(30);
const LONGEST: Duration = Duration::from_millis(500);

struct Brain {
    area: Area,
    rule: Rule,
    time: Duration,
    position: Option<Position>,
}

impl Brain {
    fn start(&mut self, area: Area) -> Result<(), String> {
        let sides = match area {
            Area::Bounded { width, height } => [width, height],
            Area::Unbounded => return Err("the board has no edges".to_owned()),
        };
        if sides.iter().any(|side| !(5..=22).contains(side)) {
            return Err("a side must be of 5 to 22 points".to_owned());
        }
        self.area = area;
        self.position = Some(Position::new(self.rule, area).map_err(|error| error.to_string())?);
        Ok(())
    }

    /// Plays the opponent's move if there is one, then its own, and says it.
    fn answer(&mut self, theirs: Option<Point>) -> Result<String, String> {
        let position = self.position.as_mut().ok_or("no game has been started")?;
        if let Some(point) = theirs {
            position.play(point).map_err(|illegal| illegal.to_string())?;
        }
        let twin = Twin { time: Some(self.time), ..Twin::default() };
        let point = twin.choose(position).ok_or("there is no move")?;
        position.play(point).expect("only legal moves are chosen");
        Ok(format!("{},{}", point.x, point.y))
    }

    /// A position as `BOARD` lists it: `x,y,1` for an own stone, `x,y,2` for one of the other side.
    fn board(&mut self, lines: &[String]) -> Result<String, String> {
        let mut stones = Vec::new();
        for line in lines {
            let (point, who) = line.rsplit_once(',').ok_or("a stone is x,y,who")?;
            stones.push((read_point(point)?, who.trim() == "1"));
        }
        let own = stones.iter().filter(|(_, is_own)| *is_own).count();
        // Who has as many stones as the other has begun.
        let color = if 2 * own == stones.len() { Color::Black } else { Color::White };
        let stones =
            stones.into_iter().map(|(point, own)| (point, if own { color } else { !color }));
        let setup = Setup { area: self.area, stones: stones.collect(), turn: color };
        let position = Position::from_setup(self.rule, &setup);
        self.position = Some(position.map_err(|error| error.to_string())?);
        self.answer(None)
    }

    fn learn(&mut self, words: &[&str]) {
        match words {
            ["timeout_turn", value] => {
                let time = value.parse().map_or(LONGEST, Duration::from_millis);
                self.time = time.saturating_sub(MARGIN).min(LONGEST);
            }
            ["rule", value] => {
                self.rule = match value.parse::<u32>().unwrap_or(0) {
                    bits if bits & 4 != 0 => Rule::Renju,
                    bits if bits & 1 != 0 => Rule::Exact,
                    _ => Rule::Freestyle,
                };
                // The rule may come after the start.
                if self.position.as_ref().is_some_and(|position| position.moves().is_empty()) {
                    self.position = Position::new(self.rule, self.area).ok();
                }
            }
            _ => {}
        }
    }
}

fn read_point(text: &str) -> Result<Point, String> {
    let (x, y) = text.split_once(',').ok_or("a point is x,y")?;
    let number = |text: &str| text.trim().parse::<i32>().map_err(|error| error.to_string());
    Ok(Point::new(number(x)?, number(y)?))
}

fn main() -> io::Result<()> {
    let mut brain =
        Brain { area: Area::square(15), rule: Rule::Freestyle, time: LONGEST, position: None };
    let mut lines = io::stdin().lock().lines();
    while let Some(line) = lines.next() {
        let line = line?.to_ascii_lowercase();
        let words: Vec<&str> = line.split_whitespace().collect();
        let answer = match words.as_slice() {
            [] => continue,
            ["end"] => break,
            ["about"] => Ok(r#"name="plain", version="1", author="tengen""#.to_owned()),
            ["start", side] => match side.parse() {
                Ok(side) => brain.start(Area::square(side)).map(|()| "OK".to_owned()),
                Err(_) => Err("START takes a number".to_owned()),
            },
            ["rectstart", size] => match size.replace(',', "x").parse() {
                Ok(area) => brain.start(area).map(|()| "OK".to_owned()),
                Err(_) => Err("RECTSTART takes width,height".to_owned()),
            },
            ["restart"] => brain.start(brain.area).map(|()| "OK".to_owned()),
            ["begin"] => brain.answer(None),
            ["turn", point] => read_point(point).and_then(|point| brain.answer(Some(point))),
            ["board"] => {
                let mut stones = Vec::new();
                for line in lines.by_ref() {
                    let line = line?.trim().to_ascii_lowercase();
                    if line == "done" {
                        break;
                    }
                    stones.push(line);
                }
                brain.board(&stones)
            }
            ["info", words @ ..] => {
                brain.learn(words);
                continue;
            }
            [word, ..] => {
                println!("UNKNOWN {word}");
                continue;
            }
        };
        match answer {
            Ok(answer) => println!("{answer}"),
            Err(error) => println!("ERROR {error}"),
        }
        io::stdout().flush()?;
    }
    Ok(())
}
