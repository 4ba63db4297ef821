//! Writes random instances with a full wall, in the format of `instances/`.
//!
//! `cargo run --release -p ishigaki-solver --example planted -- FOLDER COUNT ROWS COLS LEAST MOST [SEED
//! [GONE]]`: frames of that size with stepped sides, or with `GONE` pieces removed so that stones overhang,
//! cut into stones of `LEAST` to `MOST` squares.

#![expect(clippy::unwrap_used, reason = "a tool of the bench")]

#[path = "../tests/it/planted.rs"]
#[expect(dead_code, reason = "the tests draw other things too")]
mod planted;

use planted::{InstanceRandom, cut_standing, frame, stepped};
use serde_json::json;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| args[at].parse::<usize>().unwrap();
    let first = args.get(6).map_or(1, |seed| seed.parse().unwrap());
    let gone = args.get(7).map(|gone| gone.parse().unwrap());
    for seed in first..first + number(1) as u64 {
        let mut draw = InstanceRandom::new(seed);
        let (frame, shapes) = loop {
            let frame = match gone {
                None => stepped(number(2), number(3), &mut draw),
                Some(gone) => frame(number(2), number(3), gone, &mut draw),
            };
            if let Some(shapes) = cut_standing(&frame, number(4), number(5), &mut draw) {
                break (frame, shapes);
            }
        };
        let stones: Vec<_> = (0..)
            .zip(&shapes)
            .map(|(at, shape): (usize, _)| {
                let cells: Vec<_> = shape.cells().iter().map(|cell| [cell.row, cell.col]).collect();
                json!({ "id": format!("s{at:02}"), "cells": cells })
            })
            .collect();
        let instance = json!({ "frame": frame.rows(), "stones": stones });
        let kind = if gone.is_some() { 'o' } else { 'r' };
        let name = format!("{kind}{}x{}-{}-{}-{seed}.json", args[2], args[3], args[4], args[5]);
        std::fs::write(std::path::Path::new(&args[0]).join(name), instance.to_string()).unwrap();
    }
}
