//! Engine protocols: any bytes at all are read or refused, and what is spelled is read again.

use proptest::prelude::*;
use tengen_core::{Area, Point};
use tengen_notation::{botzone, gomocup, gtp};

proptest! {
    #[test]
    fn any_line_is_a_command_that_is_spelled_the_same_again(line in any::<Vec<u8>>()) {
        if let Some(command) = gtp::CommandLine::parse(&line)
            && !command.name.is_empty()
        {
            prop_assert_eq!(gtp::CommandLine::parse(command.to_string().as_bytes()), Some(command));
        }
    }

    #[test]
    fn commands_are_read_whatever_is_around_them(
        id in proptest::option::of(any::<u64>()),
        name in "[a-z][a-z_-]{0,20}",
        arguments in proptest::collection::vec("[!-\"$-~]{1,8}", 0..5),
        gap in "[ \t]{1,3}",
        end in "[ \t]{0,2}(#[ -~]{0,9})?\r?\n?",
    ) {
        let command = gtp::CommandLine { id, name, arguments };
        let line = gap.clone() + &command.to_string().replace(' ', &gap) + &end;
        prop_assert_eq!(gtp::CommandLine::parse(line.as_bytes()), Some(command));
    }

    #[test]
    fn vertices_lead_back_to_their_points(width in 1..=25_u16, height in 1..=25_u16, x in 0..25, y in 0..25) {
        let area = Area::Bounded { width, height };
        let point = Point::new(x % i32::from(width), y % i32::from(height));
        let name = gtp::format_vertex(point, area);
        prop_assert_eq!(gtp::Vertex::parse(&name, area), Ok(gtp::Vertex::Point(point)));
    }

    #[test]
    fn no_word_is_a_vertex_outside_the_board(word in "\\PC{0,6}", side in 1..=25_u16) {
        let area = Area::square(side);
        if let Ok(gtp::Vertex::Point(point)) = gtp::Vertex::parse(&word, area) {
            prop_assert!(area.contains(point));
            prop_assert!(!word.to_ascii_lowercase().starts_with('i'));
        }
    }

    #[test]
    fn an_answer_ends_where_it_ends(text in any::<String>(), id in proptest::option::of(any::<u64>())) {
        let answer = gtp::format_response(id, Ok(&text));
        prop_assert_eq!(answer.find("\n\n"), Some(answer.len() - 2));
    }

    #[test]
    fn games_of_botzone_are_read_as_they_are_spelled(moves in proptest::collection::vec((0..25, 0..25), 0..40)) {
        let moves: Vec<Point> = moves.into_iter().map(|(x, y)| Point::new(x, y)).collect();
        let text = botzone::format_game(&moves);
        prop_assert_eq!(botzone::BotzoneTurn::parse(text.as_bytes()), Ok(botzone::BotzoneTurn::Game(moves.clone())));
        // Cut anywhere it is no turn any more.
        let cut = &text.as_bytes()[..moves.len() % text.len()];
        prop_assert!(botzone::BotzoneTurn::parse(cut).is_err());
    }

    #[test]
    fn any_bytes_are_a_turn_or_refused_with_a_place(bytes in any::<Vec<u8>>()) {
        if let Err(error) = botzone::BotzoneTurn::parse(&bytes) {
            prop_assert!(error.column() >= 1 && !error.to_string().is_empty());
        }
    }

    #[test]
    fn any_line_to_a_brain_is_a_command_that_is_spelled_the_same_again_or_refused(
        name in "(START|RECTSTART|RESTART|BEGIN|TURN|TAKEBACK|PLAY|BOARD|INFO|END|yxnbest|yxbalanceone|[a-zA-Z]{1,6})",
        key in "(timeout_turn|time_left|max_memory|max_node|max_depth|rule|hash_size|[a-z]{0,5})",
        value in "(-?[0-9]{0,22}|[0-9]{1,3} ?, ?[0-9]{1,3}|[0-9]+ [0-9]+|\\PC{0,9})",
    ) {
        for line in [format!("{name} {value}"), format!("{name}  {key} {value}\r"), value.clone()] {
            match gomocup::ManagerCommand::parse(line.as_bytes()) {
                Ok(None) => prop_assert!(line.trim().is_empty()),
                Ok(Some(command)) => {
                    let again = command.to_string();
                    prop_assert_eq!(gomocup::ManagerCommand::parse(again.as_bytes()), Ok(Some(command)));
                }
                Err(error) => prop_assert!(!error.to_string().contains(char::is_control)),
            }
        }
    }

    #[test]
    fn any_bytes_to_a_brain_are_read_or_refused(line in any::<Vec<u8>>()) {
        if let Ok(Some(command)) = gomocup::ManagerCommand::parse(&line) {
            prop_assert_eq!(gomocup::ManagerCommand::parse(command.to_string().as_bytes()), Ok(Some(command)));
        }
        if let Ok(row) = gomocup::BlockLine::parse(&line) {
            prop_assert_eq!(gomocup::BlockLine::parse(row.to_string().as_bytes()), Ok(row));
        }
    }

    #[test]
    fn stones_are_read_as_they_are_spelled(
        stones in proptest::collection::vec((-3..400, -3..400, 0..4_u8), 0..20),
        done in any::<bool>(),
    ) {
        let words = stones.iter().map(|&(x, y, field)| match field {
            0 => format!("{x},{y}"),
            _ => format!("{x},{y},{field}"),
        });
        let line = words.chain(done.then(|| "done".to_owned())).collect::<Vec<_>>().join(" ");
        let row = gomocup::BlockLine::parse(line.as_bytes()).unwrap();
        prop_assert_eq!((row.stones.len(), row.done), (stones.len(), done));
        prop_assert_eq!(row.to_string().to_lowercase(), line);
    }
}
