//! Temporary.
#![allow(clippy::all, clippy::pedantic, clippy::print_stdout, clippy::unwrap_used)]
use std::{sync::Arc, time::Duration};
use tengen_core::Rule;
use tengen_engine::fives::{Values, bench};
fn cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split_whitespace().next().and_then(|w| w.parse().ok()).unwrap_or(0))
}
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let depth: u32 = args[0].parse().unwrap();
    let rule: Rule = args[1].parse().unwrap();
    let values = args.get(2).map(|f| Arc::new(Values::from_bytes(&std::fs::read(f).unwrap()).unwrap())).unwrap_or(Values::shipped(rule));
    let (mut n, mut t) = (0, 0);
    let c = cpu();
    for p in bench::positions(rule) {
        let th = bench::think(bench::player().with_values(values.clone()), &p, depth);
        n += th.nodes; t += th.threat_nodes;
    }
    let s = (cpu() - c).as_secs_f64();
    println!("{n} nodes, {t} in threats, {s:.3} s, {:.0} k/s", n as f64 / s / 1000.0);
}
