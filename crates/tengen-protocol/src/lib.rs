//! Engine protocols: Gomocup, GTP and Botzone sessions over any reader and writer.
