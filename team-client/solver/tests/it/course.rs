//! The course of twenty planted walls that the solver is measured on: frames of 200 to 600 squares in 12 to 24 rows, stones
//! of 5 to 12 squares, each wall cut so that it stands.

use ishigaki_rules::{Frame, Shape};

use crate::planted::{InstanceRandom, cut_standing, frame, pierced, stepped};

pub(crate) const WALLS: usize = 20;

const EXTENTS: [(usize, usize); 5] = [(12, 20), (16, 24), (18, 24), (20, 30), (24, 25)];

const STONES: [(usize, usize); 5] = [(5, 8), (6, 9), (8, 10), (5, 12), (8, 12)];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FrameFamily {
    Full,
    Stepped,
    Pierced,
    Broken,
}

#[derive(Debug)]
pub(crate) struct Planted {
    pub(crate) family: FrameFamily,
    pub(crate) asked: (usize, usize),
    pub(crate) frame: Frame,
    pub(crate) stones: Vec<Shape>,
}

/// The wall of this number, from 0 up to [`WALLS`]; each family meets each extent, with other stones each time.
pub(crate) fn planted(number: usize) -> Planted {
    let family =
        [FrameFamily::Full, FrameFamily::Stepped, FrameFamily::Pierced, FrameFamily::Broken][number % 4];
    let (extent, asked) = (EXTENTS[number / 4 % 5], STONES[(number % 4 + number / 4) % 5]);
    let mut draw = InstanceRandom::new(1000 + number as u64);
    let (rows, cols) = extent;
    loop {
        let frame = match family {
            FrameFamily::Full => frame(rows, cols, 0, &mut draw),
            FrameFamily::Stepped => stepped(rows, cols, &mut draw),
            FrameFamily::Pierced => pierced(rows, cols, 6, &mut draw),
            FrameFamily::Broken => frame(rows, cols, 10, &mut draw),
        };
        if let Some(stones) = cut_standing(&frame, asked.0, asked.1, &mut draw) {
            return Planted { family, asked, frame, stones };
        }
    }
}
