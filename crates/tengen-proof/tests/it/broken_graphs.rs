//! Strategy graphs that do not hold.
