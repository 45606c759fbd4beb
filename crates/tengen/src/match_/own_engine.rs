//! `--engine tengen`: this very program as an engine.

use std::env;

use tengen_core::Rule;
use tengen_match::{EngineProtocol, EngineSpec};

/// The command line of `tengen` alone: this program, with its settings as arguments where the protocol has
/// no command for them.
pub(super) fn with_own_program(mut spec: EngineSpec, rule: Rule) -> Result<EngineSpec, String> {
    if spec.command != ["tengen"] {
        return match spec.seed {
            Some(seed) => {
                Err(format!("seed={seed} is for tengen alone: protocols have no word for it"))
            }
            None => Ok(spec),
        };
    }
    let own = env::current_exe().map_err(|error| format!("tengen is not to be found: {error}"))?;
    let EngineSpec { nodes, threads, memory, seed, .. } = spec;
    let (verb, options) = match spec.protocol {
        Some(EngineProtocol::Gtp) => {
            let options = [("--playouts", nodes), ("--threads", threads), ("--memory", memory)];
            ("gtp", options.to_vec())
        }
        _ => ("brain", Vec::new()),
    };
    spec.command = vec![own.to_string_lossy().into_owned(), verb.to_owned()];
    if verb == "gtp" {
        spec.command.extend(["--rule".to_owned(), rule.to_string()]);
    }
    for (option, value) in options.into_iter().chain([("--seed", seed)]) {
        let words = value.into_iter().flat_map(|value| [option.to_owned(), value.to_string()]);
        spec.command.extend(words);
    }
    Ok(spec)
}
