//! The wording of every finding in a scenario, contest or lists file. Each phrase stands in the catalogue too, under its key.

use std::io;

use ishigaki_rules::SetupFault;

use crate::toml_error::{SYNTAX, TomlWording};
use crate::{Error, Figure, Phrase, PhraseTemplate, phrases};

phrases! {
    /// Finding in a file of any of the three kinds.
    pub(crate) enum Wording {
        // TOML, and what any table has.
        Toml { message } = "lint-toml", "{message}";
        Empty { key } = "lint-empty", "`{key}` is empty";
        NoCode { key, text, most } = "lint-no-code", "`{key}` is {text:?}; it takes 1 to {most} of A-Z a-z 0-9";
        NoCodeAlso { key, text, most, also } =
            "lint-no-code-also", "`{key}` is {text:?}; it takes 1 to {most} of A-Z a-z 0-9, and after the first {also}";
        OutOfRange { key, number, least, most } =
            "lint-out-of-range", "`{key}` is {number}; it must be {least} to {most}";
        NotOneOf { key, text, choices } = "lint-not-one-of", "`{key}` is {text:?}; it takes {choices}";
        WrongType { key, wanted, found } = "lint-wrong-type", "`{key}` must be {wanted}, not {found}";
        NoKey { noun, key } = "lint-no-key", "this {noun} has no `{key}`";
        UnknownKey { noun, key, known } = "lint-unknown-key", "a {noun} has no key `{key}`; it takes {known}";
        IdTaken { noun, id, line } = "lint-id-taken", "{noun} {id:?} is there already, in line {line}";
        OtherKind { found, expected } = "lint-other-kind", "this is a {found} file, a {expected} is expected";
        NoKind = "lint-no-kind", "this is no scenario (no `frame`), no contest (no [[game]]) and no NAME.lists.toml";

        // Files.
        Unreadable { path, source } = "lint-unreadable", "cannot read {path}: {source}";
        NoText = "fail-no-text", "the file is no text in UTF-8";
        UnknownScenario { name, known } = "lint-unknown-scenario",
            "no scenario is called {name:?}; known: {known}; a file is named by a path with a slash or by .toml";
        Outside { name } = "lint-outside", "{name:?} leads out of the contest's folder";
        NotBeside { name } = "lint-not-beside", "{name:?} is no file in the contest's folder";
        FaultyScenario { name, faults } =
            "lint-faulty-scenario", "scenario {name:?} has {faults} fault(s), told with its file";
        NoGameAnd { name, error } =
            "lint-no-game-and", "no game of this contest is called {name:?}, and {error}";

        // Drawings.
        Sign { key, sign } = "lint-sign", "`{key}` has the sign {sign}; a square is #, none is .";
        Ragged { row, key, width, wanted } =
            "lint-ragged", "row {row} of `{key}` is {width} wide, the first row is {wanted}";
        Disconnected { key } =
            "lint-disconnected", "this square of `{key}` does not hang together with the first one";
        NoSquare { key } = "lint-no-square", "`{key}` has no square";
        TooLarge { key, extent, squares } = "lint-too-large",
            "`{key}` is larger than any grid: at most {extent} rows, {extent} columns and {squares} squares in all";

        // Scenarios.
        NotFlat { side } =
            "lint-not-flat", "the {side} row of `frame` has no flat part, only single squares";
        NoRound = "lint-no-round", "there is no [[round]]";
        NoStone = "lint-no-stone", "there is no [[stone]]";
        AboveMoney { price, money } =
            "lint-above-money", "`min_price` is {price}, above the {money} every team starts with";
        Parts { side, parts } = "lint-parts", "the {side} row of `frame` is in {parts} parts";
        BareFrame { edges } =
            "lint-bare-frame", "`frame` is drawn with {edges} bare row(s) and column(s) around it";
        NothingFills = "lint-nothing-fills", "no wall of the stones fills `frame`";
        FillingOpen { tries } = "lint-filling-open",
            "{tries} tries found no wall that fills `frame`; keep one that does beside the file";
        LikePrice { stone } = "lint-like-price", "stone {stone:?} reads like a price";
        SameStone { stone, other, line } = "lint-same-stone",
            "stone {stone:?} is {other:?} of line {line}, turned or not; copies of one type are told by `copies`";
        TurnedOver { stone, other, line } =
            "lint-turned-over", "stone {stone:?} is {other:?} of line {line}, turned over";
        BareStone { stone, edges } =
            "lint-bare-stone", "stone {stone:?} is drawn with {edges} bare row(s) and column(s) around it";
        LargerThanFrame { stone, height, width, rows, columns } = "lint-larger-than-frame",
            "stone {stone:?} is {height} x {width}, larger than `frame`, {rows} x {columns}";
        FitsNowhere { stone } =
            "lint-fits-nowhere", "stone {stone:?} fits nowhere in `frame`, however it is turned";
        CoversMost { stone, squares, frame } =
            "lint-covers-most", "stone {stone:?} alone covers {squares} of {frame} squares";
        TooFewSquares { squares, frame } =
            "lint-too-few-squares", "all stones together have {squares} squares, `frame` has {frame}";
        FewSquares { squares, frame } = "lint-few-squares",
            "all stones together have {squares} squares, hardly more than `frame`, {frame}";
        FewWins { most, squares, frame } = "lint-few-wins",
            "the {most} largest stones, all a team can win, have {squares} squares of {frame}";
        DearWall { price, money } = "lint-dear-wall",
            "a full wall costs at least {price} at minimum prices; a team has {money}";
        MuchMoney { money, times, price } = "lint-much-money",
            "`money`, {money}, pays {times} times for all stones at minimum prices, {price}";
        FreeStone { stone } = "lint-free-stone", "stone {stone:?} may be had for 0";
        DearStone { stone, price, money } =
            "lint-dear-stone", "stone {stone:?} takes {price} of the {money} a team has";
        FewBids { bids, wins } = "lint-few-bids", "a list of {bids} bids can never win {wins} stones";
        AllInOneRound { copies } =
            "lint-all-in-one-round", "one team may win all {copies} stones in one round";
        ManyBids { copies, bids } = "lint-many-bids",
            "a list has at most a line for each copy, {copies}, never {bids}";
        TeamsOfGame { teams } = "lint-teams-of-game", "{teams} teams; games have 4 to 9";
        LeftOver { teams, most, left, copies } = "lint-left-over",
            "{teams} teams can win {most} stones in all; {left} of {copies} go to nobody";
        AllInFirstRound { teams, copies } =
            "lint-all-in-first-round", "{teams} teams can win all {copies} stones in the first round";
        ScarceStones { squares, teams, walls } = "lint-scarce-stones",
            "all stones together have {squares} squares, not half of {teams} frames, {walls}";
        PlentyOfStones { squares, teams, walls } = "lint-plenty-of-stones",
            "all stones together have {squares} squares, more than thrice {teams} frames, {walls}";
        UnusualTime { key, seconds, least, most } =
            "lint-unusual-time", "`{key}` is {seconds}; usual is {least} to {most}";
        EarlyClose = "lint-early-close", "bidding closes as soon as all have sealed, which is for rehearsals";
        MadeFor { teams, wanted } =
            "lint-made-for", "{teams} teams play a scenario that is made for {wanted}";

        // Contests.
        NoGame = "lint-no-game", "there is no [[game]] and no [event]";
        OfRoster { key } = "lint-of-roster",
            "`{key}` stands in the roster of an event, and this file has no [event]";
        NameOfStaff { id } = "lint-name-of-staff", "the name {id:?} is the contest's own";
        NoGames = "lint-no-games", "`games` names no game";
        UnknownGame { game } = "lint-unknown-game", "there is no game {game:?}";
        SeatsNow = "lint-seats-now",
            "who plays is named at the start, so it cannot start now; it takes starts = \"by-organiser\"";
        TitleMissing = "lint-title-missing", "`title_ja` stands beside `title`, which is missing";
        ManySeats { seats, teams } =
            "lint-many-seats", "{seats} teams are to play; this contest has {teams}";
        NamedTwice { team } = "lint-named-twice", "team {team:?} is named twice";
        UnknownTeam { team } = "lint-unknown-team", "there is no team {team:?} in this contest";
        TeamCount { teams } = "lint-team-count", "the game has {teams} team(s); it takes 2 to 16";
        TeamTwice { team } = "lint-team-twice", "team {team:?} is there twice";
        Unplayable { why } = "lint-unplayable", "the scenario cannot be played: {why}";
        OwnSpare { game } = "lint-own-spare", "game {game:?} is its own spare";
        SpareId { id, most } =
            "lint-spare-id", "the spare would be called {id:?}, which is taken or longer than {most}";
        SpareNow { spare } =
            "lint-spare-now", "the spare {spare:?} starts now; it takes starts = \"by-organiser\"";
        SpareTeams { spare, game } = "lint-spare-teams", "the spare {spare:?} has other teams than {game:?}";
        SparePractice { spare, game } = "lint-spare-practice",
            "the spare {spare:?} is for practice, and {game:?} is not for practice";
        SpareNoPractice { spare, game } = "lint-spare-no-practice",
            "the spare {spare:?} is not for practice, and {game:?} is for practice";
        SpareReturns { game } = "lint-spare-returns", "the spares of {game:?} lead back to it";
        NoSpare { game } = "lint-no-spare", "game {game:?} has no spare";
        SameProblem = "lint-same-problem", "the spare has the same frame and the same stones";
        AlikeCodes { noun, code, other, line } = "lint-alike-codes",
            "{noun} {code:?} is easily taken for {other:?} of line {line}";
        OddSigns { signs } = "lint-odd-signs",
            "the text has {signs}: not seen, or not as wide on every screen; screens may show it otherwise";
        AlikeName { name, other, line } =
            "lint-alike-name", "the name {name:?} looks like {other:?} in line {line}";
        SameName { name, line } = "lint-same-name", "a team is called {name:?} in line {line} already";
        OnlyPractice { team } = "lint-only-practice", "team {team:?} plays in no game but for practice";
        PlaysNowhere { team } = "lint-plays-nowhere", "team {team:?} plays in no game";
        TwoGames { team, first, second } = "lint-two-games",
            "team {team:?} plays in {first:?} and {second:?}, which both start now";

        // The contest's event.
        EventId { id, most } =
            "lint-event-id", "`id` is {id:?}; it takes 1 to {most} of a-z 0-9, and after the first -";
        OneTeam = "lint-one-team",
            "the event's roster has 1 team; it takes at least 2, or none where the organiser sets it";
        EventsOwnId { id, event } = "lint-events-own-id",
            "game {id:?} is called as the event's own games are, {event}-STAGE-GROUP";
        NoPlan = "lint-no-plan", "this event has neither a `preset` nor a `plan`";
        PresetAndPlan = "lint-preset-and-plan", "`plan` stands beside `preset`; it is one of them";

        // Lists.
        UnknownTeamOf { team, known } =
            "lint-unknown-team-of", "there is no team {team:?} here, only {known}";
        Rounds { rounds, scenario, wanted } =
            "lint-rounds", "there are {rounds} [[round]]s; scenario {scenario:?} has {wanted}";
        NoLine { text } =
            "lint-no-line", "{text:?} is no line of a list; write lot and price, such as \"L 12\"";
        NoRaise { text } =
            "lint-no-raise", "{text:?} is no raise; write priority and new price, such as \"1 14\"";
        UnknownStone { scenario, stone } =
            "lint-unknown-stone", "scenario {scenario:?} has no stone {stone:?}";
        ManyLines { lines, most } = "lint-many-lines", "the list has {lines} lines; M is {most}";
        ManyLinesOf { stone, lines, copies } =
            "lint-many-lines-of", "{stone} stands in {lines} lines; {copies} copies are left";
        NoCopyLeft { line, stone } =
            "lint-no-copy-left", "line {line} asks for {stone}, of which no copy is left";
        BelowMinimum { line, price, stone, least } =
            "lint-below-minimum", "line {line} offers {price} for {stone}; its minimum is {least}";
        OverMoney { total, held } = "lint-over-money", "the list adds up to {total}; the team holds {held}";
        RaisedTwice { line } = "lint-raised-twice", "line {line} is raised twice";
        NotTied { line } = "lint-not-tied", "line {line} is not tied";
        NotAbove { line, price, stone, tied_at } = "lint-not-above",
            "line {line} is raised to {price}; {stone} is tied at {tied_at}, which it must exceed";
        RaisesOver { total, most } =
            "lint-raises-over", "the raises add up to {total}; the team may name {most}";
        NothingTied = "lint-nothing-tied", "nothing is tied, so this is never called";
        FurtherWave { ties } = "lint-further-wave", "a further [[round.wave]] is called for: {ties}";
        RefusedOtherwise { code, why } =
            "lint-refused-otherwise", "it is refused, but not for {code}: {why}";
        Accepted { code } = "lint-accepted", "it is accepted, not refused for {code}";
    }
}

