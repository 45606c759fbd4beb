//! Archives of game records: files, folders, ZIP, gzip, zstd and Parquet in; verdicts out, in order and in bounded memory.
