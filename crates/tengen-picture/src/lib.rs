//! Pictures of positions: a board becomes plain shapes, and those become SVG, PNG, GIF or a terminal's cells.
