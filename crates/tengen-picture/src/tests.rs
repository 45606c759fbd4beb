//! What is drawn, in every form.

use std::{env, fs, path::Path};

use roxmltree::Document;
use tengen_core::{Area, Board, Color, Drawing, Point, lines, renju};

use super::*;

/// How many elements of this name there are.
fn count(svg: &str, name: &str) -> usize {
    let document = Document::parse(svg).expect("the picture is XML");
    let namespace = "http://www.w3.org/2000/svg";
    document.descendants().filter(|node| node.has_tag_name((namespace, name))).count()
}

fn points(area: Area, names: &str) -> Vec<Point> {
    names.split(' ').map(|name| area.point(name).unwrap()).collect()
}

fn label(text: &str) -> PictureMark {
    PictureMark::Sign(Sign::Label(text.to_owned()))
}

/// A small board with something of everything.
fn everything() -> Picture {
    let drawing: Drawing = "
        . . . . . . .
        . x . . o . .
        . . x . o . .
        . . o x . . .
        . . . . . . .
        . . . . . . .
    "
    .parse()
    .unwrap();
    let mut board = drawing.board();
    let area = board.area();
    let moves = points(area, "e2 f2 f1");
    let picture = Picture::new(&board).titled("Black wins").play(Color::Black, &moves);
    for (&point, color) in moves.iter().zip([Color::Black, Color::White, Color::Black]) {
        board.put(point, color);
    }
    picture
        .line(lines(&board)[0])
        .mark(points(area, "a1")[0], PictureMark::Foul)
        .mark(points(area, "a6")[0], PictureMark::Threat)
        .mark(points(area, "a5")[0], PictureMark::Forbidden(renju::Foul::DoubleThree))
        .mark(points(area, "a4")[0], PictureMark::Liberty)
        .mark(points(area, "e5")[0], label("A"))
        .mark(points(area, "g6")[0], label("<"))
        .mark(points(area, "g5")[0], PictureMark::Sign(Sign::Square))
        .mark(points(area, "g4")[0], PictureMark::Sign(Sign::Triangle))
        .mark(points(area, "g3")[0], PictureMark::Sign(Sign::Selected))
        .mark(points(area, "e4")[0], PictureMark::Sign(Sign::Circle))
        .mark(points(area, "c3")[0], PictureMark::Liberties(2))
}

#[test]
fn every_part_is_written_once() {
    let svg = everything().svg(&Theme::WOOD);
    // Nine stones with their rims, rings on the last move, a threat and a circle, two discs for a
    // liberty, room for the label of an empty point.
    assert_eq!(count(&svg, "circle"), 9 + 9 + 3 + 2 + 1);
    // Every text is made of strokes: no font is needed.
    assert_eq!(count(&svg, "text"), 0);
    assert_eq!(count(&svg, "title"), 1);
    assert_eq!(count(&svg, "desc"), 1);
    let bare = everything().without_coordinates().svg(&Theme::WOOD);
    assert_eq!(count(&bare, "path"), count(&svg, "path") - 1);
}

#[test]
fn a_picture_is_the_same_each_time() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/pictures");
    for theme in Theme::ALL {
        let svg = everything().svg(&theme);
        let path = path.join(format!("{}.svg", theme.name));
        if env::var_os("TENGEN_GOLDEN").is_some_and(|value| value == "rewrite") {
            fs::write(&path, &svg).unwrap();
        }
        assert_eq!(svg, fs::read_to_string(path).unwrap(), "{}", theme.name);
    }
}

#[test]
fn a_full_board_of_numbers_is_written() {
    let area = Area::square(22);
    let moves: Vec<Point> = area.points().collect();
    let picture = Picture::new(&Board::new(area)).play(Color::White, &moves);
    for theme in [Theme::WOOD, Theme::PIXEL] {
        let svg = picture.svg(&theme);
        assert_eq!(count(&svg, "text"), 0);
        assert!(svg.len() < 250_000, "{}", svg.len());
    }
    assert_eq!(count(&picture.svg(&Theme::WOOD), "circle"), 2 * 484 + 1);
}

