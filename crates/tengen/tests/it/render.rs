//! Pictures, as files and in the terminal.

use std::{
    collections::BTreeSet,
    fs,
    process::{Command, Stdio},
};

use tengen_core::Drawing;

use crate::{house::root, manners::tengen};

fn file(name: &str) -> String {
    root().join("examples").join(name).to_str().unwrap().to_owned()
}

/// The picture, which must be made without a word.
fn render(args: &[&str], input: &[u8]) -> Vec<u8> {
    let output = tengen(&[&["render"], args].concat(), input);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    assert_eq!(output.status.code(), Some(0), "{args:?}");
    output.stdout
}

/// What is said of input that cannot be drawn.
fn complaint(args: &[&str], input: &[u8]) -> String {
    let output = tengen(&[&["render"], args].concat(), input);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// The width, the height and the pixels of a PNG, three bytes each.
fn decode(png: &[u8]) -> (u32, u32, Vec<[u8; 3]>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut bytes).unwrap();
    assert_eq!(frame.color_type, png::ColorType::Rgb);
    let pixels = bytes[..frame.buffer_size()].chunks(3).map(|c| [c[0], c[1], c[2]]);
    (frame.width, frame.height, pixels.collect())
}

const GAME: &[u8] = b"h8i9h9h10i8j8g7j10i10f6g10k9j7f11l12e12k13\n";

#[test]
fn a_plain_text_is_read_again() {
    let first = render(&["--as", "text"], GAME);
    let text = String::from_utf8(first.clone()).unwrap();
    let drawing: Drawing = text.parse().unwrap();
    assert_eq!(drawing.board().stones().len(), 17);
    assert_eq!(render(&["--as", "text"], &first), first);
    // The forms of positions that other verbs read say the same.
    let letters = text.replace(' ', "").replace('x', "b").replace('o', "x").replace('b', "o");
    assert_eq!(render(&["--as", "text"], letters.as_bytes()), first);
    let field = format!("15\n{}", text.replace(' ', "").to_uppercase());
    assert_eq!(render(&["--as", "text"], field.as_bytes()), first);
}

#[test]
fn the_pictures_of_the_documentation_are_what_is_drawn() {
    let mut pictures = vec![(
        "docs/board.svg".to_owned(),
        render(&[&file("renju.txt"), "--rule", "renju", "--as", "svg"], b""),
    )];
    for theme in ["wood", "pixel", "contrast"] {
        let nogo = file("nogo.txt");
        let args = [&nogo, "--liberties", "--as", "svg", "--theme", theme];
        pictures.push((format!("docs/pictures/{theme}.svg"), render(&args, b"")));
        let dark = [&args[..], &["--dark"]].concat();
        pictures.push((format!("docs/pictures/{theme}-dark.svg"), render(&dark, b"")));
    }
    let folder = tempfile::tempdir().unwrap();
    let solved = folder.path().join("threats.svg");
    let args = ["solve", "--rule", "renju", "--svg", solved.to_str().unwrap()];
    let output = tengen(&[&args[..], &[&file("threats.txt")]].concat(), b"");
    assert_eq!(output.status.code(), Some(0));
    pictures.push(("examples/threats.svg".to_owned(), fs::read(solved).unwrap()));
    for (path, svg) in pictures {
        let path = root().join(path);
        if std::env::var_os("TENGEN_GOLDEN").is_some_and(|value| value == "rewrite") {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, &svg).unwrap();
        }
        assert!(svg == fs::read(&path).unwrap(), "{}", path.display());
    }
}

#[test]
fn a_png_has_the_width_asked_for_and_stones_of_their_color() {
    for theme in ["wood", "pixel", "contrast"] {
        for kind in [&[][..], &["--dark"]] {
            for width in [200, 661, 1000] {
                let asked = width.to_string();
                let args =
                    ["--as", "png", "--theme", theme, "--width", &asked, "--numbers", "none"];
                let args = [&args[..], kind].concat();
                let png = render(&args, b"..x\n.o.\n...\n");
                assert_eq!(render(&args, b"..x\n.o.\n...\n"), png, "the same bytes each run");
                let (wide, high, pixels) = decode(&png);
                assert_eq!((wide, pixels.len() as u32), (width, wide * high));
                // A black stone in the middle, a white one at the upper right.
                let sum = |pixel: &[u8; 3]| pixel.iter().map(|&part| u32::from(part)).sum::<u32>();
                assert!(pixels.iter().any(|pixel| sum(pixel) < 120), "{theme}");
                assert!(pixels.iter().any(|pixel| sum(pixel) > 640), "{theme}");
            }
        }
    }
}

#[test]
fn a_gif_has_a_frame_for_every_move_and_one_before() {
    for theme in ["wood", "pixel"] {
        let args =
            ["--as", "gif", "--theme", theme, "--width", "300", "--delay", "0.2", "--loop", "3"];
        let gif = render(&args, GAME);
        assert_eq!(render(&args, GAME), gif, "the same bytes each run");
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::Indexed);
        let mut decoder = options.read_info(&gif[..]).unwrap();
        let (width, height) = (decoder.width(), decoder.height());
        assert_eq!(width, 300);
        let mut sizes = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            assert!(frame.left + frame.width <= width && frame.top + frame.height <= height);
            sizes.push((u32::from(frame.width) * u32::from(frame.height), frame.delay));
        }
        assert_eq!(sizes.len(), 18);
        assert_eq!(sizes[0], (u32::from(width) * u32::from(height), 20));
        assert_eq!(sizes[17].1, 120, "the last one is shown longer");
        let small = sizes[1..].iter().filter(|size| size.0 < sizes[0].0 / 3).count();
        assert!(small > 12, "{sizes:?}");
        assert_eq!(decoder.repeat(), gif::Repeat::Finite(2));
        assert!(gif.len() < 60_000, "{theme}: {}", gif.len());
    }
}

