//! Amounts of money in a column.

use ishigaki_rules::Tsuyama;
use ishigaki_words::columns::pad_start;
use ishigaki_words::grouped;
use ratatui::text::Span;

/// An amount with thousands separators, right-aligned in so many columns; without its unit, which stands in
/// the column's head.
pub fn money(amount: Tsuyama, columns: usize) -> Span<'static> {
    Span::raw(pad_start(&grouped(amount.0), columns))
}
