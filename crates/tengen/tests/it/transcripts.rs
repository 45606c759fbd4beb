//! What is typed and what is printed, word for word: the transcripts beside this folder, and every
//! example in the documentation.

use crate::house::root;

#[test]
fn every_transcript_and_every_example_of_the_documentation_is_what_is_printed() {
    // Examples name files as one would from the root of the project.
    std::env::set_current_dir(root()).unwrap();
    trycmd::TestCases::new()
        .case("crates/tengen/tests/transcripts/*.trycmd")
        .case("README.md")
        .case("docs/convert.md")
        .case("docs/render.md")
        .case("docs/review.md")
        .case("docs/verbs.md")
        .case("docs/match.md");
}
