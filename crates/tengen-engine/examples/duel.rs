//! Two NoGo players meet.
use std::{env, sync::atomic::AtomicBool, time::{Duration, Instant}};
use tengen_core::{Color, Point};
use tengen_engine::nogo::{Limits, Player, Playout, Settings};

fn parse(text: &str) -> (Settings, Limits) {
    let mut settings = Settings::STRONG;
    let mut limits = Limits::default();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        let number = || value.parse::<f32>().expect(part);
        match key {
            "plain" => settings = Settings::PLAIN,
            "strong" => settings = Settings::STRONG,
            "n" => limits.playouts = Some(value.parse().unwrap()),
            "t" => limits.time = Some(Duration::from_secs_f32(number())),
            "c" => settings.exploration = number(),
            "rough" => settings.rough = number(),
            "prior" => settings.prior = number(),
            "slope" => settings.slope = number(),
            "policy" => settings.policy = number(),
            "count" => settings.count = number(),
            "patience" => settings.patience = number() as u32,
            "uniform" => settings.playout = Playout::Uniform,
            "shared" => settings.playout = Playout::Shared,
            "none" => settings.playout = Playout::None,
            _ => panic!("{part}"),
        }
    }
    (settings, limits)
}

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    let size: u16 = args[2].parse().unwrap();
    let games: u32 = args[3].parse().unwrap();
    let seed: u64 = args.get(4).map_or(1, |s| s.parse().unwrap());
    let sides = [parse(&args[0]), parse(&args[1])];
    let mut wins = [0u32; 2];
    let mut random = seed;
    let mut opening = Vec::new();
    let (mut spent, mut made, mut thoughts) = ([0.0f64; 2], [0u64; 2], [0u64; 2]);
    let (mut llr, mut done) = (0.0f64, 0);
    for game in 0..games {
        if game % 2 == 0 {
            opening.clear();
            for _ in 0..2 {
                loop {
                    random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    let p = Point::new(((random >> 33) % size as u64) as i32, ((random >> 45) % size as u64) as i32);
                    if !opening.contains(&p) { opening.push(p); break; }
                }
            }
        }
        let mut players: Vec<Player> = sides.iter().map(|(s, _)| Player::new(*s, 1, 256 << 20, seed + game as u64)).collect();
        let first = (game % 2) as usize;
        let mut stones: Vec<(Point, Color)> = Vec::new();
        let mut turn = Color::Black;
        for &p in &opening { stones.push((p, turn)); turn = !turn; }
        let winner = loop {
            let who = if turn == Color::Black { first } else { 1 - first };
            let thought = players[who].think((size, size), &stones, turn, sides[who].1, &AtomicBool::new(false), Duration::from_secs(999), &mut |_| {});
            spent[who] += thought.elapsed.as_secs_f64();
            made[who] += thought.playouts; thoughts[who] += 1;
            if let Some(wins) = thought.wins { break if wins { who } else { 1 - who }; }
            stones.push((thought.candidates[0].point, turn));
            turn = !turn;
        };
        wins[winner] += 1;
        done += 1;
        let n = f64::from(done);
        let p = f64::from(wins[0]) / n;
        let _ = &mut llr;
        if game % 20 == 19 {
            eprintln!("{} - {}  {:.1}% +-{:.1}", wins[0], wins[1], p * 100.0, 196.0 * (p * (1.0 - p) / n).sqrt());
            let z = (p - 0.5) / (0.25 / n).sqrt();
            if z.abs() > 3.0 && games < 100000 { break; }
        }
    }
    let n = f64::from(done);
    let p = f64::from(wins[0]) / n;
    println!("{} vs {}: {} - {}  {:.1}% +-{:.1}  playouts/s {:.0} {:.0}  per move {:.0} {:.0}", args[0], args[1], wins[0], wins[1], p * 100.0, 196.0 * (p * (1.0 - p) / n).sqrt(), made[0] as f64 / spent[0], made[1] as f64 / spent[1], made[0] as f64 / thoughts[0] as f64, made[1] as f64 / thoughts[1] as f64);
}
