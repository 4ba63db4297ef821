//! Random entrants: roster, playing strength and absences.

use ishigaki_tournament::Plan;
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value, json};

const FAMILIES: [(&str, &str, &str); 24] = [
    ("石田", "イシダ", "Ishida"),
    ("垣内", "カキウチ", "Kakiuchi"),
    ("井上", "イノウエ", "Inoue"),
    ("大川", "オオカワ", "Okawa"),
    ("北村", "キタムラ", "Kitamura"),
    ("久保", "クボ", "Kubo"),
    ("小林", "コバヤシ", "Kobayashi"),
    ("坂本", "サカモト", "Sakamoto"),
    ("清水", "シミズ", "Shimizu"),
    ("杉山", "スギヤマ", "Sugiyama"),
    ("関", "セキ", "Seki"),
    ("高橋", "タカハシ", "Takahashi"),
    ("千葉", "チバ", "Chiba"),
    ("土屋", "ツチヤ", "Tsuchiya"),
    ("中西", "ナカニシ", "Nakanishi"),
    ("野口", "ノグチ", "Noguchi"),
    ("林", "ハヤシ", "Hayashi"),
    ("平野", "ヒラノ", "Hirano"),
    ("藤原", "フジワラ", "Fujiwara"),
    ("松井", "マツイ", "Matsui"),
    ("南", "ミナミ", "Minami"),
    ("森", "モリ", "Mori"),
    ("山口", "ヤマグチ", "Yamaguchi"),
    ("渡辺", "ワタナベ", "Watanabe"),
];

const GIVEN: [(&str, &str, &str); 24] = [
    ("一郎", "イチロウ", "Ichiro"),
    ("健", "ケン", "Ken"),
    ("大輔", "ダイスケ", "Daisuke"),
    ("翔太", "ショウタ", "Shota"),
    ("誠", "マコト", "Makoto"),
    ("隆", "タカシ", "Takashi"),
    ("直樹", "ナオキ", "Naoki"),
    ("秀樹", "ヒデキ", "Hideki"),
    ("亮", "リョウ", "Ryo"),
    ("悠斗", "ユウト", "Yuto"),
    ("蓮", "レン", "Ren"),
    ("修", "オサム", "Osamu"),
    ("明美", "アケミ", "Akemi"),
    ("恵", "メグミ", "Megumi"),
    ("香織", "カオリ", "Kaori"),
    ("咲", "サキ", "Saki"),
    ("千尋", "チヒロ", "Chihiro"),
    ("智子", "トモコ", "Tomoko"),
    ("陽菜", "ヒナ", "Hina"),
    ("真由", "マユ", "Mayu"),
    ("美咲", "ミサキ", "Misaki"),
    ("裕子", "ユウコ", "Yuko"),
    ("結衣", "ユイ", "Yui"),
    ("葵", "アオイ", "Aoi"),
];

pub(super) const MOST: usize = FAMILIES.len() * GIVEN.len();
const WOMEN: f64 = 0.2;
const ABSENT: f64 = 0.03;

#[derive(Clone, Debug)]
pub(super) struct EntrantByChance {
    given: usize,
    family: usize,
    /// Index of the class in the plan.
    pub(super) seed: Option<usize>,
    /// From -2 to 2, for seeds to 3.
    strength: f64,
    /// Absent on the day (`TD7`).
    pub(super) is_absent: bool,
}

pub(super) fn entrants(plan: &Plan, players: usize, chance: &mut ChaCha8Rng) -> Vec<EntrantByChance> {
    let mut entrants: Vec<EntrantByChance> = Vec::with_capacity(players);
    let mut taken = std::collections::BTreeSet::new();
    let mut seeds = plan
        .seed_classes
        .iter()
        .enumerate()
        .flat_map(|(class, of_class)| of_class.numbers.iter().map(move |_| class));
    let mut may_stay_away = players.saturating_sub(plan.least_players());
    while entrants.len() < players {
        let half = GIVEN.len() / 2;
        let given = chance.random_range(0..half) + if chance.random_bool(WOMEN) { half } else { 0 };
        let family = chance.random_range(0..FAMILIES.len());
        // If men's names run out, women's are used, and vice versa.
        let free = (0..MOST).map(|step| (given * FAMILIES.len() + family + step) % MOST);
        let Some(name) = free.into_iter().find(|name| !taken.contains(name)) else { break };
        taken.insert(name);
        // About every sixth line of the roster is a seed, until the slips are used up.
        let seed = if chance.random_bool(1.0 / 6.0) { seeds.next() } else { None };
        let is_absent = may_stay_away > 0 && chance.random_bool(ABSENT);
        may_stay_away -= usize::from(is_absent);
        let strength = chance.random_range(-2.0..2.0) + if seed.is_some() { 1.0 } else { 0.0 };
        let (given, family) = (name / FAMILIES.len(), name % FAMILIES.len());
        entrants.push(EntrantByChance { given, family, seed, strength, is_absent });
    }
    entrants
}

impl EntrantByChance {
    pub(super) fn line(&self, plan: &Plan, line: usize) -> Value {
        let (name, kana, romaji) = FAMILIES[self.family];
        let (given, given_kana, given_romaji) = GIVEN[self.given];
        let mut entrant = json!({
            "id": format!("P{line:03}"),
            "name": format!("{name} {given}"),
            "kana": format!("{kana} {given_kana}"),
            "romaji": format!("{given_romaji} {romaji}"),
        });
        if let Some(class) = self.seed.and_then(|class| plan.seed_classes.get(class)) {
            entrant["seed"] = class.name.as_str().into();
        }
        if self.given >= GIVEN.len() / 2 {
            entrant["woman"] = true.into();
        }
        entrant
    }

    pub(super) fn wins_against(&self, other: &Self) -> f64 {
        1.0 / (1.0 + (other.strength - self.strength).exp())
    }
}