#[test]
fn any_title_is_text_and_nothing_else() {
    let title = "a<script>&\"'\u{0}\u{1b}\u{fffe}\u{85}]]>\n囲碁";
    let picture = Picture::new(&Board::new(Area::square(3))).titled(title);
    let svg = picture.mark(Point::new(1, 1), label("<b>囲")).svg(&Theme::WOOD);
    assert_eq!((count(&svg, "script"), count(&svg, "b")), (0, 0));
    let document = Document::parse(&svg).unwrap();
    let text = |name: &str| {
        let found = document.descendants().find(|node| node.has_tag_name(name)).unwrap();
        found.text().unwrap().to_owned()
    };
    assert_eq!(text("title"), "a<script>&\"'\u{fffd}\u{fffd}\u{fffd}\u{fffd}]]> 囲碁");
    // What our letters cannot write is left to the fonts of who looks.
    assert_eq!(text("text"), "<b>囲");
}

#[test]
fn what_is_not_on_the_board_is_not_shown() {
    let outside = Point::new(i32::MAX, 1);
    let board = Board::new(Area::square(3));
    let picture =
        Picture::new(&board).play(Color::Black, &[outside]).mark(outside, PictureMark::Foul);
    for theme in Theme::ALL {
        let svg = picture.svg(&theme);
        assert_eq!(count(&svg, "circle"), 0);
        assert!(svg.contains("Outside the picture: 1."));
        assert_eq!(picture.pixels(&theme, 90), Picture::new(&board).pixels(&theme, 90));
    }
}

#[test]
fn far_away_stones_are_described() {
    let mut board = Board::new(Area::Unbounded);
    for x in [-Area::REACH, 0, 1, 2, Area::REACH] {
        board.put(Point::new(x, Area::REACH), Color::Black);
    }
    let svg = Picture::new(&board).svg(&Theme::WOOD);
    assert_eq!(count(&svg, "circle"), 2 * 3);
    assert!(svg.contains("Outside the picture: 2."));
    assert!(svg.len() < 6_000, "{}", svg.len());
    assert_eq!(Picture::new(&board).drawing().board().stones().len(), 3);
}

#[test]
fn a_description_says_what_is_seen() {
    let svg = everything().svg(&Theme::WOOD);
    let document = Document::parse(&svg).unwrap();
    let desc = document.descendants().find(|node| node.has_tag_name("desc")).unwrap();
    let expected = "Stones: 3 black, 3 white. Moves, black first: e2 f2 f1. Forbidden: a1. \
                    Forbidden to black, double three: a5. Threats: a6. Liberties: a4. \
                    Labels: A on e5, < on g6. Circles: e4. Squares: g5. Triangles: g4. \
                    Selected: g3. A falling diagonal of 5: b5 c4 d3 e2 f1.";
    assert_eq!(desc.text(), Some(expected));
}

#[test]
fn a_drawing_is_read_back() {
    let text = ". . . . . . .\n. x . . o . .\n3 . x . o . .\n. . o x . . .\n. . . . x o .\n. . . . . x .\n";
    let drawing =
        everything().mark(Point::new(0, 2), PictureMark::Forbidden(renju::Foul::DoubleThree));
    let drawing = drawing.drawing();
    assert!(drawing.to_string().lines().nth(2) == text.lines().nth(2));
    assert_eq!(drawing.to_string().parse(), Ok(drawing.clone()));
    let mut board = Board::new(Area::square(5));
    board.put(Point::new(4, 0), Color::Black);
    board.put(Point::new(0, 3), Color::White);
    let read: Drawing = Picture::new(&board).drawing().to_string().parse().unwrap();
    assert_eq!(read.board().stones(), board.stones());
}

/// The middle of a point of a small board in a picture that is `width` pixels wide.
fn pixel(picture: &Picture, theme: &Theme, pixels: &PixelBuffer, point: Point) -> Rgb {
    let width = pixels.width;
    let layout = picture.layout();
    let camera = camera(&layout, theme, width).unwrap();
    let (x, y) = layout.at(point);
    // A little below the middle, where no number and no mark is.
    let clip = camera.clip((x as f32 - 3.0, y as f32 + 5.9), (x as f32, y as f32));
    pixels.color(clip.from.0, clip.from.1).unwrap()
}

