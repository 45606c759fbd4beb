use std::{fs, path::Path, sync::atomic::AtomicBool, time::{Duration, Instant}};
use tengen_core::{Area, Point, Position, Rule};
use tengen_proof::Written;
use tengen_solver::fives::book::*;
struct Obs { area: Area, start: Instant, last: Instant, plans: u64, facts: u64, quiet: u64, cur: Vec<(Vec<Point>, Instant)>, tasks: u64 }
impl BookObserver for Obs {
    type Error = BookLogError;
    fn searching(&mut self, moves: &[Point]) {
        self.tasks += 1;
        if self.last.elapsed() > Duration::from_secs(5) {
            self.last = Instant::now();
            println!("{:7.1} tasks {} plans {} facts {} quiet {} at {}", self.start.elapsed().as_secs_f64(), self.tasks, self.plans, self.facts, self.quiet, self.area.names(moves).join(" "));
        }
        self.cur.clear();
    }
    fn found(&mut self, entry: &BookEntry) {
        match entry { BookEntry::Plan{..} => self.plans += 1, BookEntry::Fact{fact: Fact::Quiet(_)|Fact::Threat(..),..} => {self.quiet+=1; self.facts+=1}, _ => self.facts += 1 }
    }
    fn won(&mut self, run: &BookRun, reply: Option<Point>) -> Result<Written, BookLogError> {
        println!("{:7.1} WON {:?} open {:?}", self.start.elapsed().as_secs_f64(), reply.map(|r| self.area.name(r)), run.open_replies());
        Ok(Written { steps: 1, bytes: 1 })
    }
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let area = Area::square(15);
    let root = Position::new(Rule::Freestyle, area).unwrap();
    let hints = Hints::parse(&fs::read_to_string(&args[2]).unwrap(), &root).unwrap();
    println!("hints {}", hints.len());
    let run = BookRun::open(Path::new(&args[1]), &root, hints).unwrap();
    let stop = AtomicBool::new(false);
    let secs: u64 = args[3].parse().unwrap();
    let threads: usize = args[4].parse().unwrap();
    let limits = BookLimits { nodes: 100_000, deadline: Some(Instant::now() + Duration::from_secs(secs)), memory: 10 << 30, threads, stop: &stop };
    let now = Instant::now();
    let mut obs = Obs { area, start: now, last: now, plans: 0, facts: 0, quiet: 0, cur: vec![], tasks: 0 };
    println!("{:?}", run.run(limits, &mut obs));
    println!("{run}");
    println!("{:.1}", now.elapsed().as_secs_f64());
}
