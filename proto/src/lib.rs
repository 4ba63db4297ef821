//! Wire shapes: .proto files, generated types, conversions.
