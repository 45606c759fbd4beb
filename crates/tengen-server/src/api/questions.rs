//! The questions that `tengen-answers` answers: a handler for each.

use axum::{
    http::header,
    response::{IntoResponse as _, Response},
};
use tengen_answers::{
    Cancel,
    book::{self, BookAnswer, LoadedBook},
    check::{self, CheckAnswer, CheckQuestion},
    convert::{ConvertQuestion, ConvertSource, Converted},
    import::{ImportQuery, Imported},
    judge::{JudgeAnswer, JudgeQuery},
    nogo::{NoGoFilm, PlayQuestion},
    picture::PictureQuestion,
    puzzles::{PuzzleAnswer, PuzzleMoveAnswer, PuzzleMoveQuestion, PuzzleQuestion, PuzzleSet},
    reading::ReadingQuery,
    swap2::{Swap2Answer, Swap2Question},
    view::{self, PositionView},
};

use crate::{
    app::SharedApp,
    errors::{ApiError, HttpError},
    extract::{ApiResult, Json, JsonBody, QueryParams, RawBody},
    ids,
    wire::WirePosition,
    work::BlockingWork,
};

/// Defines the handlers of questions that are JSON and take a moment of a core: address, tag, what is asked, what is
/// answered, and how.
macro_rules! questions {
    ($(
        $(#[$doc:meta])+
        $name:ident($path:literal, $tag:literal, $question:ty) -> $answer:ty = $answering:expr;
    )+) => {$(
        $(#[$doc])+
        #[utoipa::path(
            post, path = $path, tag = $tag, request_body = $question,
            responses((status = 200, body = $answer))
        )]
        pub(crate) async fn $name(
            work: BlockingWork,
            JsonBody(question): JsonBody<$question>,
        ) -> ApiResult<$answer> {
            let answering: fn(&$question, &Cancel<'_>) -> Result<$answer, ApiError> = $answering;
            Ok(Json(work.run(move |cancel| answering(&question, cancel)).await?))
        }
    )+};
}

questions! {
    /// Whether a position could have come about: a YES has a game that leads to it, a NO its reason.
    check("/api/check", "records", CheckQuestion) -> CheckAnswer = check::check;

    /// Plays a whole game of NoGo and tells it as frames: the points that were tried, the stone, the
    /// chains that join, their liberties.
    play_nogo("/api/nogo/play", "nogo", PlayQuestion) -> NoGoFilm = PlayQuestion::play;

    /// A puzzle of the set that is part of the program, by number, by date or near a rating.
    puzzle("/api/puzzles", "puzzles", PuzzleQuestion) -> PuzzleAnswer =
        |question, _| question.answer(PuzzleSet::built_in());

    /// What answers a move at a puzzle: the hardest defence after a right one, the refutation of a wrong one.
    puzzle_move("/api/puzzles/move", "puzzles", PuzzleMoveQuestion) -> PuzzleMoveAnswer =
        |question, cancel| question.answer(PuzzleSet::built_in(), cancel);

    /// What the engine does in a swap2 opening.
    swap2("/api/swap2", "thoughts", Swap2Question) -> Swap2Answer =
        |question, cancel| question.answer(ids::number(), cancel);
}

/// Writes a position, a game or records in another format, and says what that cannot hold.
#[utoipa::path(
    post,
    path = "/api/convert",
    tag = "records",
    request_body = ConvertQuestion,
    responses((status = 200, body = Converted))
)]
pub(crate) async fn convert(
    app: SharedApp,
    work: BlockingWork,
    JsonBody(question): JsonBody<ConvertQuestion>,
) -> Result<Response, HttpError> {
    let game = match &question.source {
        ConvertSource::Game { id } => Some(app.store.game(id.clone()).await?),
        ConvertSource::Position { .. } | ConvertSource::Text { .. } => None,
    };
    let written = work.run(move |cancel| {
        let converted = question.convert(game.as_ref(), cancel)?;
        // As JSON it is as large again, and takes long enough to hold up others.
        Ok(Json(converted).into_response())
    });
    Ok(written.await?)
}