#[test]
fn a_stone_is_where_it_should_be_and_of_its_color_in_every_theme_and_size() {
    let mut board = Board::new(Area::Bounded { width: 6, height: 9 });
    let (black, white, empty) = (Point::new(1, 2), Point::new(4, 7), Point::new(2, 5));
    board.put(black, Color::Black);
    board.put(white, Color::White);
    let picture = Picture::new(&board);
    for theme in Theme::ALL {
        for width in [60, 131, 200, 333, 640] {
            let pixels = picture.pixels(&theme, width).unwrap();
            assert_eq!(pixels.width, width);
            assert_eq!(pixels.colors.len() as u32, pixels.width * pixels.height);
            let far = |a: Rgb, b: Rgb| {
                let part = |a: u8, b: u8| i32::from(a).abs_diff(i32::from(b));
                part(a.0, b.0).max(part(a.1, b.1)).max(part(a.2, b.2))
            };
            for (point, color) in [(black, theme.black), (white, theme.white)] {
                let seen = pixel(&picture, &theme, &pixels, point);
                let near = far(seen, color.body).min(far(seen, color.light));
                assert!(near < 60, "{} {width}: {seen} on {point:?}", theme.name);
            }
            let seen = pixel(&picture, &theme, &pixels, empty);
            assert!(far(seen, theme.tile) < 60, "{} {width}: {seen}", theme.name);
        }
    }
}

#[test]
fn lines_are_whole_pixels_of_one_color() {
    let picture = Picture::new(&Board::new(Area::square(5))).without_coordinates();
    for width in [40, 57, 110, 400, 777] {
        let pixels = picture.pixels(&Theme::WOOD, width).unwrap();
        // Between two rows of points there is nothing but the board and its lines.
        let camera = camera(&picture.layout(), &Theme::WOOD, width).unwrap();
        let y = camera.clip((0.0, 28.0), (0.0, 30.0)).from.1;
        let row: Vec<Rgb> = (0..width).map(|x| pixels.color(x, y).unwrap()).collect();
        let lines = row.chunk_by(|a, b| a == b).filter(|run| run[0] == Theme::WOOD.line).count();
        assert_eq!(lines, 5, "{width}");
        let known = |color: &Rgb| [Theme::WOOD.line, Theme::WOOD.board].contains(color);
        assert!(row.iter().all(known), "{width}");
    }
}

#[test]
fn too_many_pixels_are_refused_and_the_most_is_named() {
    let tall = Picture::new(&Board::new(Area::Bounded { width: 1, height: 64 }));
    let error = tall.pixels(&Theme::WOOD, 16_384).unwrap_err();
    assert!(error.to_string().contains("the most is 16777216"), "{error}");
    assert!(tall.pixels(&Theme::WOOD, error.most).is_ok());
    let wide = Picture::new(&Board::new(Area::Bounded { width: 1000, height: 1 }));
    assert!(wide.pixels(&Theme::PIXEL, 16).is_ok());
}

#[test]
fn the_frames_of_a_film_put_on_one_another_are_its_stills() {
    let area = Area::Bounded { width: 7, height: 6 };
    for theme in Theme::ALL {
        for numbers in
            [MoveNumbers::All, MoveNumbers::Last(0), MoveNumbers::Last(1), MoveNumbers::Last(2)]
        {
            let moves = points(area, "b5 a1 c4 b1 d3 g6 e2 d5 f1");
            let mut board = Board::new(area);
            for &point in moves.iter().step_by(2) {
                board.put(point, Color::Black);
            }
            let picture = Picture::new(&Board::new(area))
                .play(Color::Black, &moves)
                .numbered(numbers)
                .line(lines(&board)[0])
                .mark(Point::new(6, 5), PictureMark::Forbidden(renju::Foul::Overline));
            let frames = picture.frames(&theme, 90).unwrap();
            let mut screen = frames.frame(0);
            assert_eq!((screen.width, screen.height), frames.size());
            for moves in 0..=frames.moves() {
                let frame = frames.frame(moves);
                for y in frame.top..frame.top + frame.height {
                    for x in frame.left..frame.left + frame.width {
                        let place = (y * screen.width + x) as usize;
                        screen.colors[place] = frame.color(x, y).unwrap();
                    }
                }
                assert!(screen == frames.still(moves), "{} after {moves} moves", theme.name);
            }
        }
    }
}