phrases! {
    /// Part of a finding.
    pub(crate) enum Word {
        Quoted { text } = "lint-word-quoted", "{text:?}";
        Or { first, next } = "lint-word-or", "{first} or {next}";
        And { first, next } = "lint-word-and", "{first} and {next}";
        Then { first, next } = "lint-word-then", "{first}; {next}";
        Tie { stone, price, lines } = "lint-word-tie", "{stone} at {price} between {lines}";
        TiedLine { team, line } = "lint-word-tied-line", "{team} (line {line})";
        Top = "lint-word-top", "top";
        Bottom = "lint-word-bottom", "bottom";
        File = "lint-word-file", "file";
        Scenario = "lint-word-scenario", "scenario";
        Contest = "lint-word-contest", "contest";
        Stone = "lint-word-stone", "stone";
        Team = "lint-word-team", "team";
        Game = "lint-word-game", "game";
        Judge = "lint-word-judge", "judge";
        Round = "lint-word-round", "round";
        Event = "lint-word-event", "event";
        QuotedText = "lint-word-quoted-text", "a text in quotes";
        WholeNumber = "lint-word-whole-number", "a whole number";
        TrueOrFalse = "lint-word-true-or-false", "true or false";
        ArrayOfTexts = "lint-word-array-of-texts", "an array of texts";
        ListOfTables { key } = "lint-word-list-of-tables", "a list of tables, [[{key}]]";
        ATable = "lint-word-a-table", "a table";
        NoStones = "lint-word-no-stones", "it has no stones";
        StoneTwice { stone } = "lint-word-stone-twice", "stone {stone:?} is there twice";
        NoCopies { number } = "lint-word-no-copies", "stone type {number} has no copy";
        NoRounds = "lint-word-no-rounds", "it has no round";
        EmptyRound { round } = "lint-word-empty-round", "round {round} has no bids, no wins or no time";
        TypeText = "lint-word-type-text", "string";
        TypeInteger = "lint-word-type-integer", "integer";
        TypeFloat = "lint-word-type-float", "float";
        TypeBoolean = "lint-word-type-boolean", "boolean";
        TypeDatetime = "lint-word-type-datetime", "datetime";
        TypeArray = "lint-word-type-array", "array";
        TypeTable = "lint-word-type-table", "table";
    }
}

