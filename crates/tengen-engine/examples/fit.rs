fn main() {
    use tengen_engine::fives::{tune::*, *};
    let a: Vec<String> = std::env::args().collect();
    let rule: tengen_core::Rule = a[1].parse().unwrap();
    let epochs: u32 = a[3].parse().unwrap();
    let start = if a[4] == "formula" {
        Values::first(rule)
    } else {
        Values::from_bytes(&std::fs::read(&a[4]).unwrap()).unwrap()
    };
    let mut s = [Samples::default(), Samples::default()];
    for f in 0.. {
        let Ok(b) = std::fs::read(format!("{}/games-{f:05}.bin", a[2])) else { break };
        let mut r = &b[..];
        while !r.is_empty() {
            let (g, x) = Game::read(rule, r).unwrap();
            s[usize::from(f % 10 == 9)].add(&g);
            r = x;
        }
    }
    println!("{} {}", s[0].len(), s[1].len());
    let mut fit = Fit::new(std::sync::Arc::new(start), epochs);
    for e in 0..=epochs {
        let l = [fit.loss(&s[0]), fit.loss(&s[1])];
        println!("{e} {:.5} {:.5} {:.5} {:.5}", l[0].value, l[1].value, l[0].urge, l[1].urge);
        if e < epochs {
            fit.go_on(&s[0]);
        }
    }
    std::fs::write(&a[5], fit.values().to_bytes()).unwrap();
}
