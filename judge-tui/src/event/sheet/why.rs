//! Reasons of a pairing, with the rules' numbers (`TP`, `TK`, `TV2`).

use ishigaki_tournament::{Bout, Certificate, PairedRound, PlayerId, PoolPairing};
use ishigaki_words::Words;

use super::super::NamedEvent;

pub(in crate::event) fn why(
    event: NamedEvent<'_>,
    paired: &PairedRound,
    (one, other): (PlayerId, PlayerId),
    words: Words,
) -> Vec<String> {
    let edition = event.edition(words);
    let gaps = [
        ("one", edition.player(one).into()),
        ("other", edition.player(other).into()),
        ("round", paired.round.0.into()),
    ];
    let mut text = vec![words.say("tournament-why-pair", &gaps)];
    if let Some((bout, _, _)) = paired.bouts.iter().find(|(_, a, b)| (*a, *b) == (one, other)) {
        text.push(words.label(match bout {
            Bout::SemiFinal1 | Bout::SemiFinal2 | Bout::Final | Bout::ThirdPlace => {
                "tournament-why-knock-out"
            }
            Bout::Prize { .. } => "tournament-why-prize",
            Bout::Women => "tournament-why-women",
        }));
        return text;
    }
    let has = |pool: &&PoolPairing| pool.pairs.contains(&(one, other));
    let Some(pool) = paired.pools.iter().find(has) else { return text };
    let name = edition.pool(pool.pool);
    if !name.is_empty() {
        let gaps = [("pool", name.into()), ("pairs", pool.pairs.len().into())];
        text.push(words.say("tournament-why-pool", &gaps));
    }
    match &pool.certificate {
        None => text.push(words.label("tournament-why-first-round")),
        Some(certificate) => text.extend(costs(certificate, words)),
    }
    if let Some(bye) = pool.bye {
        text.push(words.say("tournament-why-bye", &[("player", edition.player(bye).into())]));
    }
    text
}

fn costs(certificate: &Certificate, words: Words) -> Vec<String> {
    let Certificate { byes, rematches, gaps } = certificate;
    let gaps = (0_u32..)
        .zip(gaps)
        .filter(|(_, pairs)| **pairs > 0)
        .map(|(gap, pairs)| words.say("print-gap", &[("gap", gap.into()), ("pairs", (*pairs).into())]));
    let gaps = words.list(gaps);
    let costs = [("byes", (*byes).into()), ("rematches", (*rematches).into()), ("gaps", gaps.into())];
    vec![words.say("tournament-why-costs", &costs), words.label("tournament-why-best")]
}
