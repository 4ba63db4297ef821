//! Amounts of money in a column.

use ishigaki_rules::Tsuyama;
use ishigaki_words::columns::pad_start;
use ishigaki_words::grouped;
use ratatui::text::Span;

/// Returns an amount with thousands separators and without its unit, right-aligned in `columns`.
pub fn money(amount: Tsuyama, columns: usize) -> Span<'static> {
    Span::raw(pad_start(&grouped(amount.0), columns))
}
