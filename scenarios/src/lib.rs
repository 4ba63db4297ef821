//! Contest files, their reader and linter.