/// Opens a record whole, or one of several in a file: any format that is read, as it is in the file, also
/// compressed (`.gz`, `.zst`) or in an archive (`.zip`); boards, lists of pieces and puzzles as well.
#[utoipa::path(
    post,
    path = "/api/import",
    tag = "records",
    params(ReadingQuery, ImportQuery),
    request_body(content = String, content_type = "application/octet-stream"),
    responses((status = 200, body = Imported))
)]
pub(crate) async fn import(
    work: BlockingWork,
    QueryParams(query): QueryParams<ImportQuery>,
    RawBody(bytes): RawBody,
) -> ApiResult<Imported> {
    Ok(Json(work.run(move |cancel| query.import(&bytes, cancel)).await?))
}

/// What the board says about a record, or about many in one file: any format that is read, as it is in
/// the file, also compressed (`.gz`, `.zst`) or many in an archive (`.zip`).
#[utoipa::path(
    post,
    path = "/api/judge",
    tag = "records",
    params(ReadingQuery, JudgeQuery),
    request_body(content = String, content_type = "application/octet-stream"),
    responses((status = 200, body = JudgeAnswer))
)]
pub(crate) async fn judge(
    work: BlockingWork,
    QueryParams(query): QueryParams<JudgeQuery>,
    RawBody(bytes): RawBody,
) -> ApiResult<JudgeAnswer> {
    Ok(Json(work.run(move |cancel| query.judge(&bytes, cancel)).await?))
}

/// Draws a position; as GIF, the game that led to it.
#[utoipa::path(
    post,
    path = "/api/picture",
    tag = "records",
    request_body = PictureQuestion,
    responses(
        (
            status = 200,
            content((String = "image/svg+xml"), (Vec<u8> = "image/png"), (Vec<u8> = "image/gif"))
        )
    )
)]
pub(crate) async fn picture(
    work: BlockingWork,
    JsonBody(question): JsonBody<PictureQuestion>,
) -> Result<Response, HttpError> {
    let (kind, bytes) = work.run(move |cancel| question.draw(cancel)).await?;
    Ok(([(header::CONTENT_TYPE, kind)], bytes).into_response())
}

/// What the opening book is about, if the server has one. It is a proof: who plays by it wins.
#[utoipa::path(
    get,
    path = "/api/book",
    operation_id = "loaded_book",
    tag = "thoughts",
    responses((status = 200, body = LoadedBook), (status = "4XX", body = ApiError))
)]
pub(crate) async fn loaded_book(app: SharedApp) -> ApiResult<LoadedBook> {
    Ok(Json(book::loaded_book(app.config.book.as_deref())))
}

/// Looks a position up in the opening book: the winner's move, why it wins, and how many moves are left at most. It is
/// found in any order of its moves and in any image. `not_found` if it is not in the book.
#[utoipa::path(
    post,
    path = "/api/book",
    operation_id = "look_up_book",
    tag = "thoughts",
    request_body = WirePosition,
    responses((status = 200, body = BookAnswer), (status = "4XX", body = ApiError))
)]
pub(crate) async fn book(
    app: SharedApp,
    work: BlockingWork,
    JsonBody(position): JsonBody<WirePosition>,
) -> ApiResult<BookAnswer> {
    let book = app.config.book.clone();
    Ok(Json(work.run(move |_| book::look_up(book.as_deref(), &position)).await?))
}

/// What there is to see of a position: stones, turn, fouls with the lines that make them, chains
/// with their liberties, how it ended.
#[utoipa::path(
    post,
    path = "/api/view",
    tag = "positions",
    request_body = WirePosition,
    responses((status = 200, body = PositionView))
)]
pub(crate) async fn view(JsonBody(position): JsonBody<WirePosition>) -> ApiResult<PositionView> {
    Ok(Json(view::view(&position)?))
}
