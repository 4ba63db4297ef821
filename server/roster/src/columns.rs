//! Columns of a roster and their names in headers.

use unicode_normalization::UnicodeNormalization as _;

/// A column that the reader understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    Id,
    Name,
    FamilyName,
    GivenName,
    Kana,
    FamilyKana,
    GivenKana,
    Romaji,
    Seed,
    Woman,
    Sex,
    Dan,
    Kyu,
    Rank,
    Affiliation,
    School,
    Division,
}

/// Names of columns, folded as by [`fold_head`]. The first one of a column is the roster's own.
const NAMES: [(Column, &[&str]); 17] = [
    (
        Column::Id,
        &[
            "id",
            "番号",
            "no",
            "no.",
            "#",
            "number",
            "選手番号",
            "参加番号",
            "受付番号",
            "登録番号",
            "会員番号",
            "選手id",
            "チームid",
            "チーム番号",
            "エントリー番号",
            "ゼッケン",
            "通し番号",
            "連番",
            "整理番号",
        ],
    ),
    (
        Column::Name,
        &[
            "name",
            "氏名",
            "名前",
            "お名前",
            "なまえ",
            "おなまえ",
            "選手名",
            "選手",
            "参加者",
            "参加者名",
            "参加者氏名",
            "出場者",
            "チーム名",
            "チーム",
            "team",
            "teamname",
            "player",
            "fullname",
            "playername",
        ],
    ),
    (Column::FamilyName, &["姓", "氏", "名字", "苗字", "familyname", "lastname", "surname"]),
    (Column::GivenName, &["名", "givenname", "firstname"]),
    (
        Column::Kana,
        &[
            "kana",
            "ふりがな",
            "フリガナ",
            "よみ",
            "よみがな",
            "よみかた",
            "ヨミ",
            "ヨミガナ",
            "読み",
            "読み仮名",
            "読みがな",
            "読み方",
            "かな",
            "カナ",
            "氏名かな",
            "氏名カナ",
            "氏名ふりがな",
            "氏名フリガナ",
            "reading",
        ],
    ),
    (Column::FamilyKana, &["せい", "セイ", "姓かな", "姓カナ", "姓ふりがな", "姓フリガナ"]),
    (Column::GivenKana, &["めい", "メイ", "名かな", "名カナ", "名ふりがな", "名フリガナ"]),
    (
        Column::Romaji,
        &["romaji", "ローマ字", "氏名ローマ字", "ローマ字氏名", "英字", "英字氏名", "英語名", "alphabet"],
    ),
    (Column::Seed, &["seed", "シード", "シード区分", "シード権"]),
    (Column::Woman, &["woman", "女性", "女流", "女子"]),
    (Column::Sex, &["性別", "sex", "gender"]),
    (Column::Dan, &["段位", "段", "dan"]),
    (Column::Kyu, &["級", "級位", "kyu"]),
    (Column::Rank, &["rank", "段級位", "段級", "段位・級位", "段・級", "段位級位", "棋力"]),
    (Column::Affiliation, &["affiliation", "所属", "所属団体", "団体", "団体名", "支部", "club"]),
    (Column::School, &["school", "学校", "学校名", "高専", "高専名"]),
    (
        Column::Division,
        &["division", "区分", "部門", "クラス", "カテゴリー", "カテゴリ", "category", "class"],
    ),
];

impl Column {
    /// Returns the column of a header cell. Text in brackets counts if the name is known with it, such as
    /// 氏名（ふりがな）.
    pub(crate) fn of_head(head: &str) -> Option<Self> {
        let named = |folded: String| {
            NAMES.iter().find(|(_, names)| names.contains(&&*folded)).map(|(column, _)| *column)
        };
        named(fold_head(head, true)).or_else(|| named(fold_head(head, false)))
    }

    /// Returns the member of the roster that the column gives, whole or in part.
    pub(crate) const fn member(self) -> &'static str {
        match self {
            Self::Id => "id",
            Self::Name | Self::FamilyName | Self::GivenName => "name",
            Self::Kana | Self::FamilyKana | Self::GivenKana => "kana",
            Self::Romaji => "romaji",
            Self::Seed => "seed",
            Self::Woman | Self::Sex => "woman",
            Self::Dan | Self::Kyu | Self::Rank => "rank",
            Self::Affiliation => "affiliation",
            Self::School => "school",
            Self::Division => "division",
        }
    }
}

/// Folds a header cell: without width, case, spaces, brackets and marks of required fields.
fn fold_head(head: &str, keep_remarks: bool) -> String {
    let mut depth = 0_u32;
    let mut folded = String::new();
    for character in head.nfkc().flat_map(char::to_lowercase).nfc() {
        match character {
            '(' | '[' | '【' | '〔' => depth += 1,
            ')' | ']' | '】' | '〕' => depth = depth.saturating_sub(1),
            '*' | '※' | ':' | '_' => {}
            _ if (keep_remarks || depth == 0) && !character.is_whitespace() => folded.push(character),
            _ => {}
        }
    }
    ["必須", "任意"].into_iter().fold(folded, |folded, mark| folded.replace(mark, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_understood_in_usual_spellings() {
        for (head, column) in [
            ("ID", Column::Id),
            ("Ｎｏ．", Column::Id),
            ("№", Column::Id),
            ("氏　名", Column::Name),
            ("氏名\n（漢字）", Column::Name),
            ("※お名前", Column::Name),
            ("ﾌﾘｶﾞﾅ", Column::Kana),
            ("フリガナ(全角)", Column::Kana),
            ("氏名（ふりがな）", Column::Kana),
            ("Family Name", Column::FamilyName),
            ("名", Column::GivenName),
            ("段・級", Column::Rank),
        ] {
            assert_eq!(Column::of_head(head), Some(column), "{head}");
        }
        for head in ["備考", "電話番号", "", "連絡先(氏名)"] {
            assert_eq!(Column::of_head(head), None, "{head}");
        }
    }

    #[test]
    fn names_of_columns_are_folded_and_unique() {
        let names: Vec<&str> = NAMES.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        for (at, name) in names.iter().enumerate() {
            assert_eq!(fold_head(name, false), *name);
            assert!(!names[..at].contains(name), "{name}");
        }
    }
}
