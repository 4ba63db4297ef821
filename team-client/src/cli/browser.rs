//! Prints and opens the address of the team's page.

use std::io;

use ishigaki_command::Output;
use ishigaki_words::Words;
use serde::Serialize;
use team_client::tui::PageAddress;

#[derive(Serialize)]
struct OpenedPage<'a> {
    command: &'static str,
    address: &'a str,
}

pub(super) fn tell(page: &PageAddress, no_open: bool, words: &Words, out: &mut Output) -> io::Result<()> {
    let address = page.address.as_str();
    if out.is_json() {
        out.object(&OpenedPage { command: "web", address })?;
    } else {
        out.text(&words.say("page-desk-at", &[("address", address.into())]))?;
        out.text(&words.label("page-desk-care"))?;
    }
    if !no_open && !page.open() {
        out.remark(&words.label("page-desk-no-browser"))?;
    }
    Ok(())
}