#[test]
fn a_position_before_the_end_is_shown() {
    let stones = |args: &[&str]| {
        let text = String::from_utf8(render(args, GAME)).unwrap();
        text.parse::<Drawing>().unwrap().board().stones().len()
    };
    assert_eq!(stones(&["--as", "text", "--at", "0"]), 0);
    assert_eq!(stones(&["--as", "text", "--at", "5"]), 5);
    assert_eq!(stones(&["--as", "text", "--at", "last"]), 17);
    let error = complaint(&["--as", "text", "--at", "18"], GAME);
    assert!(error.contains("the game has 17 moves; --at 18 is after its end"), "{error}");
}

#[test]
fn fouls_are_marked_by_their_number() {
    let text = b". . . . . . . . .\n. . . . . . . . .\n. . . . . . . . .\n. . . . x . . . .\n. . . x . x . . .\n. . . . x . . . .\n. . . . . . . . .\n. . . . . . . . .\n. . . . . . . . .\n";
    let shown = render(&["--as", "text", "--fouls"], text);
    let drawing: Drawing = String::from_utf8(shown).unwrap().parse().unwrap();
    let marks: Vec<_> = drawing.marks().collect();
    assert_eq!(marks.len(), 1);
    assert_eq!(marks[0].1, '3');
    let svg = String::from_utf8(render(&["--as", "svg", "--fouls"], text)).unwrap();
    assert!(svg.contains("Forbidden to black, double three: e5."), "{svg}");
}

#[test]
fn colors_for_a_terminal_are_left_out_where_nobody_wants_them() {
    let run = |args: &[&str], variables: &[(&str, &str)]| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .arg("render")
            .args(args)
            .env_remove("NO_COLOR")
            .env_remove("COLORTERM")
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), GAME).unwrap();
        String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
    };
    assert!(run(&["--as", "ansi"], &[]).contains("\x1b[22;38;2;"));
    for plain in [
        run(&["--as", "ansi"], &[("NO_COLOR", "1")]),
        run(&["--as", "ansi", "--color", "never"], &[]),
    ] {
        assert!(!plain.contains('\x1b'));
        assert!(plain.starts_with(" 15 . . ."), "{plain}");
    }
    assert!(run(&["--as", "ansi", "--color", "always"], &[("NO_COLOR", "1")]).contains('\x1b'));
    // Elsewhere than in a terminal the default is plain text.
    assert!(run(&[], &[]).starts_with(". . ."));
}

#[test]
fn the_name_of_a_file_says_what_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (name, start) in [
        ("a.svg", &b"<svg "[..]),
        ("a.PNG", b"\x89PNG"),
        ("a.gif", b"GIF89a"),
        ("a.txt", b". . "),
        ("a.ans", b"\x1b["),
    ] {
        assert!(render(&["-o", &path(name)], GAME).is_empty());
        assert!(fs::read(path(name)).unwrap().starts_with(start), "{name}");
    }
    let error = complaint(&["-o", &path("a.bmp")], GAME);
    assert!(error.contains("does not say what is drawn"), "{error}");
    assert!(!folder.path().join("a.bmp").exists());
}

#[test]
fn what_is_too_large_or_too_long_is_refused() {
    let tall = ".\n".repeat(64);
    let error = complaint(&["--as", "png", "--width", "16384"], tall.as_bytes());
    assert!(error.contains("the most is 16777216"), "{error}");
    assert!(complaint(&["--as", "png", "--width", "15"], tall.as_bytes()).contains("16..=16384"));
    assert!(complaint(&["--as", "gif", "--delay", "0"], GAME).contains("0.02 to 60"));
    let error = complaint(&["--liberties", "--as", "svg"], b"[[0,0,1]]");
    assert!(error.contains("liberties cannot be counted"), "{error}");
    assert!(complaint(&["--game", "2", "--as", "text"], GAME).contains("has no game 2; it has 1"));
}

#[test]
fn a_large_board_is_cropped_and_a_board_without_edges_too() {
    let mut rows = vec!["0".repeat(1000).replace('0', "."); 1000];
    rows[500].replace_range(700..703, "oxo");
    let board = rows.join("\n") + "\n";
    let svg = String::from_utf8(render(&["--as", "svg"], board.as_bytes())).unwrap();
    assert!(svg.len() < 20_000, "{}", svg.len());
    assert!(svg.contains("Stones: 2 black, 1 white."));
    let (wide, high, _) =
        decode(&render(&["--as", "png"], b"[[-1000000000,5,0],[-999999998,5,1]]"));
    assert!(wide < 1000 && high < 1000);
}

#[test]
fn themes_differ() {
    let mut all = BTreeSet::new();
    for theme in ["wood", "pixel", "contrast"] {
        all.insert(render(&["--as", "png", "--theme", theme], GAME));
        all.insert(render(&["--as", "png", "--theme", theme, "--dark"], GAME));
    }
    assert_eq!(all.len(), 6);
}
