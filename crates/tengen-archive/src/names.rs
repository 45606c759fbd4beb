//! Hot: names of points and numbers as bytes.

use tengen_core::{Area, Point};

/// Adds the name of `point`, as [`Area::name`] spells it.
#[inline]
pub(crate) fn add_name(out: &mut Vec<u8>, area: Area, point: Point) {
    match area {
        Area::Bounded { height, .. } if (0..26).contains(&point.x) => {
            out.push(b'a' + point.x as u8);
            add_number(out, (i32::from(height) - point.y) as u64);
        }
        _ => out.extend_from_slice(area.name(point).as_bytes()),
    }
}

/// Adds `number` in digits.
#[inline]
pub(crate) fn add_number(out: &mut Vec<u8>, mut number: u64) {
    if number < 10 {
        out.push(b'0' + number as u8);
        return;
    }
    if number < 100 {
        out.extend_from_slice(&[b'0' + (number / 10) as u8, b'0' + (number % 10) as u8]);
        return;
    }
    let mut digits = [0; 20];
    let mut at = digits.len();
    while number > 0 {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
    }
    out.extend_from_slice(&digits[at..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_are_spelled_as_elsewhere() {
        for area in [Area::square(15), Area::square(30), Area::square(1000), Area::Unbounded] {
            for (x, y) in [(0, 0), (25, 3), (26, 29), (7, 7), (14, 14), (3, 14)] {
                let mut name = Vec::new();
                add_name(&mut name, area, Point::new(x, y));
                assert_eq!(String::from_utf8(name).unwrap(), area.name(Point::new(x, y)));
            }
        }
        for number in (0..2_000).chain([u64::MAX, u64::MAX / 10, 10_000_000_000]) {
            let mut digits = Vec::new();
            add_number(&mut digits, number);
            assert_eq!(String::from_utf8(digits).unwrap(), number.to_string());
        }
    }
}
