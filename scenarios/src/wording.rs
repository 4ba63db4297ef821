//! Findings in scenario, contest and lists files, as messages of the catalogue.

use ishigaki_catalogue::{Argument, Phrase, phrases};

use crate::Error;

phrases! {
    pub(crate) enum Wording = "lint" {
        // TOML, and all tables.
        Toml { message };
        Empty { key };
        NoCode { key, text, most };
        NoCodeAlso { key, text, most, also };
        OutOfRange { key, number, least, most };
        NotOneOf { key, text, choices };
        WrongType { key, wanted, found };
        NoKey { noun, key };
        UnknownKey { noun, key, known };
        IdTaken { noun, id, line };
        OtherKind { found, expected };
        NoKind;

        // Files.
        Unreadable { path, why };
        UnknownScenario { name, known };
        Outside { name };
        NotBeside { name };
        FaultyScenario { name, faults };
        NoGameAnd { name, error };

        // Drawings.
        Sign { key, sign };
        Ragged { row, key, width, wanted };
        Disconnected { key };
        NoSquare { key };
        TooLarge { key, extent, squares };

        // Scenarios.
        NotFlat { side };
        NoRound;
        NoStone;
        AboveMoney { price, money };
        Parts { side, parts };
        BareFrame { edges };
        NothingFills;
        FillingOpen { tries };
        LikePrice { stone };
        SameStone { stone, other, line };
        TurnedOver { stone, other, line };
        BareStone { stone, edges };
        LargerThanFrame { stone, height, width, rows, columns };
        FitsNowhere { stone };
        CoversMost { stone, squares, frame };
        TooFewSquares { squares, frame };
        FewSquares { squares, frame };
        FewWins { most, squares, frame };
        DearWall { price, money };
        MuchMoney { money, times, price };
        FreeStone { stone };
        DearStone { stone, price, money };
        FewBids { bids, wins };
        AllInOneRound { copies };
        ManyBids { copies, bids };
        TeamsOfGame { teams };
        LeftOver { teams, most, left, copies };
        AllInFirstRound { teams, copies };
        ScarceStones { squares, teams, walls };
        PlentyOfStones { squares, teams, walls };
        UnusualTime { key, seconds, least, most };
        EarlyClose;
        MadeFor { teams, wanted };

        // Contests.
        NoGame;
        OfRoster { key };
        NameOfStaff { id };
        NoGames;
        NoTime { text };
        TimeNotLater;
        NoMessage { key, most };
        UnknownGame { game };
        SeatsNow;
        TitleMissing;
        ManySeats { seats, teams };
        NamedTwice { team };
        UnknownTeam { team };
        TeamCount { teams };
        TeamTwice { team };
        Unplayable { why };
        OwnSpare { game };
        SpareId { id, most };
        SpareNow { spare };
        SpareTeams { spare, game };
        SparePractice { spare, game };
        SpareNoPractice { spare, game };
        SpareReturns { game };
        NoSpare { game };
        SameProblem;
        AlikeCodes { noun, code, other, line };
        OddSigns { signs };
        AlikeName { name, other, line };
        SameName { name, line };
        OnlyPractice { team };
        PlaysNowhere { team };
        TwoGames { team, first, second };

        // The contest's event.
        EventId { id, most };
        EventTeams { event, teams };
        DivisionTaken { division };
        DivisionMissing;
        NoDivision { team, known };
        EventsOwnId { id, event };
        NoPlan;
        PresetAndPlan;

        // Lists.
        UnknownTeamOf { team, known };
        Rounds { rounds, scenario, wanted };
        NoLine { text };
        NoRaise { text };
        UnknownStone { scenario, stone };
        ManyLines { lines, most };
        ManyLinesOf { stone, lines, copies };
        NoCopyLeft { line, stone };
        BelowMinimum { line, price, stone, least };
        OverMoney { total, held };
        RaisedTwice { line };
        NotTied { line };
        NotAbove { line, price, stone, tied_at };
        RaisesOver { total, most };
        NothingTied;
        FurtherWave { ties };
        RefusedOtherwise { code, why };
        Accepted { code };
    }
}

phrases! {
    pub(crate) enum Word = "lint-word" {
        Quoted { text };
        Or { first, next };
        And { first, next };
        Then { first, next };
        Tie { stone, price, lines };
        TiedLine { team, line };
        Top;
        Bottom;
        File;
        Scenario;
        Contest;
        Stone;
        Team;
        Game;
        Judge;
        Round;
        Event;
        QuotedText;
        WholeNumber;
        TrueOrFalse;
        ArrayOfTexts;
        ListOfTables { key };
        ATable;
        NoStones;
        StoneTwice { stone };
        NoCopies { number };
        NoRounds;
        EmptyRound { round };
        TypeText;
        TypeInteger;
        TypeFloat;
        TypeBoolean;
        TypeDatetime;
        TypeArray;
        TypeTable;
    }
}

impl From<&Error> for Phrase {
    fn from(error: &Error) -> Self {
        match error {
            Error::Unreadable { path, source } => {
                Wording::Unreadable { path: path.argument(), why: source.into() }.into()
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