#[test]
fn a_film_has_an_end() {
    let moves = vec![Point::new(0, 0); GameFrames::MAX_MOVES + 1];
    let picture = Picture::new(&Board::new(Area::square(3))).play(Color::Black, &moves);
    let error = picture.frames(&Theme::WOOD, 100).unwrap_err();
    let expected = "the game has 1001 moves, and the most that are shown one by one is 1000";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_terminal_is_told_apart_by_letters_where_it_has_no_colors() {
    let plain = everything().terminal(&Theme::WOOD, ColorDepth::None);
    let expected = " 6 ○ . . . . . <
 5 3 x . . o . □
 4 • . x . o . △
 3 . . o x . . ■
 2 . . . . x o .
 1 × . . . . X .
   a b c d e f g
";
    assert_eq!(plain, expected);
}

#[test]
fn every_line_for_a_terminal_is_equally_wide_and_ends_as_it_began() {
    let picture = everything();
    for theme in Theme::ALL {
        for paints in [ColorDepth::Full, ColorDepth::Indexed] {
            let text = picture.terminal(&theme, paints);
            let mut widths = Vec::new();
            for line in text.lines() {
                let mut shown = 0;
                let mut parts = line.split('\x1b');
                assert_eq!(parts.next(), Some(""));
                for part in parts {
                    let (_, letters) = part.split_once('m').unwrap();
                    shown += letters.chars().count();
                }
                assert!(line.ends_with("\x1b[0m"));
                widths.push(shown);
            }
            assert!(widths.iter().all(|&width| width == 3 + 7 * 2), "{widths:?}");
        }
    }
}

#[test]
fn the_latest_word_on_a_point_counts() {
    let board = Board::new(Area::square(3));
    let twice = [(Point::new(1, 1), Color::Black), (Point::new(1, 1), Color::White)];
    let picture = Picture::new(&board).play_all(&twice);
    let layout = picture.layout();
    let view = PictureView::new(&picture, &layout);
    assert_eq!(view.stones.into_iter().collect::<Vec<_>>(), [(Point::new(1, 1), Color::White)]);
    assert_eq!(view.texts.into_values().collect::<Vec<_>>(), ["2"]);
    let picture = picture.mark(Point::new(1, 1), label("A")).mark(Point::new(1, 1), label("B"));
    let view = PictureView::new(&picture, &layout);
    assert_eq!(view.marks.len(), 1);
    assert_eq!(view.texts.into_values().collect::<Vec<_>>(), ["B"]);
    // A sign needs the room of a number.
    let picture = Picture::new(&board).play_all(&twice);
    let picture = picture.mark(Point::new(1, 1), PictureMark::Sign(Sign::Circle));
    let view = PictureView::new(&picture, &layout);
    assert!(view.texts.is_empty() && view.is_taken(Point::new(1, 1)));
}

#[test]
fn much_that_is_said_about_few_points_is_drawn_once() {
    let mut picture = Picture::new(&Board::new(Area::square(3)));
    for _ in 0..100_000 {
        picture =
            picture.mark(Point::new(0, 0), PictureMark::Foul).mark(Point::new(0, 0), label("A"));
    }
    let moves = vec![Point::new(1, 1); 100_000];
    let svg = picture.play(Color::Black, &moves).numbered(MoveNumbers::Last(1)).svg(&Theme::WOOD);
    let (_, drawn) = svg.split_once("</desc>").unwrap();
    let drawn = drawn.len();
    assert!(drawn < 10_000, "{drawn}");
}