/// The templates of all phrases in findings of this room.
pub fn templates() -> impl Iterator<Item = PhraseTemplate> {
    let of_toml = TomlWording::TEMPLATES.iter().chain(SYNTAX);
    Wording::TEMPLATES.iter().chain(Word::TEMPLATES).chain(of_toml).copied()
}

impl From<&io::Error> for Figure {
    fn from(error: &io::Error) -> Self {
        // The one that `read_text` makes up.
        if error.kind() == io::ErrorKind::InvalidData && error.raw_os_error().is_none() {
            return Wording::NoText.into();
        }
        Self::SystemError { kind: error.kind(), code: error.raw_os_error(), text: error.to_string() }
    }
}

impl From<&SetupFault> for Phrase {
    fn from(fault: &SetupFault) -> Self {
        let why = match fault {
            SetupFault::TeamCount { teams } => {
                return Wording::TeamCount { teams: (*teams).into() }.into();
            }
            SetupFault::DuplicateTeam { code } => return Wording::TeamTwice { team: code.into() }.into(),
            SetupFault::NoLots => Word::NoStones,
            SetupFault::DuplicateLot { code } => Word::StoneTwice { stone: code.into() },
            SetupFault::NoCopies { lot } => Word::NoCopies { number: (lot.index() + 1).into() },
            SetupFault::NoRounds => Word::NoRounds,
            SetupFault::EmptyRound { round } => Word::EmptyRound { round: round.0.into() },
        };
        Wording::Unplayable { why: why.into() }.into()
    }
}

impl From<&Error> for Phrase {
    fn from(error: &Error) -> Self {
        match error {
            Error::Unreadable { path, source } => {
                let path = path.display().to_string();
                Wording::Unreadable { path: path.into(), source: source.into() }.into()
            }
            Error::Unknown { name, known } => {
                Wording::UnknownScenario { name: name.into(), known: known.into() }.into()
            }
            Error::Outside { name } => Wording::Outside { name: name.into() }.into(),
            Error::Faulty { faults } => {
                let file = faults.first().map(|fault| fault.file.as_str()).unwrap_or_default();
                Wording::FaultyScenario { name: file.into(), faults: faults.len().into() }.into()
            }
        }
    }
}
