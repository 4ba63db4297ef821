//! Memory of a process on Linux.

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub(super) struct Memory {
    pub(super) now: u64,
    pub(super) most: u64,
}

pub(super) fn of(process: u32) -> Option<Memory> {
    parse(&std::fs::read_to_string(format!("/proc/{process}/status")).ok()?)
}

fn parse(status: &str) -> Option<Memory> {
    let kibibytes = |key: &str| -> Option<u64> {
        let line = status.lines().find_map(|line| line.strip_prefix(key))?;
        line.split_whitespace().next()?.parse().ok()
    };
    Some(Memory { now: kibibytes("VmRSS:")? * 1024, most: kibibytes("VmHWM:")? * 1024 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_from_proc_status() {
        let status = "Name:\tserver\nVmHWM:\t    2048 kB\nVmRSS:\t    1024 kB\n";
        assert_eq!(parse(status), Some(Memory { now: 1 << 20, most: 2 << 20 }));
        assert_eq!(parse("Name:\tserver\n"), None);
    }
}
