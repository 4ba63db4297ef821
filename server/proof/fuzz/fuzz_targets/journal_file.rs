#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    ishigaki_fuzz_targets::journal_file(bytes);
});
